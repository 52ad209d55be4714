// Tests that a person may run a bot on the same pair on each account, and that an account has at most one bot on a pair (decision 2).
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BotWire } from '@rondo/contract';
import { Caller } from '../_link.ts';
import { freshKey, startWorld, until, validRequest, type TestWorld } from '../_world.ts';

let world: TestWorld;
let caller: Caller;
beforeAll(async () => {
  world = await startWorld({ hold: true });
  caller = new Caller(world);
});
afterAll(() => world.close());

const myBots = async (): Promise<readonly BotWire[]> =>
  (await caller.call('GET', '/api/bots/my-bots')).body as unknown as readonly BotWire[]; // The contract defines the response as a list.

test('the same pair can run on a second account, each account gets its own position, and a second bot on the pair of an account is refused', async () => {
  const second = await caller.linkAccount();
  const { live } = world.context;
  await until(
    async () => (live.account(second.accountId)?.balance ?? null) !== null,
    'the engine has read the account',
  );
  const startOn = (exchange_account_id: string) => caller.start({ ...validRequest(), exchange_account_id }, freshKey());
  const accounts = [world.accountId, second.accountId];
  for (const account of accounts) {
    const { status, body } = await startOn(account);
    expect(status, JSON.stringify(body)).toBe(200);
  }
  for (const account of accounts) {
    const { status, body } = await startOn(account);
    expect([status, body['error_code']]).toEqual([409, 'SYMBOL_IN_USE']);
  }
  await until(
    async () => (await myBots()).every(({ position_size: size }) => size !== '0'),
    'both bots have a position',
  );
  const bots = await myBots();
  expect(bots.map(({ account_id, symbol }) => [account_id, symbol])).toEqual(
    accounts.map((account) => [account, 'ETH-USDT-SWAP']),
  );
  const [one, two] = bots.map(({ position_size: size }) => size);
  const { positions } = world.ledger(second.uid);
  expect(positions.map(({ instId, pos }) => [instId, pos])).toEqual([['ETH-USDT-SWAP', two]]);
  expect(one).toBe(two);
});
