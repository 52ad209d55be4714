// Tests that each monitor reports a violation. Each test gives a monitor a bad history that no run of the engine has.
import { zero, type Lots, type Ticks } from '@rondo/decimal';
import { clientOrderId } from '@rondo/engine';
import type { FactBatch } from '@rondo/engine/ports';
import { encodeEvent, encodeState, newBot, type StrategyEvent } from '@rondo/strategy';
import { ethSwap } from '@rondo/testkit';
import { beforeEach, expect, test } from 'vitest';
import type { TrueFill, TrueOrder } from '../checks/truth.ts';
import { keyedHash } from '../world/world.ts';
import { checkSizes } from './size-watch.ts';
import { accountId, openStage, process, startAt, type Stage } from './stage.ts';

const second = 1_000;
const accepted = { status: 200, headers: {}, text: '{"code":"0"}' };
let stage: Stage;

beforeEach(async () => {
  stage = openStage();
  stage.monitors.processStarted(process);
  await stage.node.acquire(accountId, 3_600 * second);
  stage.monitors.leaseTaken(accountId, process);
  await store({});
  stage.monitors.received(process, requestOf('/api/v5/trade/fills'), accepted);
});

function viewOf(part: Partial<FactBatch['views'][number]> = {}): FactBatch['views'][number] {
  const view = {
    botId: 'bot-1',
    phase: 'running',
    status: 'active',
    endReason: null,
    round: 2,
    cycles: 1,
    currentStep: 1,
    isLast: false,
    heldBy: '',
    skippedSlots: '',
    entryPrice: null,
    positionSize: '1',
    realisedPnl: '0',
    state: JSON.stringify(encodeState(newBot(stage.bot.config))),
    eventPosition: stage.journal.contents.events.get('bot-1')?.length ?? 0,
    updatedAt: startAt,
    endedAt: null,
    reserved: '1000',
  } as const;
  return { ...view, ...part };
}

// Stores a transaction as the engine does, and gives it to the monitors.
async function store(part: Partial<FactBatch>, newFillIds: readonly string[] = []): Promise<void> {
  const batch: FactBatch = {
    accountId,
    epoch: 1n,
    fills: [],
    bills: [],
    unreadableRows: [],
    events: [],
    intents: [],
    logs: [],
    waits: [],
    checkpoints: [],
    freezes: [],
    views: [viewOf()],
    fillCursor: null,
    billCursor: null,
    compareCursor: () => 0,
    ...part,
  };
  await stage.node.applyFacts(batch);
  stage.monitors.stored(batch, newFillIds);
}

function eventOf(event: StrategyEvent): FactBatch['events'][number] {
  const position = (stage.journal.contents.events.get('bot-1')?.length ?? 0) + 1;
  return { botId: 'bot-1', position, key: `test:${position}`, body: JSON.stringify(encodeEvent(event)), at: startAt };
}

const slot = { botId: 'bot-1', botNumber: 1, round: 2, kind: 'entry', step: 2, generation: 0 } as const;

function orderOf(part: Partial<TrueOrder> = {}): TrueOrder {
  return {
    ordId: '1',
    clOrdId: clientOrderId(slot, keyedHash),
    side: 'buy',
    state: 'live',
    ticks: 260_000n,
    lots: 10n,
    filledLots: 0n,
    ...part,
  } as TrueOrder; // The monitors read only these fields.
}

// Commits the intent of the order that `orderOf` makes.
async function place(state: 'sent' | 'live'): Promise<void> {
  const clientId = clientOrderId(slot, keyedHash);
  const terms = { payload: '{}', payloadHash: '', deadlineAt: 0, epoch: 1n, evidence: '', sentAt: 0 } as const;
  await stage.node.commitIntents(accountId, 1n, [
    { id: `${clientId}/1`, slot, clientId, verb: 'place', state, ...terms },
  ]);
}

function fillOf(part: Partial<TrueFill> = {}): TrueFill {
  const fill = { tradeId: '1', clOrdId: clientOrderId(slot, keyedHash), side: 'buy', ticks: 260_000n, lots: 10n };
  return { ...fill, ...part } as TrueFill; // The monitors read only these fields.
}

function change(orders: readonly TrueOrder[], fills: readonly TrueFill[] = []): void {
  for (const fill of fills) {
    stage.market.fills.push(fill);
    stage.market.position += fill.side === 'buy' ? fill.lots : -fill.lots;
  }
  stage.monitors.exchangeChanged(new Map([[stage.market, { orders, fills }]]));
}

