// Tests changes of instruments in mid-round with the real server, PostgreSQL, and the exchange over sockets: each position of a long and of a short bot keeps
// its exits, or its dust is declared, and the bots on another instrument are untouched (strategy 3.8, F-INST).
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BotWire } from '@rondo/contract';
import { add, decimal, formatDecimal, isZero, subtract, zero, type Decimal } from '@rondo/decimal';
import { setTimeout as wait } from 'node:timers/promises';
import { freshKey, startWorld, until, validRequest, type TestWorld } from '../_world.ts';

type Row = Readonly<Record<string, string>>;
type Rules = Readonly<Record<string, string>>;

/** A change of an instrument, with the rules of the instrument at the creation of the bots. */
interface Change {
  readonly name: string;
  readonly instId: string;
  readonly before?: Rules;
  readonly change: Rules;
}

/** The time in ms for which the sandbox suspends trading. OKX suspends trading for two minutes. */
const suspendMs = '2000';

/** The instrument with a larger minimum size. Each position on it has fewer contracts than `largeMinimum`. */
const enlarged = 'ADA-USDT-SWAP';
const largeMinimum = '25';

const changes: readonly Change[] = [
  { name: 'a larger price step', instId: 'ETH-USDT-SWAP', change: { tickSz: '0.7', suspendMs } },
  {
    name: 'a smaller price step',
    instId: 'DOGE-USDT-SWAP',
    before: { tickSz: '0.0001', suspendMs: '0' },
    change: { tickSz: '0.00001' },
  },
  { name: 'a larger size step', instId: 'SOL-USDT-SWAP', change: { lotSz: '0.5', minSz: '0.5', suspendMs } },
  {
    name: 'a smaller size step',
    instId: 'XRP-USDT-SWAP',
    before: { lotSz: '1', minSz: '1', suspendMs: '0' },
    change: { lotSz: '0.01', minSz: '0.01' },
  },
  { name: 'a larger minimum size', instId: enlarged, change: { minSz: largeMinimum } },
  { name: 'a suspension', instId: 'AAVE-USDT-SWAP', change: { suspendMs } },
];
const expiring = 'LTC-USDT-SWAP';
const untouched = 'BTC-USDT-SWAP';
const roles = ['member', 'operator'] as const;
type Role = (typeof roles)[number];

/** The bots of the member are long, and the bots of the operator are short. */
const directions: Readonly<Record<Role, 'long' | 'short'>> = { member: 'long', operator: 'short' };

let world: TestWorld;
const uids = {} as Record<Role, string>;
const botIds = new Map<string, string>();

beforeAll(async () => {
  world = await startWorld({ hold: true, usdt: '100000' });
  uids.operator = await world.linkOperator();
  const accounts = await Promise.all(
    roles.map(async (role) => (await world.context.store.accounts.listByUser(world.people[role].id))[0]),
  );
  uids.member = accounts[0]?.uid ?? expect.unreachable();
  const isRead = (id = '') => (world.context.live.account(id)?.balance ?? null) !== null;
  await until(async () => accounts.every((account) => isRead(account?.id)), 'the engine has read both accounts');
  for (const { instId, before } of changes)
    if (before !== undefined) await world.administer('instruments', { instId, ...before });
  for (const instId of [...changes.map((each) => each.instId), expiring, untouched])
    await Promise.all(roles.map((role) => create(role, instId)));
  await until(
    async () => (await listed()).every(isInMidRound),
    'each bot has a position with its exit, and its entries rest',
  );
});
afterAll(() => world.close());

async function create(role: Role, symbol: string): Promise<void> {
  const request = validRequest();
  const response = await world.api.inject({
    method: 'POST',
    url: '/api/bots',
    headers: { authorization: `Bearer ${await world.token(role)}`, 'idempotency-key': freshKey() },
    payload: { ...request, basic: { ...request.basic, symbol, direction: directions[role] } },
  });
  expect(response.statusCode, response.body).toBe(200);
  botIds.set(`${role} ${symbol}`, response.json<{ bot: { id: string } }>().bot.id);
}

