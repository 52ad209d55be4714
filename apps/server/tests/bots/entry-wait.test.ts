// Tests that the response about a bot says why its next round waits, with the real engine and an exchange that refuses an order for lack of margin.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BotWire } from '@rondo/contract';
import { compareDecimals, type Decimal } from '@rondo/decimal';
import { freshKey, startWorld, until, validRequest, type TestWorld } from '../_world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await startWorld({ hold: true });
});
afterAll(() => world.close());

const refusedForMargin = '51008';

const equity = (): Decimal => world.context.live.account(world.accountId)?.balance?.equity ?? expect.unreachable();

/** Deposits 500 USDT, and waits until the engine has read the new balance. */
async function deposit(): Promise<void> {
  const before = equity();
  await world.administer('acts', { label: 'member', act: 'transfer', usdt: '500' });
  await until(async () => compareDecimals(equity(), before) > 0, 'the engine has read the new balance');
}

test('a bot whose first order was refused for lack of margin says so, and no longer after a deposit', async () => {
  const headers = { authorization: `Bearer ${await world.token('member')}` };
  await world.administer('faults', { kind: 'reject', code: refusedForMargin, count: 1 });
  const created = await world.api.inject({
    method: 'POST',
    url: '/api/bots',
    headers: { ...headers, 'idempotency-key': freshKey() },
    payload: validRequest(),
  });
  const { id, entry_wait: first } = created.json<{ bot: BotWire }>().bot;
  expect(first).toBeNull();
  const read = async () => (await world.api.inject({ url: '/api/bots/my-bots', headers })).json<BotWire[]>()[0];
  await until(async () => (await read())?.entry_wait === 'margin', 'the bot waits for margin for 15 s');
  // The first balance after the refusal is the lowest one, and the second one is higher.
  await deposit();
  await deposit();
  await until(async () => (await read())?.current_step === 1, 'step 1 has filled');
  expect(await read()).toMatchObject({ id, entry_wait: null, filled_steps: [1] });
});
