// Tests the API responses about a running bot with each field of specification 3, and the log-in response of the owner.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type {
  BotDetailResponse,
  BotWire,
  BotFillWire,
  HealthResponse,
  LedgerList,
  LoginResponse,
  Portfolio,
} from '@rondo/contract';
import { decimal, formatDecimal, sumDecimals } from '@rondo/decimal';
import { secretOf } from '@rondo/store';
import { decodeState, encodeState, type BotState, type Hold } from '@rondo/strategy';
import { botResponseWithLogs } from '../../src/bots/bot-response.ts';
import { createWatchedResponse } from '../../src/bots/watched-response.ts';
import { freshKey, startWorld, until, validRequest, type TestWorld } from '../_world.ts';
import { linkAccount } from '@rondo/testkit/database';

let world: TestWorld;
let headers: { readonly authorization: string };
let id = '';
beforeAll(async () => {
  world = await startWorld();
  headers = { authorization: `Bearer ${await world.token('member')}` };
  const created = await world.api.inject({
    method: 'POST',
    url: '/api/bots',
    headers: { ...headers, 'idempotency-key': freshKey() },
    payload: validRequest(),
  });
  ({ id } = created.json<{ bot: { id: string } }>().bot);
  await until(async () => (await read()).position_size !== '0', 'step 1 has filled');
});
afterAll(() => world.close());

async function read(): Promise<BotWire> {
  const bots = (await world.api.inject({ url: '/api/bots/my-bots', headers })).json<BotWire[]>();
  const bot = bots.find((each) => each.id === id);
  if (bot === undefined) throw new Error('The bot is not in the list.');
  return bot;
}

const sendStatus = (payload: object) =>
  world.api.inject({ method: 'PATCH', url: `/api/bots/${id}/status`, headers, payload });

test('GET my-bots returns the bot with the name, the numbers and the settings of the creation request', async () => {
  const request = validRequest();
  expect(await read()).toMatchObject({
    id,
    status: 'active',
    title: 'Theme',
    metadata: { name: 'Theme' },
    symbol: 'ETH-USDT-SWAP',
    direction: 'LONG',
    leverage: 10,
    martin_steps: 4,
    cyclic_steps: 1,
    basic: { ...request.basic, auto_reentry: { ...request.basic.auto_reentry, compound: true } },
    size_ratio: 0.5,
    entry: { type: '4p', count: 4, risk_management: { step: 1 } },
    exit: { take_profit: 0.5 },
    is_last: false,
    current_step: 1,
    simulated: true,
  });
});

test('the next moves of a bot with one filled step are its exit with the result of the round and its three further steps', async () => {
  const { next_moves: moves, take_profit_price: exit, entry, position_size: size } = await read();
  expect(moves.map(({ kind, step, side }) => [kind, step, side])).toEqual([
    ['baseExit', 0, 'sell'],
    ['entry', 2, 'buy'],
    ['entry', 3, 'buy'],
    ['entry', 4, 'buy'],
  ]);
  expect(moves[0]).toMatchObject({ price: exit, size, exit_after: null, liquidation_after: null });
  expect(Number(moves[0]?.net_pnl)).toBeGreaterThan(0);
  expect(moves[1]).toMatchObject({ price: entry.data[1]?.price, size: entry.data[1]?.size, net_pnl: null });
});

test('the exit of a bot whose first step has filled has one step, with the present price of the exit and the time of the fill', async () => {
  const detail = (await world.api.inject({ url: `/api/bots/${id}`, headers })).json<BotDetailResponse>();
  expect(detail.exit_steps).toEqual([{ at: detail.fills[0]?.at, price: detail.take_profit_price, cycle: null }]);
});

