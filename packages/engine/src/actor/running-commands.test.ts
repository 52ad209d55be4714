// Tests of the passes that run while commands have no response yet, with two bots of one account.
import { decimal, lots, ticks } from '@rondo/decimal';
import { openSize, type BotConfig, type DesiredOrder } from '@rondo/strategy';
import { botRunning, fakeVenueCodes } from '@rondo/testkit';
import { expect, test } from 'vitest';
import {
  botRow,
  desiredEntry,
  fillOf,
  keyedHash,
  positionOf,
  reportOf,
  slotOf,
  smallLadder,
} from '../../tests/builders.ts';
import { exitAbove, intentsOf, openSendWorld, sendNow as now, statesOf } from '../../tests/send-world.ts';
import type { AccountMemory } from '../memory/account-memory.ts';
import { newBotMemory, type BotMemory } from '../memory/bot-memory.ts';
import { clientOrderId } from '../orders/client-order-id.ts';
import type { FactBatch, Journal, OrderReport, Outcome, PositionReport } from '../ports/index.ts';
import { startLookups } from '../readings/order-lookup.ts';
import { createMailbox } from './mailbox.ts';
import { runPass } from './pass.ts';
import { createRunningCommands } from './running-commands.ts';

type Placed = Outcome<{ readonly venueOrderId: string }>;
const accepted: Placed = { kind: 'accepted', value: { venueOrderId: '9' } };
const takeProfit: DesiredOrder = { ...exitAbove, slot: { kind: 'takeProfit', round: 1, step: 2 } };

const otherLadder: BotConfig = { ...smallLadder, instrument: { ...smallLadder.instrument, id: 'BTC-USDT-SWAP' } };

// Opens a world with two bots on two instruments. Their desired orders are empty, and the gate is open for them. A command
// gets its response from `respond`.
async function openTwoBots() {
  const responses: ((outcome: Placed) => void)[] = [];
  const wait = (): Promise<Placed> => new Promise((resolve) => responses.push(resolve));
  const world = await openSendWorld({ place: wait, amend: wait });
  const { memory, context } = world;
  const row = { ...botRow(otherLadder), botId: 'other', botNumber: 8 };
  world.journal.addBot(row);
  const other = newBotMemory(row);
  memory.bots.set('other', other);
  openGate(memory);
  const batches: FactBatch[] = [];
  const applyFacts: Journal['applyFacts'] = (batch) => {
    batches.push(batch);
    return context.journal.applyFacts(batch);
  };
  const noting: typeof context = { ...context, journal: { ...context.journal, applyFacts } };
  const mailbox = createMailbox(() => undefined);
  return {
    ...world,
    context: noting,
    other,
    batches,
    pass: () => runPass(noting, { mailbox, isStopped: () => false, deliverTickers: () => undefined }),
    respond: async (outcome: Placed = accepted): Promise<void> => {
      for (const resolve of responses.splice(0)) resolve(outcome);
      await context.running.ended();
    },
  };
}

function openGate(memory: AccountMemory): void {
  const { tradingLevel: level } = fakeVenueCodes;
  const account = { uid: '1', level, positionMode: 'net' as const, permissions: ['orders'], addresses: [] };
  const positions: PositionReport[] = [];
  for (const bot of memory.bots.values()) {
    const instrumentId = bot.config.instrument.id;
    const price = { instrumentId, at: now, receivedAt: now };
    memory.tickers.set(instrumentId, { ...price, last: ticks(200_000n), bid: null, ask: null });
    memory.marks.set(instrumentId, { ...price, price: decimal('2000') });
    positions.push(positionOf({ instrumentId, lots: openSize(botRunning()) }));
    bot.state = botRunning();
    bot.desired = [];
    bot.leverage = decimal('5');
    bot.leverageTriedAt = now;
  }
  memory.isConnected = true;
  memory.streamLostAt = null;
  memory.account = { value: account, readAt: now };
  memory.snapshot = { startedAt: now, positions, openOrders: [] };
  // No reading is due.
  memory.snapshotTriedAt = now;
  memory.isSnapshotWanted = false;
  memory.slowTriedAt = now;
  memory.slowReadAt = now;
  memory.isSlowReadWanted = false;
}

function orderOf({ row }: BotMemory, desired: DesiredOrder): string {
  return clientOrderId({ ...slotOf(desired), botId: row.botId, botNumber: row.botNumber }, keyedHash);
}

