// Tests of the records of a bot: fills, orders with reasons, and bills. The records are read in pages and as CSV files.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type {
  BotFillWire,
  BotRoundList,
  ErrorBody,
  FillList,
  HistoryList,
  LedgerList,
  OrderRecordWire,
  Portfolio,
} from '@rondo/contract';
import { decimal, formatDecimal, sumDecimals } from '@rondo/decimal';
import type { SimulatedHistoryRow } from '@rondo/store';
import { freshKey, startWorld, until, validRequest, type TestWorld } from '../_world.ts';

let world: TestWorld;
let id = '';

beforeAll(async () => {
  world = await startWorld();
  const created = await world.api.inject({
    method: 'POST',
    url: '/api/bots',
    headers: { ...(await bearer('member')), 'idempotency-key': freshKey() },
    payload: { ...validRequest(), metadata: { name: '=cmd,x', description: '' } },
  });
  ({ id } = created.json<{ bot: { id: string } }>().bot);
  const { bots } = world.context.store;
  const isLaid = async () => (await bots.intents(id, 50)).some(({ slot }) => slot.kind === 'entry' && slot.step === 4);
  await until(isLaid, 'every order of the ladder rests at the exchange');
  await world.api.inject({
    method: 'PATCH',
    url: `/api/bots/${id}/status`,
    headers: await bearer('member'),
    payload: { status: 'completed', close_position: true, is_last: true },
  });
  await until(async () => (await bots.find(id))?.endedAt !== null, 'the bot has ended');
});
afterAll(async () => {
  await world.close();
});

async function bearer(role: 'member' | 'operator'): Promise<{ readonly authorization: string }> {
  return { authorization: `Bearer ${await world.token(role)}` };
}

async function read(url: string, role: 'member' | 'operator' = 'member') {
  return world.api.inject({ url, headers: await bearer(role) });
}

test.each([{}, { is_last: 'true' }, { status: 'completed', close_position: true, is_last: false }, []])(
  'a stop request with the body %j is refused, and the error lists the accepted bodies',
  async (payload) => {
    const response = await world.api.inject({
      method: 'PATCH',
      url: `/api/bots/${id}/status`,
      headers: await bearer('member'),
      payload,
    });
    expect([response.statusCode, response.json<ErrorBody>().error_code]).toEqual([400, 'VALIDATION']);
    expect(response.json<ErrorBody>().message).not.toContain('Invalid input');
  },
);

const records = ['fills', 'orders', 'ledger', 'export?of=fills'] as const;

test('the sum of the bills is exactly the net result of the bot, and the pages contain every bill once', async () => {
  const ledger = (await read(`/api/bots/${id}/ledger`)).json<LedgerList>();
  const fills = (await read(`/api/bots/${id}/fills`)).json<FillList>();
  expect(ledger.balance_change).toBe(fills.realised_pnl);
  expect(ledger.total).toBe(ledger.items.length);
  const page = async (offset: number) =>
    (await read(`/api/bots/${id}/fills?offset=${offset}&limit=1`)).json<FillList>();
  const pages = await Promise.all(fills.items.map((_, index) => page(index)));
  expect(pages.flatMap((each) => each.items)).toEqual(fills.items);
  expect(new Set(pages.map((each) => each.total))).toEqual(new Set([fills.total]));
});

test('the ended round of the bot has the exact result of the bot, its reason and its times', async () => {
  const { items, total } = (await read(`/api/bots/${id}/rounds`)).json<BotRoundList>();
  const fills = (await read(`/api/bots/${id}/fills`)).json<FillList>();
  const record = await world.context.store.bots.find(id);
  expect(total).toBe(1);
  expect(items).toMatchObject([{ round: 1, net_pnl: fills.realised_pnl, end_reason: 'stop', cycles: 0 }]);
  expect(items[0]?.deepest_step).toBeGreaterThanOrEqual(1);
  const [openedAt, endedAt] = [items[0]?.opened_at ?? '', items[0]?.ended_at ?? ''].map((text) => Date.parse(text));
  expect(openedAt).toBeGreaterThanOrEqual(record?.createdAt ?? NaN);
  expect(openedAt).toBeLessThan(endedAt ?? NaN);
  expect(endedAt).toBeLessThanOrEqual(record?.endedAt ?? NaN);
});

