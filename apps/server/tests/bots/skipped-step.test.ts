// Tests the response about a bot whose owner has cancelled one entry at the exchange, when a deeper entry fills before it.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { memberCalls } from '../_member-calls.ts';
import { startWorld, until, validRequest, type TestWorld } from '../_world.ts';

let world: TestWorld;
let id = '';
const { call, detail } = memberCalls(() => world);
beforeAll(async () => {
  world = await startWorld({ hold: true });
  ({ id } = (await call<{ bot: { id: string } }>('POST', '/api/bots', validRequest())).body.bot);
});
afterAll(() => world.close());

test('a cancelled entry is a skipped step, and the deeper entry that fills before it is a filled step', async () => {
  const { uid = '' } = (await world.context.store.accounts.find(world.accountId)) ?? {};
  const entries = () =>
    world
      .ledger(uid)
      .orders.filter(({ state, side }) => state === 'live' && side === 'buy')
      .toSorted((a, b) => Number(b['px']) - Number(a['px']));
  await until(async () => entries().length === 3, 'the three further steps rest');
  expect(await detail(id)).toMatchObject({ current_step: 1, filled_steps: [1], skipped_steps: [] });
  const [second, third, fourth] = entries();
  const { instId, ordId } = second ?? expect.unreachable();
  await world.administer('acts', { label: 'member', act: 'cancel', instId, ordId });
  await until(async () => (await detail(id)).skipped_steps.length === 1, 'the engine has read the cancel');
  expect(await detail(id)).toMatchObject({ current_step: 1, filled_steps: [1], skipped_steps: [2] });
  const price = (Number(third?.['px']) * 3 + Number(fourth?.['px'])) / 4;
  await world.administer('advance', { instId, prices: [price.toFixed(2)] });
  await until(
    async () => (await detail(id)).next_moves.filter(({ kind }) => kind === 'entry').length === 1,
    'step 3 has filled completely',
  );
  const bot = await detail(id);
  expect(bot).toMatchObject({ current_step: 2, filled_steps: [1, 3], skipped_steps: [2] });
  expect(bot.next_moves.find(({ kind }) => kind === 'entry')?.step).toBe(4);
});
