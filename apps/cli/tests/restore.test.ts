// Tests of `rondo restore` on a real database.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestDatabase, type TestDatabase } from '@rondo/testkit/database';
import { restoreCommand } from '../src/commands/restore.ts';
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
  const command = restoreCommand(() => database.openStore({ url }));
  const context = { terminal, folder: '.', stopped: new Promise<void>(() => undefined) };
  return { code: await runCommand([command], ['restore', ...args], context), ...seen };
}

test('a copied database keeps its mark and is not confirmed until `rondo restore confirm` gives it a new mark', async () => {
  const { instances } = await database.openStore({ url });
  const first = await instances.read();
  expect(first).toMatchObject({ mark: expect.stringMatching(/^[0-9a-z]{4}$/), isConfirmed: true });
  expect(await instances.read()).toEqual(first);
  await database.sql(
    url,
  )`update settings set value = jsonb_set(value, '{home}', '"another database"') where key = 'instance'`;
  expect(await instances.read()).toEqual({ ...first, isConfirmed: false });
  const { code, out } = await type('confirm');
  const confirmed = await instances.read();
  expect([code, confirmed.isConfirmed, confirmed.mark === first.mark]).toEqual([0, true, false]);
  expect(out).toContain(confirmed.mark);
});

test('`rondo restore` without the word confirm ends with exit code 2 and changes nothing', async () => {
  const { instances } = await database.openStore({ url });
  const before = await instances.read();
  expect([(await type()).code, (await type('now')).code]).toEqual([2, 2]);
  expect(await instances.read()).toEqual(before);
});