test('a release of a loss guard that is not locked records no command, and a recorded release is marked as done after the engine has refused it', async () => {
  const released = await world.api.inject({ method: 'POST', url: `/api/bots/${id}/loss-guard/release`, headers });
  expect([released.statusCode, released.json<{ bot: BotWire }>().bot.holds]).toEqual([200, []]);
  const { bots } = world.context.store;
  const accounts = [world.accountId];
  expect(await bots.pendingCommands(accounts)).toEqual([]);
  const recorded = await bots.recordCommand({
    botId: id,
    kind: 'release_guard',
    requestId: 'release',
    now: Date.now(),
  });
  if (!recorded.ok) throw new Error(recorded.refusal);
  await world.context.live.command(recorded.command);
  // The engine has refused the release, because the loss guard is not locked. A refused command is no longer pending.
  expect(await bots.pendingCommands(accounts)).toEqual([]);
  expect((await read()).phase).toBe('running');
});

test('the response about a bot has its holds, a frozen bot has the hold of the freeze, and a stopping bot has no holds', async () => {
  const record = await world.context.store.bots.find(id);
  if (record === null || record.view === null) throw new Error('The engine has not stored a view.');
  const { view } = record;
  const state = decodeState(JSON.parse(view.state));
  const holds: readonly Hold[] = [
    { by: 'grant', level: 'entries', reason: 'approval', until: null },
    { by: 'guard', level: 'rounds', reason: 'stop_loss', until: 60_000 },
  ];
  const shown = (changes: Partial<BotState>, endReason: string | null = null): BotWire['holds'] => {
    const changed = { ...view, endReason, state: JSON.stringify(encodeState({ ...state, ...changes })) };
    return botResponseWithLogs(world.context, { ...record, view: changed }, []).holds;
  };
  expect(shown({})).toEqual([]);
  expect(shown({ holds })).toEqual([
    { by: 'grant', level: 'entries', reason: 'approval', until: null },
    { by: 'guard', level: 'rounds', reason: 'stop_loss', until: '1970-01-01T00:01:00.000Z' },
  ]);
  expect(shown({}, 'frozen')).toEqual([{ by: 'freeze', level: 'entries', reason: 'frozen', until: null }]);
  expect(shown({ holds, stop: { closePosition: true } })).toEqual([]);
  expect(shown({ holds, status: 'completed' })).toEqual([]);
  expect(shown({ holds, status: 'liquidated' })).toEqual([]);
});

test('the position of a bot is the sum of its fills, the current PnL is the sum of the realised and unrealised PnL, and each step of the ladder has a price, an amount and a type', async () => {
  const bot = await read();
  const { items } = (await world.api.inject({ url: `/api/bots/${id}/fills`, headers })).json<{
    items: BotFillWire[];
  }>();
  const size = items.reduce((sum, fill) => sum + Number(fill.size), 0);
  const spent = items.reduce((sum, fill) => sum + Number(fill.size) * Number(fill.price), 0);
  expect(Number(bot.position_size)).toBeCloseTo(size, 8);
  expect(Number(bot.entry_price)).toBeCloseTo(spent / size, 6);
  expect(Number(bot.current_pnl)).toBeCloseTo(Number(bot.realised_pnl) + Number(bot.unrealised_pnl), 8);
  expect(bot.pnl_percentage).toBeCloseTo((Number(bot.current_pnl) / Number(bot.allocation)) * 100, 1);
  expect(bot.entry.data.map(({ step, type }) => [step, type])).toEqual([
    [1, 'market'],
    [2, 'limit'],
    [3, 'limit'],
    [4, 'limit'],
  ]);
  const prices = bot.entry.data.map(({ price }) => Number(price));
  expect(prices).toEqual(prices.toSorted((a, b) => b - a));
  expect(bot.entry.data.map(({ amount }) => Number(amount))).toEqual([1_250, 1_250, 2_500, 5_000]);
});

test('the portfolio has the sum of the bills of the running bot, also on the days of the bills', async () => {
  const day = (shiftDays: number) => new Date(Date.now() - shiftDays * 24 * 60 * 60_000).toISOString().slice(0, 10);
  const readJson = async <Body>(url: string) => (await world.api.inject({ url, headers })).json<Body>();
  await until(async () => {
    const ledger = await readJson<LedgerList>(`/api/bots/${id}/ledger`);
    const { days, running } = await readJson<Portfolio>(`/api/bots/portfolio?from=${day(1)}&to=${day(-1)}`);
    const sum = formatDecimal(sumDecimals(days.map(({ realised }) => decimal(realised))));
    const [bot] = running;
    return bot?.bot_id === id && [bot.booked, sum].every((each) => each === ledger.balance_change);
  }, 'the portfolio has the bills of the running bot');
});