/** Returns the running bots of both people. */
async function listed(): Promise<readonly BotWire[]> {
  const lists = await Promise.all(
    roles.map(async (role) => {
      const headers = { authorization: `Bearer ${await world.token(role)}` };
      return (await world.api.inject({ url: '/api/bots/my-bots', headers })).json<BotWire[]>();
    }),
  );
  return lists.flat();
}

function isInMidRound(bot: BotWire): boolean {
  const role = bot.direction === 'LONG' ? 'member' : 'operator';
  const entries = liveOrders(role, bot.symbol).length - exitsOf(role, bot.symbol).length;
  return bot.position_size !== '0' && entries > 0 && isZero(uncovered(role, bot));
}

const rowsOf = (role: Role, instId: string, list: 'orders' | 'positions'): readonly Row[] =>
  world.ledger(uids[role])[list].filter((row) => row['instId'] === instId);

const liveOrders = (role: Role, instId: string): readonly Row[] =>
  rowsOf(role, instId, 'orders').filter((row) => ['live', 'partially_filled'].includes(row['state'] ?? ''));

const exitsOf = (role: Role, instId: string): readonly Row[] =>
  liveOrders(role, instId).filter((row) => row['side'] === (directions[role] === 'long' ? 'sell' : 'buy'));

const numberOf = (row: Row, field: string): Decimal => decimal(row[field] ?? expect.unreachable());

/** Returns the contracts of the position that have no exit and are not declared as dust. The exchange says position and exits, and the API says the dust. */
function uncovered(role: Role, bot: BotWire): Decimal {
  const [position] = rowsOf(role, bot.symbol, 'positions');
  const size = position === undefined ? zero : decimal(position['pos']?.replace('-', '') ?? expect.unreachable());
  const exits = exitsOf(role, bot.symbol).reduce(
    (sum, row) => add(sum, subtract(numberOf(row, 'sz'), numberOf(row, 'accFillSz'))),
    zero,
  );
  return subtract(size, add(exits, decimal(bot.dust_size)));
}

const isMultiple = (value: Decimal, step: string): boolean =>
  Number.isInteger(Number((Number(formatDecimal(value)) / Number(step)).toFixed(6)));

/** Returns whether every order of the bot fits the new steps. */
const doFit = (role: Role, instId: string, { tickSz, lotSz }: Rules): boolean =>
  liveOrders(role, instId).every(
    (row) =>
      (tickSz === undefined || isMultiple(numberOf(row, 'px'), tickSz)) &&
      (lotSz === undefined || isMultiple(numberOf(row, 'sz'), lotSz)),
  );

/** Returns what is not yet as it must be after a change, as sentences. */
async function faultsOf({ instId, change }: Change): Promise<readonly string[]> {
  const bots = await listed();
  return roles.flatMap((role) => {
    const bot = bots.find(({ id }) => id === botIds.get(`${role} ${instId}`));
    if (bot === undefined) return [`the bot of the ${role} has ended`];
    const open = uncovered(role, bot);
    return [
      ...(isZero(open) ? [] : [`${formatDecimal(open)} contracts of the ${role} have no exit`]),
      ...(doFit(role, instId, change) ? [] : [`an order of the ${role} does not fit the new steps`]),
      ...(bot.trading?.state === 'live' ? [] : [`the ${role} sees the trading state ${bot.trading?.state}`]),
      ...(bot.phase === 'running' ? [] : [`the bot of the ${role} has the phase ${bot.phase}`]),
    ];
  });
}

/** Returns the time in ms from the change until the list of faults was empty for one second. Throws with the faults after 14 s. */
async function timeUntilCovered(change: Change): Promise<number> {
  const changedAt = Date.now();
  let goodAt: number | null = null;
  for (;;) {
    const faults = await faultsOf(change);
    const now = Date.now();
    goodAt = faults.length > 0 ? null : (goodAt ?? now);
    if (goodAt !== null && now - goodAt >= 1_000) return goodAt - changedAt;
    if (now - changedAt > 14_000) throw new Error(`${change.name}: ${faults.join(', ')}.`);
    await wait(100);
  }
}

