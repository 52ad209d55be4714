// Tests of a transaction of facts: its content, and that each event is dispatched once.
import { fakeVenue } from '@rondo/testkit';
import { expect, test } from 'vitest';
import { factsAt, memoryWithBot } from '../../tests/builders.ts';
import { dispatchEvent, hasContent, newBatch, setIntentState, toFactBatch, viewOf } from './batch.ts';

test('an empty batch has no content to store, and a batch with only a cursor has content to store', () => {
  const { memory } = memoryWithBot(0);
  expect(hasContent(newBatch(memory, 1))).toBe(false);
  const batch = newBatch(memory, 1);
  batch.fillCursor = 'seq-1';
  expect(hasContent(batch)).toBe(true);
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