test('every line of the log of a bot has a time, a type and a sentence', async () => {
  const { logs } = await read();
  expect(logs.length).toBeGreaterThan(0);
  for (const line of logs) {
    expect(line.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(['PROFIT', 'LOSS', 'ERROR', 'ORDER', 'OTHER']).toContain(line.type);
    expect(line.message).not.toMatch(/[{}]/);
  }
  expect(logs.some((line) => line.type === 'ORDER' && line.message_key === 'bots.log.stepFilled')).toBe(true);
});

test('the response object stays the same while the list is unchanged, and a new mark price, trading state or waiting entry creates a new response object', async () => {
  const { store, live, market, log } = world.context;
  const held = () => live.account(world.accountId)?.positions?.find((each) => each.lots !== 0n);
  await until(async () => held() !== undefined, 'the engine has read the position');
  const account = live.account(world.accountId) ?? expect.unreachable();
  const position = held() ?? expect.unreachable();
  let markPrice = decimal('2000');
  let trading: ReturnType<typeof market.tradingOf> = { state: 'live', endsAt: null };
  let waits: typeof account.waits = {};
  const toResponse = createWatchedResponse({
    installation: { frozen: () => null },
    log,
    market: { ...market, tradingOf: () => trading },
    live: { ...live, account: () => ({ ...account, waits, positions: [{ ...position, markPrice }] }) },
  });
  const { userId } = await store.bots.find(id).then((bot) => bot ?? expect.unreachable());
  const list = async () => toResponse(await store.bots.listWatched(userId, 20));
  const before = await list();
  expect(before[0]?.mark_price).toBe('2000');
  expect(await list()).toBe(before);
  markPrice = decimal('1900');
  expect((await list())[0]).toMatchObject({ id, mark_price: '1900' });
  expect((await list())[0]?.current_pnl).not.toBe(before[0]?.current_pnl);
  trading = { state: 'halted', endsAt: 0 };
  expect((await list())[0]).toMatchObject({
    trading: { state: 'halted', ends_at: '1970-01-01T00:00:00.000Z' },
    dust_size: '0',
    entry_wait: null,
  });
  waits = { [id]: 'price' };
  expect((await list())[0]).toMatchObject({ id, entry_wait: 'price' });
});

test('an entry that the user has cancelled at the exchange is not in the next moves', async () => {
  const { uid = '' } = (await world.context.store.accounts.find(world.accountId)) ?? {};
  const entries = () => world.ledger(uid).orders.filter(({ state, side }) => state === 'live' && side === 'buy');
  await until(async () => entries().length === 3, 'the three further steps rest');
  const deepest = entries().toSorted((a, b) => Number(a['px']) - Number(b['px']))[0];
  const { instId, ordId } = deepest ?? expect.unreachable();
  await world.administer('acts', { label: 'member', act: 'cancel', instId, ordId });
  await until(
    async () => (await read()).logs.some((line) => line.message_key === 'bots.log.orderCancelledOutside'),
    'the engine has read the cancel',
  );
  expect((await read()).next_moves.map(({ kind, step }) => [kind, step])).toEqual([
    ['baseExit', 0],
    ['entry', 2],
    ['entry', 3],
  ]);
});

test('after the scheduled exit is set or removed, the list of bots shows the change', async () => {
  for (const isLast of [true, false]) {
    expect((await sendStatus({ is_last: isLast })).statusCode).toBe(200);
    await until(async () => (await read()).is_last === isLast, `is_last is ${isLast}`);
  }
});

test('when one key cannot be decrypted, the engine still executes the recorded commands of other accounts', async () => {
  const { store } = world.context;
  const now = world.context.clock.now();
  const key = secretOf('a key');
  const linked = await linkAccount(store, {
    userId: world.people.operator.id,
    exchange: 'okx',
    label: 'spoiled',
    uid: '1',
    environment: 'sandbox',
    domain: 'sandbox',
    credentials: { apiKey: key, secretKey: key, passphrase: key },
    now,
  });
  if (!linked.ok) throw new Error(`The store refused the row: ${linked.refusal}`);
  await world.damageKey(linked.account.id);
  // The command was recorded by a server that stopped before it passed the command to the engine.
  await store.bots.recordCommand({ botId: id, kind: 'set_last', isLast: true, requestId: 'left', now });
  await until(async () => (await store.bots.find(id))?.view?.isLast === true, 'the engine has executed the command');
  const health = async () => (await world.api.inject('/api/health')).json<HealthResponse>().parts['engine']?.detail;
  await until(async () => (await health()) === 'the keys of 1 accounts cannot be read', 'health shows the key');
  await store.accounts.unlink(linked.account.id, { isKeyDeleted: true, now });
});

test('a stop that keeps the position ends the bot, does not close the position, and removes the bot from the list', async () => {
  const response = await sendStatus({ status: 'completed', close_position: false, is_last: false });
  expect(response.statusCode).toBe(200);
  const detail = async () => (await world.api.inject({ url: `/api/bots/${id}`, headers })).json<BotWire>();
  await until(async () => (await detail()).status === 'completed', 'the bot has ended');
  expect((await world.api.inject({ url: '/api/bots/my-bots', headers })).json()).toEqual([]);
  const position = world.context.live.account(world.accountId)?.positions?.find((each) => each.lots !== 0n);
  expect(position?.instrumentId).toBe('ETH-USDT-SWAP');
});

test('an ended bot cannot be recovered, and its loss guard cannot be released', async () => {
  const post = async (path: string, payload: object = {}) => {
    const { statusCode, json } = await world.api.inject({
      method: 'POST',
      url: `/api/bots/${id}/${path}`,
      headers,
      payload,
    });
    return [statusCode, json<{ error_code: string }>().error_code];
  };
  expect(await post('recover', { as: 'continue' })).toEqual([409, 'BOT_NOT_RUNNING']);
  expect(await post('loss-guard/release')).toEqual([409, 'BOT_NOT_RUNNING']);
});

test('the log-in returns the token, the name and the level of the user, and the status of the links has the broker code', async () => {
  const login = await world.api.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email: 'member@rondo.test', password: 'rondo-demo-member' },
  });
  expect(login.json<LoginResponse>()).toEqual({
    access_token: expect.stringMatching(/^[\w-]{40,}$/),
    expires_at: expect.any(Number),
    name: 'Member',
    level: 1,
  });
  const status = (await world.api.inject({ url: '/api/okx/oauth/status', headers })).json<{ broker_code: string }>();
  expect(status.broker_code).toBe(world.context.brokerCode);
  expect(status.broker_code).not.toBe('');
});