function requestOf(path: string, rows: unknown = null, headers: Readonly<Record<string, string>> = {}) {
  return {
    method: rows === null ? 'GET' : 'POST',
    url: `http://exchange.test${path}`,
    headers: { 'OK-ACCESS-KEY': 'key', ...headers },
    body: rows === null ? null : JSON.stringify(rows),
    timeoutMs: 5_000,
  } as const;
}

const found = (): readonly string[] => [...new Set(stage.violations.map(({ invariant }) => invariant))];
const orderPath = '/api/v5/trade/order';
const cancelPath = '/api/v5/trade/cancel-order';

test('I09 is violated when the live entries need more margin than the budget of the round', async () => {
  await place('sent');
  change([orderOf({ lots: 1_000_000n })]);
  expect(found()).toEqual(['I09']);
});

test('I14 is violated when an entry of a next round is written after the base exit of the last round', async () => {
  await store({ views: [viewOf({ isLast: true })] });
  const exit = { kind: 'baseExit', round: 2, step: 0 } as const;
  const terms = { price: 1n as Ticks, lots: 1n as Lots, fee: zero, liquidity: null, fillId: '1', at: startAt };
  await store({
    views: [viewOf({ isLast: true })],
    events: [eventOf({ kind: 'fill', slot: exit, generation: 0, ...terms })],
  });
  const line = { botId: 'bot-1', type: 'PROFIT', messageKey: 'bots.log.roundCompleted', at: startAt } as const;
  await store({ views: [viewOf({ isLast: true })], logs: [{ ...line, parameters: { reason: 'take_profit' } }] });
  stage.monitors.committed([{ id: 'a', verb: 'place', slot: { ...slot, round: 3 } } as never]); // The monitors read only these fields.
  expect(found()).toEqual(['I14']);
});

test.each([
  ['an order without our checksum', { instId: ethSwap.id, clOrdId: 'foreign1' }],
  ['an order that only the exchange named', { instId: ethSwap.id, ordId: '77' }],
  ['an order of another instrument', { instId: 'BTC-USDT-SWAP', clOrdId: clientOrderId(slot, keyedHash) }],
])('I15 is violated when the engine cancels %s', (_name, row) => {
  stage.monitors.arrived(requestOf(cancelPath, row), row);
  expect(found()).toEqual(['I15']);
});

test('the cancel of an own order violates nothing', () => {
  const row = { instId: ethSwap.id, clOrdId: clientOrderId(slot, keyedHash) };
  stage.monitors.arrived(requestOf(cancelPath, row), row);
  expect(found()).toEqual([]);
});

test.each([
  ['has the header of demo trading', requestOf(orderPath, {}, { 'x-simulated-trading': '1' })],
  ['goes to another host', { ...requestOf(orderPath, {}), url: `http://demo.test${orderPath}` }],
])('I17 is violated when a request %s', (_name, request) => {
  stage.monitors.sent(process, request);
  expect(found()).toEqual(['I17']);
});

test('I18 is violated when the exchange counts too many requests', () => {
  stage.monitors.received(process, requestOf(orderPath, {}), { status: 429, headers: {}, text: '{"code":"50011"}' });
  expect(found()).toEqual(['I18']);
});

test('I25 is violated when a result changes without a fill, a bill or an outside closing', async () => {
  await store({ views: [viewOf({ realisedPnl: '5' })] });
  expect(found()).toEqual(['I25']);
});

test('I27 is violated when a bill is booked for a bot on another instrument', async () => {
  const bill = { billId: '1', instrumentId: 'BTC-USDT-SWAP', clientId: '', fillId: '', kind: 'funding' } as const;
  await store({ bills: [{ ...bill, balanceChange: zero, pnl: zero, fee: zero, at: startAt, botId: 'bot-1' }] });
  expect(found()).toEqual(['I27']);
});

test('I28 is violated when the replayed events give another state than the stored state', async () => {
  await store({ events: [eventOf({ kind: 'start' })], views: [viewOf({ eventPosition: 1 })] });
  stage.monitors.finish();
  expect(found()).toEqual(['I28']);
});

test.each([
  ['the round', { round: 1 }],
  ['the number of cycles', { cycles: 0 }],
])('I29 is violated when %s of a bot goes back', async (_name, part) => {
  await store({ views: [viewOf(part)] });
  expect(found()).toEqual(['I29']);
});

