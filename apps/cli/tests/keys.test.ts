// Tests of `rondo keys` on a real database.
import { chmodSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { keySourceFrom, type KeyKind } from '@rondo/store';
import {
  createAccount,
  createUser,
  startTestDatabase,
  testMasterKey,
  type TestDatabase,
  openStoredKey,
} from '@rondo/testkit/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keysCommand } from '../src/commands/keys.ts';
import { runCommand } from '../src/run-command.ts';
import { newFolder } from './_rondo.ts';

const { folder, remove } = newFolder();
let database: TestDatabase;
let url: string;
beforeAll(async () => {
  database = await startTestDatabase();
  url = await database.createUrl();
});
afterAll(async () => {
  remove();
  await database.stop();
});

const sourceOf = async (kind: KeyKind, file: string) =>
  keySourceFrom({ kind, value: undefined, command: undefined, file, forbiddenFolders: [] });

async function type(line: string, masterKey?: Uint8Array) {
  const seen = { out: '', err: '' };
  const terminal = { out: (text: string) => void (seen.out += text), err: (text: string) => void (seen.err += text) };
  const open = () => database.openStore(masterKey === undefined ? { url } : { url, masterKey });
  const context = { terminal, folder, stopped: new Promise<void>(() => undefined) };
  return { code: await runCommand([keysCommand(open, sourceOf)], ['keys', ...line.split(' ')], context), ...seen };
}

test('a person replaces the master key with one command, and ends the former key with another one', async () => {
  const store = await database.openStore({ url });
  const accountId = await createAccount(store, await createUser(store));
  expect((await type('status')).out).toContain('The master key was never replaced.');
  writeFileSync(path.join(folder, 'present.key'), Buffer.from(testMasterKey).toString('hex'), { mode: 0o600 });
  expect(await type('rotate --to present.key')).toMatchObject({
    code: 1,
    err: expect.stringContaining('the present master key'),
  });
  expect(await type('rotate --to next.key')).toMatchObject({ code: 0, out: expect.stringContaining('6 texts') });
  const file = path.join(folder, 'next.key');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(await type('rotate --to next.key')).toMatchObject({ code: 0, out: expect.stringContaining('0 texts') });
  expect(await type('retire')).toMatchObject({ code: 1, err: expect.stringContaining('must have the newest key') });
  const next = await (await sourceOf('master', file)).read();
  if (next === null) throw new Error('The file has no key.');
  expect(await type('retire', next)).toMatchObject({ code: 0 });
  expect(JSON.parse((await type('status --json', next)).out)).toMatchObject({ isLinked: false, texts: [{ count: 6 }] });
  await openStoredKey(await database.openStore({ url, masterKey: next }), accountId, next);
});

test('a person replaces the pepper of the passwords, and the status counts the hashes of each pepper', async () => {
  const address = await database.createUrl();
  const present = url;
  url = address;
  await createUser(await database.openStore({ url }));
  expect((await type('status')).out).toMatch(/first pepper \(newest\) +1/);
  const rotated = await type('rotate --pepper');
  expect(rotated).toMatchObject({ code: 0, out: expect.stringMatching(/pepper [0-9a-f]{8}\./) });
  const id = /pepper ([0-9a-f]{8})/.exec(rotated.out)?.[1] ?? '';
  const { peppers } = JSON.parse((await type('status --json')).out) as { peppers: unknown };
  expect(peppers).toEqual([
    { id: null, isNewest: false, hashes: 1 },
    { id, isNewest: true, hashes: 0 },
  ]);
  url = present;
});

test('a person makes the people key in a file, replaces it, and ends the former one', async () => {
  const present = url;
  url = await database.createUrl();
  const store = await database.openStore({ url });
  await store.secondFactors.begin(await createUser(store));
  expect((await type('status')).out).toContain('The installation has no people key');
  expect(await type('retire --people')).toMatchObject({ code: 1, err: expect.stringContaining('has no people key') });
  const made = await type('rotate --people --to people.key');
  expect(made).toMatchObject({ code: 0, out: expect.stringMatching(/people key [0-9a-f]{8}: 1 second factors/) });
  expect(statSync(path.join(folder, 'people.key')).mode & 0o777).toBe(0o600);
  expect((await type('status')).out).toContain('No former one opens it.');
  expect(await type('rotate --people --to later.key')).toMatchObject({ code: 0 });
  expect(await type('rotate --people --to people.key')).toMatchObject({
    code: 1,
    err: expect.stringContaining('a former people key'),
  });
  expect((await type('status')).out).toContain('see "rondo keys retire --people"');
  expect(await type('retire --people')).toMatchObject({ code: 0 });
  url = present;
});

test('a person stores a new client secret from a file that only the owner can read, and removes it', async () => {
  const present = url;
  url = await database.createUrl();
  const file = path.join(folder, 'client.secret');
  writeFileSync(file, 'the-client-secret\n', { mode: 0o644 });
  const line = 'rotate --oauth-secret --from client.secret';
  expect(await type(line)).toMatchObject({ code: 2, err: expect.stringContaining('other users can read') });
  chmodSync(file, 0o600);
  const rotated = await type(line);
  expect(rotated).toMatchObject({ code: 0, out: expect.stringContaining('use the new client secret') });
  expect(rotated.out).not.toContain('the-client-secret');
  expect((await (await database.openStore({ url })).oauthSecret.read())?.reveal()).toBe('the-client-secret');
  expect((await type('status')).out).toContain('is the one of "rondo keys rotate --oauth-secret"');
  expect(await type('retire --oauth-secret')).toMatchObject({ code: 0 });
  expect(await type('retire --oauth-secret')).toMatchObject({
    code: 1,
    err: expect.stringContaining('no client secret'),
  });
  url = present;
});

test.each([
  ['rotate --oauth-secret', '--from is missing'],
  ['rotate --to next.key --from client.secret', '--from belongs to --oauth-secret'],
  ['retire --pepper', '--pepper belongs to'],
  ['rotate --pepper --to next.key', '--pepper belongs to'],
  ['status --people', '--people belongs to'],
  ['rotate --people --pepper', '--people belongs to'],
  ['rotate --people', '--to is missing'],
  ['turn', 'the actions are status, rotate and retire'],
  ['rotate', '--to is missing'],
])('`rondo keys %s` ends with exit code 2 and a sentence', async (line, sentence) => {
  expect(await type(line)).toMatchObject({ code: 2, err: expect.stringContaining(sentence) });
});