test('the days of the portfolio have the exact result of the finished bots of the range, and no bot is running', async () => {
  const day = (shiftDays: number) => new Date(Date.now() - shiftDays * 24 * 60 * 60_000).toISOString().slice(0, 10);
  // The range contains tomorrow, so the test passes at midnight too.
  const range = `from=${day(40)}&to=${day(-1)}`;
  const portfolio = (await read(`/api/bots/portfolio?${range}`)).json<Portfolio>();
  const history = (await read(`/api/bots?${range}`)).json<HistoryList>();
  expect(portfolio).toMatchObject({ from: day(40), running: [] });
  expect(history.total_profit).not.toBe('0');
  expect(formatDecimal(sumDecimals(portfolio.days.map(({ realised }) => decimal(realised))))).toBe(
    history.total_profit,
  );
  const tooLong = await read('/api/bots/portfolio?from=2020-01-01&to=2026-01-01');
  expect([tooLong.statusCode, tooLong.json<ErrorBody>().field]).toEqual([400, 'from']);
});

test('the pages of the history contain every row once, and every page has the totals of the whole range', async () => {
  const day = (shiftDays: number) => new Date(Date.now() - shiftDays * 24 * 60 * 60_000).toISOString().slice(0, 10);
  const url = `/api/bots?from=${day(40)}&to=${day(0)}`;
  const whole = (await read(url)).json<HistoryList>();
  expect(whole.total).toBe(whole.items.length);
  // The money of the sandbox is simulated, so every row is marked as simulated.
  expect(new Set(whole.items.map((item) => item.simulated))).toEqual(new Set([true]));
  const pages = await Promise.all(
    whole.items.map(async (_, offset) => (await read(`${url}&limit=1&offset=${offset}`)).json<HistoryList>()),
  );
  expect(pages.flatMap((page) => page.items)).toEqual(whole.items);
  expect(pages.every((page) => page.total === whole.total && page.total_profit === whole.total_profit)).toBe(true);
  expect((await read(`${url}&offset=1000000`)).json<HistoryList>().items).toEqual([]);
});

test('the history has the name, the settings, the exact result and the times of an ended bot', async () => {
  const day = new Date().toISOString().slice(0, 10);
  const { items, total_profit: totalProfit } = (await read(`/api/bots?from=${day}&to=${day}`)).json<HistoryList>();
  const fills = (await read(`/api/bots/${id}/fills`)).json<FillList>();
  const record = await world.context.store.bots.find(id);
  const item = items.find((each) => each.id === id);
  const endedAt = new Date(record?.endedAt ?? 0).toISOString();
  expect(item).toMatchObject({
    title: '=cmd,x',
    metadata: { name: '=cmd,x' },
    symbol: 'ETH-USDT-SWAP',
    direction: 'LONG',
    leverage: 10,
    martin_steps: 4,
    cyclic_steps: 1,
    basic: { symbol: 'ETH-USDT-SWAP', direction: 'long', leverage: 10 },
    entry: { count: 4, risk_management: { step: 1 } },
    total_profit: fills.realised_pnl,
    created_at: new Date(record?.createdAt ?? 0).toISOString(),
    updated_at: endedAt,
    ended_at: endedAt,
  });
  expect(fills.realised_pnl).toMatch(/^-?\d+\.\d*[1-9]/);
  const sum = items.reduce((total, each) => total + Number(each.total_profit), 0);
  expect(Number(totalProfit)).toBeCloseTo(sum, 6);
});

test.each(['limit=0', 'limit=-1', 'limit=501', 'limit=1e9', 'offset=', 'offset=0x1', 'offset=1&offset=2', 'cursor=x'])(
  'a history request with %s is refused, and the error names the parameter',
  async (query) => {
    const response = await read(`/api/bots?from=2026-01-01&to=2026-01-02&${query}`);
    expect([response.statusCode, response.json<ErrorBody>().field]).toEqual([400, query.split('=')[0]]);
  },
);