test('a pass sends the exit of a bot while a command of another bot of the account has no response', async () => {
  const { bot, other, pass, calls } = await openTwoBots();
  bot.desired = [exitAbove];
  await pass();
  other.desired = [exitAbove];
  await pass();
  expect(calls).toEqual(['commit', 'place', 'commit', 'place']);
});

test('the next command of a bot is stored in one transaction with the outcome of its running command', async () => {
  const { bot, pass, respond, calls, batches } = await openTwoBots();
  bot.desired = [exitAbove];
  await pass();
  bot.desired = [exitAbove, takeProfit];
  await pass();
  expect(calls).toEqual(['commit', 'place']);
  await respond();
  await pass();
  expect(calls).toEqual(['commit', 'place', 'facts', 'place']);
  expect(batches[0]?.intents.map(({ state }) => state)).toEqual(['live']);
  expect(batches[0]?.commands?.map(({ slot }) => slot.kind)).toEqual(['takeProfit']);
});

test('an entry waits until no command of the account runs', async () => {
  const { bot, other, pass, respond, calls } = await openTwoBots();
  bot.desired = [exitAbove];
  await pass();
  other.desired = [desiredEntry];
  await pass();
  expect(calls).toEqual(['commit', 'place']);
  await respond();
  await pass();
  expect(calls.slice(2)).toEqual(['facts', 'commit', 'place']);
});

test('an order that was filled before the response to its placement is finished once, and the response changes nothing', async () => {
  const world = await openTwoBots();
  const { bot, memory, pass, respond, batches } = world;
  bot.desired = [exitAbove];
  await pass();
  const clientId = orderOf(bot, exitAbove);
  const fill = fillOf(clientId, 'F1', { side: 'sell', price: ticks(211_000n), lots: lots(50n), at: now });
  const report: OrderReport = { ...reportOf(fill), state: 'filled', filledLots: fill.lots };
  memory.hints.push({ kind: 'order', order: report, fill });
  bot.desired = [];
  await pass();
  const [first] = batches;
  expect(first?.fills).toHaveLength(1);
  expect(memory.orders.get(clientId)).toMatchObject({ kind: 'finished', state: 'filled' });
  await respond({ kind: 'unknown', cause: 'time-out' });
  await pass();
  expect(memory.orders.get(clientId)).toMatchObject({ kind: 'finished', state: 'filled' });
  expect(statesOf(world)[0]?.slice(0, 2)).toEqual(['place', 'filled']);
  expect(batches.flatMap(({ logs }) => logs).map(({ messageKey }) => messageKey)).not.toContain(
    'bots.log.orderBeingVerified',
  );
});

test('the outcome of an amend changes nothing when the order has ended before the response', async () => {
  const world = await openTwoBots();
  const { bot, memory, pass, respond } = world;
  bot.desired = [exitAbove];
  await pass();
  await respond();
  bot.desired = [{ ...exitAbove, lots: lots(60n) }];
  await pass();
  const clientId = orderOf(bot, exitAbove);
  const ended: OrderReport = { ...reportOf({ ...exitAbove, clientId }), state: 'cancelled' };
  memory.hints.push({ kind: 'order', order: ended, fill: null });
  await pass();
  await respond({ kind: 'rejected', code: '51', message: '', reason: 'gone' });
  await pass();
  expect(memory.orders.get(clientId)).toMatchObject({ kind: 'finished', state: 'cancelled', lots: 50n });
  expect(intentsOf(world)[1]).toMatchObject({ verb: 'amend', state: 'done' });
});

test('no order of a bot is looked up while a command of the bot has no response', async () => {
  const { bot, memory, context, pass, respond } = await openTwoBots();
  bot.desired = [exitAbove];
  await pass();
  const order = memory.orders.get(orderOf(bot, exitAbove));
  if (order?.kind !== 'active') throw new Error('The order is not active.');
  order.lookups = { ...order.lookups, isDue: true };
  startLookups(context);
  expect(context.tasks.countRunning('lookup/')).toBe(0);
  await respond({ kind: 'unknown', cause: 'time-out' });
  await pass();
  expect(context.tasks.countRunning('lookup/')).toBe(1);
});

test('a command that throws an error makes the next pass fail', async () => {
  let wakes = 0;
  const running = createRunningCommands(() => (wakes += 1));
  running.start('bot', () => Promise.reject(new Error('The request has no body.')));
  await running.ended();
  expect([wakes, running.isRunning('bot'), running.hasOutcomes()]).toEqual([1, true, true]);
  const [apply] = running.takeOutcomes();
  expect(() => apply?.({} as never)).toThrow('The request has no body.');
  expect([running.isAnyRunning(), running.hasOutcomes()]).toEqual([false, false]);
});