test('a bot that does not enter again is in its last round from the start, and a request to continue after it is refused', async () => {
  const request = validRequest();
  const payload = {
    ...request,
    basic: {
      ...request.basic,
      symbol: 'XRP-USDT-SWAP',
      max_total_size: '5000',
      auto_reentry: { enabled: false, budget_type: 'percentage', compound: false },
    },
  };
  const created = await world.api.inject({
    method: 'POST',
    url: '/api/bots',
    headers: { ...headers, 'idempotency-key': freshKey() },
    payload,
  });
  const { bot } = created.json<{ bot: BotWire }>();
  expect(bot.is_last).toBe(true);
  expect(bot.basic.auto_reentry).toEqual({ enabled: false, budget_type: 'percentage', compound: false });
  const url = `/api/bots/${bot.id}/status`;
  const refused = await world.api.inject({ method: 'PATCH', url, headers, payload: { is_last: false } });
  expect([refused.statusCode, refused.json()]).toMatchObject([400, { error_code: 'VALIDATION', field: 'is_last' }]);
  const kept = await world.api.inject({ method: 'PATCH', url, headers, payload: { is_last: true } });
  expect(kept.json()).toMatchObject({ bot: { is_last: true } });
  const stop = { status: 'completed', close_position: true, is_last: true };
  expect((await world.api.inject({ method: 'PATCH', url, headers, payload: stop })).statusCode).toBe(200);
});