test('every order has the reason for which it was sent', async () => {
  const orders = (await read(`/api/bots/${id}/orders`)).json<{ items: OrderRecordWire[]; total: number }>();
  expect(orders.total).toBe(orders.items.length);
  const reasons = new Map(orders.items.map((order) => [order.reason_key, order]));
  expect(reasons.get('orders.reason.opens')).toMatchObject({ verb: 'place', round: 1, step: 1, side: 'buy' });
  expect(reasons.get('orders.reason.step')).toBeDefined();
  expect(reasons.get('orders.reason.close')).toMatchObject({ side: 'sell' });
  expect(orders.items.at(-1)?.reason_key).toBe('orders.reason.opens');
});

test('a CSV file has a header, times in UTC and the rows of the JSON response', async () => {
  const fills = (await read(`/api/bots/${id}/fills`)).json<{ items: BotFillWire[] }>().items;
  const response = await read(`/api/bots/${id}/export?of=fills`);
  expect(response.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(response.headers['content-disposition']).toContain('rondo-fills.csv');
  const lines = response.body.trimEnd().split('\r\n');
  expect(lines[0]).toMatch(/^at_utc,round,kind,step,side,price,size,fee/);
  expect(lines).toHaveLength(fills.length + 1);
  expect(lines[1]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z,1,entry,1,buy,/);
  for (const of of ['orders', 'ledger']) {
    const other = await read(`/api/bots/${id}/export?of=${of}`);
    expect(other.body.split('\r\n').length).toBeGreaterThan(2);
  }
});

test('the CSV file of the history has as many rows as the JSON response, and a spreadsheet does not run the name of a bot as a formula', async () => {
  const day = new Date().toISOString().slice(0, 10);
  const range = `from=${day}&to=${day}`;
  const list = (await read(`/api/bots?${range}`)).json<HistoryList>();
  const csv = await read(`/api/bots/export?${range}`);
  expect(csv.body.trimEnd().split('\r\n')).toHaveLength(list.total + 1);
  expect(csv.body).toContain(`"'=cmd,x"`);
  expect((await read('/api/bots/export?from=2026-02-31&to=2026-03-01')).json<ErrorBody>().message).toContain(
    'is not a day of the calendar',
  );
});

test('the CSV file of the history computes no totals, and the JSON response computes them once', async () => {
  const day = new Date().toISOString().slice(0, 10);
  const totals = vi.spyOn(world.context.store.history, 'totals');
  expect((await read(`/api/bots/export?from=${day}&to=${day}`)).statusCode).toBe(200);
  expect(totals).not.toHaveBeenCalled();
  expect((await read(`/api/bots?from=${day}&to=${day}`)).json<HistoryList>().total).toBeGreaterThan(0);
  expect(totals).toHaveBeenCalledTimes(1);
  totals.mockRestore();
});

test('a finished bot whose stored texts cannot be parsed is missing in the history and in its CSV file, and every other bot is in both', async () => {
  const day = new Date().toISOString().slice(0, 10);
  const url = `/api/bots?from=${day}&to=${day}`;
  const before = (await read(url)).json<HistoryList>().items;
  await world.context.store.history.insertSimulated([unreadableRow()]);
  const list = (await read(url)).json<HistoryList>();
  expect([list.items, list.total]).toEqual([before, before.length + 1]);
  const csv = await read(`/api/bots/export?from=${day}&to=${day}`);
  expect(csv.body.trimEnd().split('\r\n')).toHaveLength(before.length + 1);
});

function unreadableRow(): SimulatedHistoryRow {
  const now = Date.now();
  return {
    botId: 'unreadable',
    userId: world.people.member.id,
    instrumentId: 'ETH-USDT-SWAP',
    name: 'unreadable',
    direction: 'long',
    config: '{',
    planSummary: '{}',
    netPnl: '1',
    rounds: 1,
    cycles: 0,
    endReason: 'last_round',
    startedAt: now,
    endedAt: now,
    fills: '[]',
  };
}

test('a request for the records of another user’s bot returns 404, and a request for a page above the limit returns 400', async () => {
  for (const part of [...records, 'rounds'])
    expect((await read(`/api/bots/${id}/${part}`, 'operator')).statusCode).toBe(404);
  expect((await read(`/api/bots/${id}/fills?limit=5001`)).statusCode).toBe(400);
  expect((await read(`/api/bots/${id}/export?of=secrets`)).statusCode).toBe(400);
});
