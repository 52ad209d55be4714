// Tests of a transaction of facts: its content, and that each event is dispatched once.
import type { Decimal } from '@rondo/decimal';
import type { BotState } from '@rondo/strategy';
import { botRunning, fakeVenue } from '@rondo/testkit';
import { expect, test } from 'vitest';
import { billOf, factsAt, fillOf, keyedHash, memoryWithBot, storedOutside } from '../../tests/builders.ts';
import {
  addChangedWaits,
  addCheckpoints,
  dispatchEvent,
  hasContent,
  isEnded,
  newBatch,
  setIntentState,
  toFactBatch,
  viewOf,
  type Batch,
} from './batch.ts';

test('a new batch stores nothing', () => {
  const { memory } = memoryWithBot(0);
  const facts = factsAt(memory, 1);
  expect(hasContent(facts.batch)).toBe(false);
  expect(toFactBatch(facts)).toEqual({
    accountId: 'a',
    epoch: 0n,
    fills: [],
    bills: [],
    events: [],
    intents: [],
    logs: [],
    freezes: [],
    unreadableRows: [],
    waits: [],
    checkpoints: [],
    views: [],
    fillCursor: null,
    billCursor: null,
    compareCursor: fakeVenue.compareCursor,
  });
});

const row = { rowKey: '1', instrumentId: null, at: null, cause: '', raw: '', readAt: 1 };
const contents: readonly (readonly [string, (batch: Batch) => unknown])[] = [
  ['fill', (batch) => batch.fills.push(storedOutside(fillOf('', 'f1')))],
  ['bill', (batch) => batch.bills.push({ ...billOf('1'), botId: null })],
  ['event', (batch) => batch.events.push({ botId: 'bot', position: 1, key: 'start', body: '', at: 1 })],
  ['state of an intent', (batch) => batch.intents.push({ id: 'i', state: 'done', evidence: '' })],
  ['log line', (batch) => batch.logs.push({ botId: 'bot', type: 'OTHER', messageKey: '', parameters: {}, at: 1 })],
  ['freeze', (batch) => batch.freezes.push({ botId: 'bot', reason: '', at: 1, hasEnded: false })],
  ['unreadable row', (batch) => batch.unreadableRows.push({ ...row, list: 'fill' })],
  ['text of waits', (batch) => batch.waits.push({ botId: 'bot', body: '' })],
  ['touched bot', (batch) => batch.touched.add(memoryWithBot(0).bot)],
  ['cursor of fills', (batch) => (batch.fillCursor = 'seq-1')],
  ['cursor of bills', (batch) => (batch.billCursor = 'seq-1')],
];

test.each(contents)('a batch that has only a %s has content to store', (_name, add) => {
  const batch = newBatch(memoryWithBot(0).memory, 1);
  add(batch);
  expect(hasContent(batch)).toBe(true);
});

test('the waits of a bot are stored when they differ from the stored text, and once for each change', () => {
  const { memory, bot } = memoryWithBot(0);
  const facts = factsAt(memory, 1);
  addChangedWaits(facts);
  expect(facts.batch.waits).toEqual([]);
  bot.backoffs.set('entry/1/2', { until: 9, count: 1 });
  addChangedWaits(facts);
  addChangedWaits(facts);
  expect(facts.batch.waits).toEqual([{ botId: 'bot', body: bot.storedWaits }]);
  expect(bot.storedWaits).toContain('entry/1/2');
});

test('a checkpoint of a changed bot is stored when at least `everyEvents` events follow the latest checkpoint', () => {
  const { memory, bot } = memoryWithBot(0);
  const facts = factsAt(memory, 1);
  bot.checkpointAt = 10;
  bot.position = 14;
  addCheckpoints(facts, 4);
  expect(facts.batch.checkpoints).toEqual([]);
  facts.batch.touched.add(bot);
  addCheckpoints(facts, 5);
  expect(facts.batch.checkpoints).toEqual([]);
  addCheckpoints(facts, 4);
  expect(facts.batch.checkpoints).toMatchObject([{ botId: 'bot', position: 14 }]);
  expect(bot.checkpointAt).toBe(14);
});

test('no checkpoint is stored of a bot that failed, and none of a bot that the account does not run any more', () => {
  for (const change of ['failed', 'removed'] as const) {
    const { memory, bot } = memoryWithBot(0);
    const facts = factsAt(memory, 1);
    facts.batch.touched.add(bot);
    bot.position = 9;
    if (change === 'failed') bot.failure = 'The state is not consistent.';
    else memory.bots.delete('bot');
    addCheckpoints({ ...facts, keyedHash }, 1);
    expect(facts.batch.checkpoints).toEqual([]);
  }
});