const shapeOf = (role: Role, instId: string): readonly string[] =>
  rowsOf(role, instId, 'orders').map(({ ordId, state, px, sz }) => [ordId, state, px, sz].join(' '));

/** Returns the ids of the exits of a person on an instrument. */
const exitIdsOf = (role: Role, instId: string): readonly (string | undefined)[] =>
  exitsOf(role, instId).map(({ ordId }) => ordId);

test('after a change of the steps, of the minimum size or a suspension in mid-round, every position of a long and of a short bot has its exits or declared dust within ten seconds of trading being possible, and the orders on another instrument stay', async () => {
  const others = roles.map((role) => shapeOf(role, untouched));
  const keptExits = roles.map((role) => exitIdsOf(role, enlarged));
  for (const { instId, change } of changes) await world.administer('instruments', { instId, ...change });
  const times = await Promise.all(changes.map(async (change) => [change, await timeUntilCovered(change)] as const));
  console.log(times.map(([{ name }, ms]) => `${name}: ${ms} ms`).join('; '));
  for (const [{ name, change }, ms] of times)
    expect(ms, name).toBeLessThanOrEqual(10_000 + Number(change['suspendMs'] ?? 0));
  expect(roles.map((role) => shapeOf(role, untouched))).toEqual(others);
  // An exit that is cancelled could not be placed again, because the minimum size is larger than the position.
  expect(roles.map((role) => exitIdsOf(role, enlarged))).toEqual(keptExits);
  expect((await listed()).filter(({ symbol }) => symbol === enlarged).map((bot) => bot.dust_size)).toEqual(['0', '0']);
});

test('the exits of the changed instruments fill, and each long bot opens its next round on the new rules', async () => {
  // With the larger minimum size, the plan of the next round is refused.
  const tradable = changes.filter(({ change }) => change['minSz'] !== largeMinimum);
  const longs = tradable.map(({ instId }) => botIds.get(`member ${instId}`));
  for (const { instId } of tradable) await rise(instId);
  await until(async () => {
    const bots = (await listed()).filter(({ id }) => longs.includes(id));
    return bots.length === longs.length && bots.every((bot) => bot.round > 1 && isInMidRound(bot));
  }, 'each long bot has a covered position in its second round');
  await rise(enlarged);
  await until(
    async () => rowsOf('member', enlarged, 'positions').length === 0,
    'the kept exit has closed the position',
  );
});

test('when an instrument expires in mid-round, a long and a short bot are completed within ten seconds', async () => {
  const others = roles.map((role) => shapeOf(role, untouched));
  const changedAt = Date.now();
  await world.administer('instruments', { instId: expiring, state: 'expired', expTime: String(changedAt) });
  await until(async () => (await listed()).every(({ symbol }) => symbol !== expiring), 'both bots have ended');
  expect(Date.now() - changedAt).toBeLessThanOrEqual(10_000);
  for (const role of roles) {
    const record = await world.context.store.bots.find(botIds.get(`${role} ${expiring}`) ?? '');
    expect(record?.view).toMatchObject({ status: 'completed', endReason: 'expired' });
    expect([rowsOf(role, expiring, 'positions'), liveOrders(role, expiring)]).toEqual([[], []]);
  }
  expect(roles.map((role) => shapeOf(role, untouched))).toEqual(others);
});

/** Moves the price of an instrument up by one percent, in two steps of the exchange. */
async function rise(instId: string): Promise<void> {
  const { last } = await tickerOf(instId);
  const tick = instId === 'ETH-USDT-SWAP' ? 0.7 : 10 ** -(last.split('.')[1]?.length ?? 0);
  const price = (percent: number): string =>
    (Math.round((Number(last) * (1 + percent / 100)) / tick) * tick).toFixed(last.split('.')[1]?.length ?? 0);
  await world.administer('advance', { instId, prices: [price(0.9), price(1)] });
}

async function tickerOf(instId: string): Promise<{ readonly last: string }> {
  return (await world.api.inject({ url: `/api/instruments/${instId}/ticker` })).json();
}
