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
  const command = restoreCommand(async () => ({ store: await database.openStore({ url }), place: 'here' }));
  const context = { terminal, folder: '.', stopped: new Promise<void>(() => undefined) };
  return { code: await runCommand([command], ['restore', ...args], context), ...seen };
}

const enter = async (place: string) => {
  const { instances } = await database.openStore({ url });
  return instances.enter({ venue: 'sandbox', place });
};

test.each([
  ['another database', 'database', 'here'],
  ['another place', 'place', 'elsewhere'],
])(
  'an installation in %s keeps its mark and is frozen until `rondo restore confirm` gives it a new mark',
  async (_case, reason, place) => {
    const first = await enter('here');
    if (!first.ok) throw new Error(first.refusal);
    expect(first.instance).toEqual({ mark: expect.stringMatching(/^[0-9a-z]{4}$/), frozen: null });
    if (reason === 'database')
      await database.sql(
        url,
      )`update settings set value = value || '{"home": "another database"}' where key = 'instance'`;
    expect(await enter(place)).toEqual({ ok: true, instance: { ...first.instance, frozen: reason } });
    const { code, out } = await type('confirm');
    const confirmed = await enter('here');
    if (!confirmed.ok) throw new Error(confirmed.refusal);
    expect([code, confirmed.instance.frozen, confirmed.instance.mark === first.instance.mark]).toEqual([
      0,
      null,
      false,
    ]);
    expect(out).toContain(confirmed.instance.mark);
  },
);

test('`rondo restore` without the word confirm ends with exit code 2 and changes nothing', async () => {
  const { instances } = await database.openStore({ url });
  const before = await instances.find();
  expect([(await type()).code, (await type('now')).code]).toEqual([2, 2]);
  expect(await instances.find()).toEqual(before);
});
