// Kills the server process with SIGKILL at each stage between the close of a bar and the first order, with a real PostgreSQL, and starts it again. The bot opens one round or says why it did not, and the model
// is called at most once. `tests/simulation/scenarios/signal-kills.test.ts` kills the engine at the stages after the stored signal, under many seeds.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { sampleOf } from '../../../../tests/sample.ts';
import { until } from '../_world.ts';
import { openSignalStages, type SignalStages } from './_signal-stages.ts';

let world: SignalStages;
beforeAll(async () => {
  world = await openSignalStages();
  await world.start();
});
afterAll(() => world?.close());
beforeEach(() => world.setModel('open'));
afterEach(() => world.unlockTables());

/** RSI is nearly always below this level. */
const rule = { type: 'rsi', signal: { bar: '1H', level: 95, when: 'while' } };
const model = { type: 'ai-gpt' };
/** A signal ends a minute after the close of its bar. */
const afterEndMs = 61_000;
/** A call of the model that has no decision after this time was lost. */
const afterClaimMs = 26_000;

/** Closes the bar of a bot and returns when the server is at the stage. Returns what the test does after the kill. */
type Reach = (botId: string) => Promise<() => Promise<void>>;

/** Holds the transaction that stores the reading. */
const barRead: Reach = async (botId) => {
  const unlock = await world.lockTable('signal_readings');
  world.closeHour();
  await until(() => world.isAwaited('signal_readings'), 'the server stores the reading');
  expect((await world.signalsOf(botId)).items).toEqual([]);
  return unlock;
};

/** Holds the transaction that stores the event of the signal. */
const readingStored: Reach = async (botId) => {
  const unlock = await world.lockTable('bot_events');
  world.closeHour();
  await until(async () => (await newest(botId))?.outcome === 'open', 'the reading is stored');
  await until(() => world.isAwaited('bot_events'), 'the engine stores the event');
  return unlock;
};

const rowStored: Reach = async (botId) => {
  const held = world.model.hold('request');
  world.closeHour();
  await held.isReached;
  expect(await newest(botId)).toMatchObject({ outcome: 'none', reason: 'pending' });
  return nothing;
};

/** Holds the transaction that stores the response of the model. */
const modelCalled: Reach = async (botId) => {
  const held = world.model.hold('response');
  world.closeHour();
  await held.isReached;
  const unlock = await world.lockTable('ai_decisions');
  held.release();
  await until(() => world.isAwaited('ai_decisions'), 'the server stores the response');
  expect(await newest(botId)).toMatchObject({ outcome: 'none', reason: 'pending' });
  return unlock;
};

const decisionStored: Reach = async (botId) => {
  const held = world.model.hold('response');
  world.closeHour();
  await held.isReached;
  const unlock = await world.lockTable('bot_events');
  held.release();
  await until(async () => (await newest(botId))?.outcome === 'open', 'the decision is stored');
  await until(() => world.isAwaited('bot_events'), 'the engine stores the event');
  return unlock;
};

/** Breaks the first order. The event of the signal and the order are then in the journal, and the exchange has no order. */
const signalDispatched: Reach = async (botId) => {
  const isBroken = await world.breakOrder();
  world.closeHour();
  await until(isBroken, 'the first order was sent');
  expect(await world.countSignals(botId)).toBe(1);
  return nothing;
};

const nothing = async (): Promise<void> => undefined;
const newest = async (botId: string) => (await world.signalsOf(botId)).items[0];

/** Starts a bot, kills the server at the stage, and starts it again after this time. Returns the id of the bot. */
async function killAt(reach: Reach, { symbol, entry, laterMs }: Killed): Promise<string> {
  // The signal of an earlier bar has ended, so the bot gets only the next one.
  world.pass(afterEndMs);
  const botId = await world.createBot(symbol, entry);
  const release = await reach(botId);
  await world.kill();
  await release();
  expect(world.openingsAt(symbol)).toEqual([]);
  await world.start(laterMs);
  return botId;
}

