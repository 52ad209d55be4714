// Tests of `rondo audit` on a real database.
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestDatabase, type TestDatabase } from '@rondo/testkit/database';
import { auditCommand } from '../src/commands/audit.ts';
import { runCommand } from '../src/run-command.ts';

let database: TestDatabase;
let url: string;
beforeAll(async () => {
  database = await startTestDatabase();
  url = await database.createUrl();
});
afterAll(() => database.stop());

async function type(...args: readonly string[]) {
  const seen = { out: '', err: '' };
  const terminal = { out: (text: string) => void (seen.out += text), err: (text: string) => void (seen.err += text) };
  const command = auditCommand(() => database.openStore({ url }));
  const context = { terminal, folder: '.', stopped: new Promise<void>(() => undefined) };
  return { code: await runCommand([command], ['audit', ...args], context), ...seen };
}

test('`rondo audit verify` ends with 0 for an intact audit and with 1 after the deletion of the newest line', async () => {
  const { audit } = await database.openStore({ url });
  for (const detail of ['one', 'two'])
    await audit.write({ at: 1, actorId: null, action: 'test', subjectId: null, detail });
  expect(await type('verify')).toMatchObject({ code: 0, out: 'The audit is intact. Lines: 2.\n' });
  const file = path.join(await mkdtemp(path.join(tmpdir(), 'rondo-marks-')), 'marks.jsonl');
  const { out: mark } = await type('mark');
  expect(JSON.parse(mark)).toMatchObject({ line: 2, hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
  await writeFile(file, `${mark}${JSON.stringify({ line: 3, hash: 'ab', at: 1 })}\n`);
  expect(await type('verify', '--marks', file, '--json')).toMatchObject({
    code: 1,
    out: '{"problem":"exported","lineId":null,"lines":0}\n',
  });
  await writeFile(file, mark);
  expect(await type('verify', '--marks', file)).toMatchObject({ code: 0 });
  const sql = database.sql(url);
  await sql`alter table audit_entries disable trigger audit_entries_append_only`;
  await sql`delete from audit_entries where detail = 'two'`;
  expect(await type('verify')).toMatchObject({ code: 1, out: expect.stringContaining('newest lines are missing') });
});

test.each([
  [['dance'], 'the actions are verify and mark'],
  [['verify', '--marks', 'no-such-file'], 'cannot be read'],
])('`rondo audit` refuses the arguments %j', async (args, message) => {
  expect(await type(...args)).toMatchObject({ code: 2, err: expect.stringContaining(message) });
});
