// Tests the response about a bot whose owner has cancelled one entry at the exchange, when a deeper entry fills before it.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BotWire } from '@rondo/contract';
import { freshKey, startWorld, until, validRequest, type TestWorld } from '../_world.ts';

let world: TestWorld;
let id = '';
beforeAll(async () => {
  world = await startWorld({ hold: true });
  const created = await world.api.inject({
    method: 'POST',
    url: '/api/bots',
    headers: { authorization: `Bearer ${await world.token('member')}`, 'idempotency-key': freshKey() },
    payload: validRequest(),
  });
  ({ id } = created.json<{ bot: { id: string } }>().bot);
});
afterAll(() => world.close());

async function read(): Promise<BotWire> {
  const headers = { authorization: `Bearer ${await world.token('member')}` };
  return (await world.api.inject({ url: `/api/bots/${id}`, headers })).json();
}

test('a cancelled entry is a skipped step, and the deeper entry that fills before it is a filled step', async () => {
  const { uid = '' } = (await world.context.store.accounts.find(world.accountId)) ?? {};
  const entries = () =>
    world
      .ledger(uid)
      .orders.filter(({ state, side }) => state === 'live' && side === 'buy')
      .toSorted((a, b) => Number(b['px']) - Number(a['px']));
  await until(async () => entries().length === 3, 'the three further steps rest');
  expect(await read()).toMatchObject({ current_step: 1, filled_steps: [1], skipped_steps: [] });
  const [second, third, fourth] = entries();
  const { instId, ordId } = second ?? expect.unreachable();
  await world.administer('acts', { label: 'member', act: 'cancel', instId, ordId });
  await until(async () => (await read()).skipped_steps.length === 1, 'the engine has read the cancel');
  expect(await read()).toMatchObject({ current_step: 1, filled_steps: [1], skipped_steps: [2] });
  const price = (Number(third?.['px']) * 3 + Number(fourth?.['px'])) / 4;
  await world.administer('advance', { instId, prices: [price.toFixed(2)] });
  await until(
    async () => (await read()).next_moves.filter(({ kind }) => kind === 'entry').length === 1,
    'step 3 has filled completely',
  );
  const bot = await read();
  expect(bot).toMatchObject({ current_step: 2, filled_steps: [1, 3], skipped_steps: [2] });
  expect(bot.next_moves.find(({ kind }) => kind === 'entry')?.step).toBe(4);
});
