// Tests which transactions a pass uses before it sends commands.
import { expect, test } from 'vitest';
import { desiredEntry } from '../../tests/builders.ts';
import { stop } from '../../tests/fake-world.ts';
import { liveIn, openSendWorld } from '../../tests/send-world.ts';
import type { FactBatch, Journal } from '../ports/index.ts';
import { loneInstance, type Instance } from './instance.ts';
import { createMailbox } from './mailbox.ts';
import { runPass } from './pass.ts';

// Opens a world with one resting entry. `stopBot` runs a pass with a stop command, and returns its result.
async function openStoppable() {
  const world = await openSendWorld();
  await liveIn(world, desiredEntry);
  const mailbox = createMailbox(() => undefined);
  const before = world.calls.length;
  const stopBot = (journal: Partial<Journal> = {}, instance: Partial<Instance> = {}) => {
    void mailbox.post(stop);
    const context = {
      ...world.context,
      journal: { ...world.context.journal, ...journal },
      instance: () => ({ ...loneInstance, ...instance }),
    };
    return runPass(context, { mailbox, isStopped: () => false, deliverTickers: () => undefined });
  };
  return { ...world, stopBot, newCalls: () => world.calls.slice(before) };
}

test('the intents of the cancels of a stop are stored in the transaction of the stop', async () => {
  const { newCalls, stopBot, context } = await openStoppable();
  const batches: FactBatch[] = [];
  const applyFacts: Journal['applyFacts'] = (batch) => {
    batches.push(batch);
    return context.journal.applyFacts(batch);
  };
  await stopBot({ applyFacts });
  expect(newCalls()).toEqual(['facts', 'cancel']);
  expect(batches[0]?.events.map(({ body }) => JSON.parse(body).kind as unknown)).toContain('stop');
  expect(batches[0]?.commands?.map(({ verb }) => verb)).toEqual(['cancel']);
});

test('a pass sends no cancel, and the stop is stored, when another node has the lease', async () => {
  const { newCalls, stopBot, memory, journal } = await openStoppable();
  memory.epoch -= 1n;
  const intents = journal.contents.intents.size;
  expect(await stopBot()).toBe('lost');
  expect(newCalls()).toEqual(['facts']);
  expect(journal.contents.intents.size).toBe(intents);
  expect(journal.contents.events.get('bot')?.some(({ body }) => body.includes('"stop"'))).toBe(true);
});

test('a pass sends no cancel when the transaction of the stop fails', async () => {
  const { newCalls, stopBot } = await openStoppable();
  const applyFacts = (): Promise<never> => Promise.reject(new Error('The connection was lost.'));
  await expect(stopBot({ applyFacts })).rejects.toThrow('The connection was lost.');
  expect(newCalls()).toEqual([]);
});

test.each([
  ['sends no command while the instance may not send', { mayCommand: () => false }],
  ['sends no command while the instance is frozen', { isFrozen: true }],
])('a pass %s', async (_case, instance) => {
  const { stopBot, newCalls } = await openStoppable();
  expect(await stopBot({}, instance)).toBe('busy');
  expect(newCalls()).toEqual(['facts']);
});

test('a pass asks once for each command whether the instance may send it', async () => {
  const { stopBot, newCalls } = await openStoppable();
  let asked = 0;
  await stopBot({}, { mayCommand: () => (asked += 1) <= 1 });
  expect([newCalls().filter((call) => call === 'cancel'), asked]).toEqual([['cancel'], 1]);
});