type Killed = { readonly symbol: string; readonly entry: object; readonly laterMs: number };

const opened = [
  {
    stage: 'after the signal was dispatched',
    reach: signalDispatched,
    symbol: 'XRP-USDT-SWAP',
    entry: model,
    calls: 1,
  },
  { stage: 'after the bar was read', reach: barRead, symbol: 'BTC-USDT-SWAP', entry: rule, calls: 0 },
  { stage: 'after the reading was stored', reach: readingStored, symbol: 'ETH-USDT-SWAP', entry: rule, calls: 0 },
  { stage: 'after the decision was stored', reach: decisionStored, symbol: 'SOL-USDT-SWAP', entry: model, calls: 1 },
];

test.each(sampleOf(opened, 1))(
  'a kill $stage, and a restart within the time of the signal: the bot opens one round',
  async (row) => {
    const before = world.model.calls();
    const botId = await killAt(row.reach, { ...row, laterMs: 0 });
    await expect.poll(async () => (await world.detail(botId)).fills, { timeout: 60_000 }).toHaveLength(1);
    expect(await world.detail(botId)).toMatchObject({ phase: 'running', round: 1 });
    expect(world.openingsAt(row.symbol)).toHaveLength(1);
    expect(await world.countSignals(botId)).toBe(1);
    expect(world.model.calls() - before).toBe(row.calls);
    await world.stopBot(botId);
  },
);

const undecided = [
  { stage: 'after the model was called', reach: modelCalled, symbol: 'ADA-USDT-SWAP', calls: 1 },
  { stage: 'after the row of the model was stored', reach: rowStored, symbol: 'DOGE-USDT-SWAP', calls: 0 },
];

test.each(sampleOf(undecided, 1))(
  'a kill $stage: the model is not called again, and the bot says that it has no decision',
  async (row) => {
    const before = world.model.calls();
    const botId = await killAt(row.reach, { ...row, entry: model, laterMs: 0 });
    expect(await newest(botId)).toMatchObject({ outcome: 'none' });
    world.pass(afterClaimMs);
    await until(async () => (await newest(botId))?.reason === 'unavailable', 'the bot says that it has no decision');
    await expectNoRound(botId, row.symbol);
    expect(world.model.calls() - before).toBe(row.calls);
    await world.stopBot(botId);
  },
);

const late = [
  { stage: 'after the reading was stored', reach: readingStored, symbol: 'LTC-USDT-SWAP', entry: rule, calls: 0 },
  { stage: 'after the decision was stored', reach: decisionStored, symbol: 'BCH-USDT-SWAP', entry: model, calls: 1 },
];

test.each(sampleOf(late, 1))(
  'a kill $stage, and a restart after the end of the signal: the bot says that it came too late',
  async (row) => {
    const before = world.model.calls();
    const botId = await killAt(row.reach, { ...row, laterMs: afterEndMs });
    await until(async () => (await newest(botId))?.reason === 'late', 'the bot says that the signal came too late');
    await expectNoRound(botId, row.symbol);
    expect(world.model.calls() - before).toBe(row.calls);
    await world.stopBot(botId);
  },
);

test('a kill after the signal was dispatched, and a restart after its end: the round is undone, and the log says it', async () => {
  const symbol = 'AAVE-USDT-SWAP';
  const botId = await killAt(signalDispatched, { symbol, entry: rule, laterMs: afterEndMs });
  const logKeys = async () => (await world.detail(botId)).logs.map(({ message_key: key }) => key);
  // The engine first proves that the exchange never had the order.
  await expect.poll(logKeys, { timeout: 60_000 }).toContain('bots.log.openingExpired');
  expect(world.openingsAt(symbol)).toEqual([]);
  await world.stopBot(botId);
});

async function expectNoRound(botId: string, symbol: string): Promise<void> {
  expect(await world.detail(botId)).toMatchObject({ phase: 'waiting_for_signal', round: 0, fills: [] });
  expect(world.openingsAt(symbol)).toEqual([]);
}