test('an event with the same key is dispatched once, changes the state of the bot, and adds a row of the event and a view of the bot to the batch', () => {
  const { memory, bot } = memoryWithBot(0);
  const facts = factsAt(memory, 7);
  const start = { key: { kind: 'start' }, event: { kind: 'start' } } as const;
  expect(dispatchEvent(facts.batch, bot, start)).toBe(true);
  expect(dispatchEvent(facts.batch, bot, start)).toBe(false);
  setIntentState(facts.batch, 'i', { state: 'done', evidence: 'seen' });
  const stored = toFactBatch(facts);
  expect(stored.events).toMatchObject([{ botId: 'bot', position: 1, key: 'start', at: 7 }]);
  expect(stored.views).toEqual([{ ...viewOf(bot, 7), reserved: '1000' }]);
  expect(stored.intents).toEqual([{ id: 'i', state: 'done', evidence: 'seen' }]);
  expect(stored.compareCursor).toBe(fakeVenue.compareCursor);
  expect(stored).not.toHaveProperty('touched');
  expect([bot.state.status, bot.position, bot.lastFactAt]).toEqual(['active', 1, 7]);
});

test('a margin event is not a fact about the bot, so the time of the last fact does not change', () => {
  const { memory, bot } = memoryWithBot(0);
  const { batch } = factsAt(memory, 7);
  dispatchEvent(batch, bot, { key: { kind: 'start' }, event: { kind: 'start' } });
  const later = newBatch(memory, 9);
  dispatchEvent(later, bot, {
    key: { kind: 'margin', position: 2 },
    event: { kind: 'availableMargin', amount: bot.config.allocation },
  });
  expect([bot.lastFactAt, bot.position]).toEqual([7, 2]);
});

test('the view of a bot stays active until the last order of the bot has ended', () => {
  const { bot } = memoryWithBot(0);
  bot.state = { ...bot.state, status: 'completed', completion: 'stopped_closed' };
  expect(viewOf(bot, 1)).toMatchObject({ status: 'active', endReason: 'stopped_closed', endedAt: null });
  bot.endedAt = 5;
  expect(viewOf(bot, 6)).toMatchObject({ status: 'completed', endedAt: 5, updatedAt: 6 });
});

test('an event that causes an error changes neither the bot nor the batch, and a failed bot gets no further event', () => {
  const { memory, bot } = memoryWithBot(0);
  const { batch } = factsAt(memory, 7);
  const unreadable = {
    kind: 'availableMargin' as const,
    get amount(): Decimal {
      throw new Error('The margin is not readable.');
    },
  };
  expect(dispatchEvent(batch, bot, { key: { kind: 'margin', position: 1 }, event: unreadable })).toBe(false);
  expect([bot.failure, bot.position, hasContent(batch)]).toEqual(['The margin is not readable.', 0, false]);
  expect(dispatchEvent(batch, bot, { key: { kind: 'start' }, event: { kind: 'start' } })).toBe(false);
  expect(bot.state.status).toBe('idle');
});

test.each<readonly [Partial<BotState>, boolean]>([
  [{ status: 'active' }, false],
  [{ status: 'completed' }, true],
  [{ status: 'liquidated' }, true],
  [{ status: 'active', completion: 'last_round' }, true],
])('a bot with the state %j counts as ended: %s', (changes, is) => {
  const { bot } = memoryWithBot(0);
  bot.state = { ...bot.state, ...changes };
  expect(isEnded(bot)).toBe(is);
});

test('the view of a bot shows the average price of its open lots, and the reason of its end or of its error', () => {
  const { bot } = memoryWithBot(0);
  expect(viewOf(bot, 1)).toMatchObject({ entryPrice: null, endReason: null });
  bot.state = botRunning();
  expect(viewOf(bot, 1)).toMatchObject({ entryPrice: '2000' });
  bot.state = { ...bot.state, errorKey: 'order_rejected' };
  expect(viewOf(bot, 1).endReason).toBe('order_rejected');
  bot.state = { ...bot.state, status: 'liquidated' };
  expect(viewOf(bot, 1).endReason).toBe('liquidated');
});

test('the view of a bot names the owners of its holds in alphabetical order', () => {
  const { bot } = memoryWithBot(0);
  const hold = { level: 'rounds', reason: 'stop_loss', until: null } as const;
  bot.state = {
    ...bot.state,
    holds: [
      { ...hold, by: 'user' },
      { ...hold, by: 'guard' },
    ],
  };
  expect(viewOf(bot, 1).heldBy).toBe('guard user');
});

test('the view of a bot names the slots that get no order again', () => {
  const { bot } = memoryWithBot(0);
  expect(viewOf(bot, 1).skippedSlots).toBe('');
  for (const name of ['entry/1/3', 'baseExit/1/0']) bot.skippedSlots.add(name);
  expect(viewOf(bot, 1).skippedSlots).toBe('baseExit/1/0 entry/1/3');
});