test('I29 is violated when a completed bot is active again', async () => {
  await store({ views: [viewOf({ status: 'completed', endedAt: startAt })] });
  await store({});
  expect(found()).toEqual(['I29']);
});

test('I31 is violated when one request has more than twenty orders', () => {
  stage.monitors.arrived(
    requestOf('/api/v5/trade/batch-orders', []),
    Array.from({ length: 21 }, () => ({})),
  );
  expect(found()).toEqual(['I31']);
});

test('I31 is violated when a queue of a process is longer than its bound', () => {
  checkSizes(stage.context, process, [{ name: 'hints', size: 1_000, most: 1_000 }]);
  expect(found()).toEqual([]);
  checkSizes(stage.context, process, [{ name: 'hints', size: 1_001, most: 1_000 }]);
  expect(found()).toEqual(['I31']);
});

test.each([
  ['an error has no declared cause', 'okx.code.unlisted', {}],
  ['an actor restarts because of an error of the program', 'account.restarts', { cause: 'x is not a function' }],
])('I32 is violated when %s', (_name, event, fields) => {
  stage.monitors.logged('error', event, fields);
  expect(found()).toEqual(['I32']);
});

test('L02 is violated when a stopped bot is not completed after 30 s', async () => {
  await store({ events: [eventOf({ kind: 'stop', closePosition: true })] });
  await stage.clock.pass(29 * second);
  expect(found()).toEqual([]);
  await stage.clock.pass(2 * second);
  expect(found()).toEqual(['L02']);
});

test('the time of a bound counts only while no fault happens and a process holds the lease', async () => {
  await store({ events: [eventOf({ kind: 'stop', closePosition: true })] });
  await stage.clock.pass(29 * second);
  stage.counts.faults.set('socketGap', 1);
  stage.monitors.tick();
  await stage.clock.pass(29 * second);
  expect(found()).toEqual([]);
  stage.monitors.processEnded(process);
  await stage.clock.pass(60 * second);
  expect(found()).toEqual([]);
  expect(stage.monitors.longest().get('L02')).toBeGreaterThan(60 * second);
});

test('L03 is violated when an intent has no outcome for 45 s', async () => {
  stage.monitors.committed([{ id: 'a', verb: 'place', slot } as never]); // The monitors read only these fields.
  await stage.clock.pass(46 * second);
  expect(found()).toEqual(['L03']);
});

test('L04 is violated when a fill of the exchange is not in the journal after 10 s', async () => {
  change([orderOf({ ordId: '2', side: 'sell' })], [fillOf()]);
  await stage.clock.pass(11 * second);
  expect(found()).toEqual(['L04']);
});

test('L05 is violated when lots have no exit for 10 s', async () => {
  change([orderOf({ ordId: '2', side: 'sell', lots: 9n })], [fillOf()]);
  stage.monitors.stored({ views: [], logs: [], events: [], intents: [], bills: [] } as never, ['1']); // The monitors read only these fields.
  await stage.clock.pass(11 * second);
  expect(found()).toEqual(['L05']);
});

test('L05 counts only the time in which the exchange allows the account to trade', async () => {
  stage.refused.until = stage.clock.now() + 60 * second;
  change([orderOf({ ordId: '2', side: 'sell', lots: 9n })], [fillOf()]);
  stage.monitors.stored({ views: [], logs: [], events: [], intents: [], bills: [] } as never, ['1']); // The monitors read only these fields.
  await stage.clock.pass(69 * second);
  expect(found()).toEqual([]);
  await stage.clock.pass(2 * second);
  expect(found()).toEqual(['L05']);
});

test('L06 is violated when an order of one slot is replaced more than twelve times in an hour without a fill', () => {
  for (let number = 0; number <= 13; number += 1) {
    change([orderOf({ ordId: String(number), ticks: 250_000n + BigInt(number) })]);
    change([orderOf({ ordId: String(number), state: 'canceled' })]);
  }
  expect(found()).toEqual(['L06']);
});

test('L06 is violated when a bot has five stop losses within an hour', async () => {
  const parameters = { reason: 'stop_loss' };
  const line = { botId: 'bot-1', type: 'LOSS', messageKey: 'bots.log.roundCompleted', parameters } as const;
  await store({ logs: Array.from({ length: 5 }, (_, place) => ({ ...line, at: startAt + place * 60 * second })) });
  expect(found()).toEqual(['L06']);
});

