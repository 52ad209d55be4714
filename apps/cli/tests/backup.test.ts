// Tests of `rondo backup`, `rondo verify` and `rondo restore --from` on a real database.
import { readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { givenKey, localSeals, recordBackup } from '@rondo/store';
import { createUser, silentLog, startTestDatabase, testMasterKey, type TestDatabase } from '@rondo/testkit/database';
import { backupCommand } from '../src/commands/backup.ts';
import type { CopyLine } from '../src/options/record-first.ts';
import { restoreCommand } from '../src/commands/restore.ts';
import { verifyCommand } from '../src/commands/verify.ts';
import { walCommand } from '../src/commands/wal.ts';
import { runCommand } from '../src/run-command.ts';
import { newFolder } from './_rondo.ts';

const { folder, remove } = newFolder();
let database: TestDatabase;
let url: string;
/** Whether the machine of the backup has the key of the database. */
let hasKey = true;
beforeAll(async () => {
  database = await startTestDatabase();
  url = await database.createUrl();
  await createUser(await database.openStore({ url }));
});
afterAll(async () => {
  remove();
  await database.stop();
});

/** Runs `rondo`. A command that runs until it is stopped ends when its errors contain `stopAt`. With an empty `stopAt` it is stopped at once. */
async function type(line: string, databaseUrl = url, stopAt?: string) {
  const seen = { out: '', err: '' };
  let stop = (): void => undefined;
  const stopped = new Promise<void>((resolve) => void (stop = resolve));
  if (stopAt === '') stop();
  const terminal = {
    out: (text: string) => void (seen.out += text),
    err: (text: string) => {
      seen.err += text;
      if (stopAt !== undefined && seen.err.includes(stopAt)) stop();
    },
  };
  const place = () => ({ databaseUrl, log: silentLog });
  const open = async () => ({
    store: await database.openStore({ url: databaseUrl }),
    keys: { open: () => Promise.reject(new Error('The installation has no account.')), drop: async () => undefined },
    place: { place: 'here', machine: 'here' },
    siteOf: () => null,
  });
  const record = (line: CopyLine): Promise<void> => {
    const seals = localSeals(givenKey(hasKey ? testMasterKey : new Uint8Array(32), 'the test key'));
    return recordBackup(place(), { seals, systemUser: 'jin', ...line, now: 1 });
  };
  const commands = [
    backupCommand(place, record),
    verifyCommand,
    restoreCommand(open, place),
    walCommand(place, record),
  ];
  const context = { terminal, folder, stopped };
  return { code: await runCommand(commands, line.split(' '), context), ...seen };
}

test.each(['', ' --physical'])(
  'a backup that is stopped ends, says so, and leaves no file (options:%s)',
  async (way) => {
    const { out } = await type(`backup --new-identity stopped${way.trim()}.txt`);
    const line = `backup --to stopped.age --recipient ${out.trim().split(' ').at(-1)}${way}`;
    expect(await type(line, url, '')).toEqual({
      code: 1,
      out: '',
      err: 'rondo backup: The backup was stopped. There is no file.\n',
    });
    expect(readdirSync(folder).filter((name) => name.includes('stopped.age'))).toEqual([]);
    // The server ends its side too. A process that waits for a reader would block each deletion of a database.
    const sql = database.sql(url);
    await vi.waitFor(
      async () =>
        expect(await sql`select pid from pg_stat_activity where backend_type = 'walsender'`.values()).toEqual([]),
      { timeout: 20_000, interval: 50 },
    );
  },
);

test('a person makes a key, a backup, a check and a restore with one command each', async () => {
  const { out } = await type('backup --new-identity key.txt');
  const recipient = out.trim().split(' ').at(-1) ?? '';
  expect(recipient).toMatch(/^age1[0-9a-z]{58}$/);
  expect(readFileSync(path.join(folder, 'key.txt'), 'utf8')).toContain(`# public key: ${recipient}\nAGE-SECRET-KEY-1`);
  expect(statSync(path.join(folder, 'key.txt')).mode & 0o777).toBe(0o600);
  expect(await type(`backup --to one.age --recipient ${recipient}`)).toMatchObject({
    code: 0,
    out: expect.stringContaining('The master key is not in it'),
  });
  expect(await type('verify --from one.age --identity key.txt --mark')).toMatchObject({
    code: 0,
    out: expect.stringContaining('The backup is complete.'),
  });
  expect(readFileSync(path.join(folder, 'one.age.verified'), 'utf8')).toMatch(/^\d{4}-\d\d-\d\dT.*Z\n$/);
  const target = await database.createBareUrl();
  expect(await type('restore --from one.age --identity key.txt', target)).toMatchObject({
    code: 0,
    out: expect.stringContaining('the installation is frozen'),
  });
  expect(await database.sql(target)`select username from users`).toEqual([{ username: 'ada@rondo.test' }]);
  expect(await type('restore --from one.age --identity key.txt', target)).toMatchObject({ code: 1 });
  expect(await type('restore confirm --yes', target)).toMatchObject({ code: 0 });
});

test.each([
  ['backup --to two.age', 2, '--recipient is missing'],
  ['backup --recipient age1x', 2, '--to is missing'],
  ['backup --to two.age --recipient age1x', 1, 'not a public key of age'],
  ['backup --new-identity key.txt', 2, 'key.txt: cannot be written'],
  ['verify --from one.age', 2, '--identity is missing'],
  ['verify --from one.age --identity none.txt', 2, 'none.txt: cannot be read'],
  ['verify --from key.txt --identity key.txt', 1, 'key.txt is not a backup'],
  ['restore --from one.age --identity key.txt --into files', 2, '--into needs a physical backup'],
  ['restore --from one.age --identity key.txt --wal wal --until 2026-01-01', 2, '--wal needs a physical backup'],
  ['wal --recipient age1x', 2, '--to is missing'],
  ['wal --to wal', 2, '--recipient is missing'],
  ['wal --to wal --recipient age1x', 1, 'not a public key of age'],
  ['wal --drop --slot a-b', 1, 'The name of a slot has 1 to 63 small letters'],
])('`rondo %s` ends with exit code %i and a sentence', async (line, code, sentence) => {
  expect(await type(line)).toMatchObject({ code, err: expect.stringContaining(sentence) });
});

test('`rondo backup` writes a line with the recipients and the system user into the audit, and a machine without a key of the database still makes the backup', async () => {
  const { out } = await type('backup --new-identity audited.txt');
  const recipient = out.trim().split(' ').at(-1) ?? '';
  const lines = async () =>
    (await database.openStore({ url })).audit
      .list({ limit: 10 })
      .then((rows) => rows.filter(({ action }) => action === 'backup.write'));
  const before = (await lines()).length;
  expect(await type(`backup --to audited.age --recipient ${recipient}`)).toMatchObject({ code: 0, err: '' });
  expect((await lines())[0]).toMatchObject({ actorId: null, detail: `for ${recipient} (system user jin)` });
  hasKey = false;
  onTestFinished(() => void (hasKey = true));
  const seen = await type(`backup --to keyless.age --recipient ${recipient}`);
  expect(seen).toMatchObject({ code: 0, err: expect.stringContaining('The audit has no line of this backup') });
  expect(await lines()).toHaveLength(before + 1);
  expect(await (await database.openStore({ url })).audit.isIntact()).toBe(true);
});

test('`rondo wal` writes a line into the audit, and says that a new folder needs a new backup', async () => {
  const { out } = await type('backup --new-identity wal.txt');
  const recipient = out.trim().split(' ').at(-1) ?? '';
  const receive = () => type(`wal --to received --slot received --recipient ${recipient}`, url, 'stored to');
  const needsBackup = 'The folder is new. Make a physical backup now';
  expect(await receive()).toMatchObject({ code: 0, err: expect.stringContaining(needsBackup) });
  expect((await receive()).err).not.toContain(needsBackup);
  const lines = await (await database.openStore({ url })).audit.list({ limit: 2 });
  const line = { action: 'backup.write', detail: `WAL for ${recipient} (system user jin)` };
  expect(lines).toMatchObject([line, line]);
  expect(await type('wal --drop --slot received')).toMatchObject({ code: 0 });
});