test('L07 is violated when two private requests with a refused key are sent within 30 s', async () => {
  stage.monitors.received(process, requestOf(orderPath), { status: 200, headers: {}, text: '{"code":"50119"}' });
  await stage.clock.pass(31 * second);
  stage.monitors.sent(process, requestOf(orderPath));
  expect(found()).toEqual([]);
  await stage.clock.pass(10 * second);
  stage.monitors.sent(process, requestOf(orderPath));
  expect(found()).toEqual(['L07']);
});

test('L08 is violated when a bot does not notice within 30 s that its position was closed from outside', async () => {
  change([], [fillOf()]);
  change([], [fillOf({ tradeId: '2', side: 'sell', clOrdId: '' })]);
  stage.monitors.stored({ views: [], logs: [], events: [], intents: [], bills: [] } as never, ['1', '2']); // The monitors read only these fields.
  await stage.clock.pass(31 * second);
  expect(found()).toEqual(['L08']);
});

test('the longest time of L08 does not contain a position that the owner closes after the bot has completed', async () => {
  await store({ views: [viewOf({ status: 'completed' })] });
  change([], [fillOf()]);
  change([], [fillOf({ tradeId: '2', side: 'sell', clOrdId: '' })]);
  stage.counts.faults.set('requestDropped', 1);
  await stage.clock.pass(3_600 * second);
  expect(stage.monitors.longest().get('L08') ?? 0).toBe(0);
  expect(found()).toEqual([]);
});

test('L09 is violated when an account is not read within 60 s after a maintenance', async () => {
  stage.monitors.maintenanceOver();
  await stage.clock.pass(61 * second);
  expect(found()).toContain('L09');
});

test('L10 is violated when a stop is not stored within 2 s', async () => {
  stage.monitors.commanded(stage.bot, { kind: 'stop', closePosition: true });
  await stage.clock.pass(3 * second);
  expect(found()).toEqual(['L10']);
});

test('L10 is not violated when the process that received a stop ends, because the owner repeats the stop', async () => {
  stage.monitors.commanded(stage.bot, { kind: 'stop', closePosition: true });
  stage.monitors.processEnded(process);
  stage.monitors.processStarted('node-2');
  stage.monitors.leaseTaken(accountId, process);
  await stage.clock.pass(3 * second);
  expect(found()).toEqual([]);
});

test.each([
  ['an order that the exchange confirmed', 'live'],
  ['an order without a known outcome', 'sent'],
] as const)('L10 is violated when a stopped bot with %s cancels no order within 1 s', async (_name, state) => {
  await place(state);
  change([orderOf({ ordId: '2' })]);
  await store({ events: [eventOf({ kind: 'stop', closePosition: true })] });
  await stage.clock.pass(2 * second);
  expect(found()).toEqual(['L10']);
});

test('L11 is violated when a command leaves a process whose database does not respond', async () => {
  stage.cut.since = stage.clock.now();
  await stage.clock.pass(2 * second);
  stage.monitors.sent(process, requestOf(orderPath, {}));
  expect(found()).toEqual(['L11']);
});

test('L11 is violated when no process has a lease 30 s after the database came back', async () => {
  stage.journal.disconnect(process);
  stage.monitors.databaseBack();
  await stage.clock.pass(31 * second);
  expect(found()).toEqual(['L11']);
});

test('L12 is violated when the lease of an ended process is not taken within 20 s', async () => {
  stage.monitors.processStarted('node-2');
  stage.monitors.processEnded(process);
  await stage.clock.pass(21 * second);
  expect(found()).toEqual(['L12']);
});

test('L12 is violated when a process commands an account whose lease another process holds', () => {
  stage.monitors.sent('node-2', requestOf(orderPath, {}));
  expect(found()).toEqual(['L12']);
});

test('the history of commands is violated when the stored setting is that of an overwritten command', async () => {
  stage.monitors.commanded(stage.bot, { kind: 'setLast', isLast: true })('done');
  await stage.clock.pass(second);
  stage.monitors.commanded(stage.bot, { kind: 'setLast', isLast: false })('done');
  await store({ views: [viewOf({ isLast: true })] });
  stage.monitors.finish();
  expect(found()).toEqual(['I13']);
});
