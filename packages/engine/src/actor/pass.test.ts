// Tests which transactions a pass uses before it sends commands.
import { expect, test } from 'vitest';
import { desiredEntry } from '../../tests/builders.ts';
import { stop } from '../../tests/fake-world.ts';
import { liveIn, openSendWorld } from '../../tests/send-world.ts';
import type { FactBatch, Journal } from '../ports/index.ts';
import { loneInstance, type Instance } from './instance.ts';
import { beginFacts, commit } from './context.ts';
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
  ['sends no command while the instance may not send', { commandsLeft: () => 0 }],
  ['sends no command while the instance is frozen', { isFrozen: true }],
])('a pass %s', async (_case, instance) => {
  const { stopBot, newCalls } = await openStoppable();
  expect(await stopBot({}, instance)).toBe('busy');
  expect(newCalls()).toEqual(['facts']);
});

// An instance that may send one command.
function cautious() {
  let left = 1;
  const takeCommand = (): boolean => (left -= 1) >= 0;
  return { instance: { commandsLeft: () => Math.max(0, left), takeCommand }, left: () => left };
}

test('a pass without a command does not call `commandsLeft`, because the call claims the one command of an unproven instance', async () => {
  const { context, journal } = await openSendWorld();
  let asked = 0;
  const instance = () => ({ ...loneInstance, commandsLeft: () => (asked += 1) });
  const mailbox = createMailbox(() => undefined);
  void mailbox.post(stop);
  await runPass({ ...context, instance }, { mailbox, isStopped: () => false, deliverTickers: () => undefined });
  expect(journal.contents.events.get('bot')?.some(({ body }) => body.includes('"stop"'))).toBe(true);
  expect(asked).toBe(0);
});

test('an instance that may send one command sends one of two cancels', async () => {
  const { stopBot, newCalls, ...world } = await openStoppable();
  await liveIn(world, { ...desiredEntry, slot: { ...desiredEntry.slot, step: 3 } });
  const { instance, left } = cautious();
  const before = newCalls().length;
  await stopBot({}, instance);
  expect([
    newCalls()
      .slice(before)
      .filter((call) => call === 'cancel'),
    left(),
  ]).toEqual([['cancel'], 0]);
});

test.each<readonly [string, (world: Awaited<ReturnType<typeof openStoppable>>) => Promise<unknown>]>([
  [
    'the transaction fails',
    ({ stopBot }) => {
      const { instance, left } = cautious();
      const applyFacts = (): Promise<never> => Promise.reject(new Error('The connection was lost.'));
      return stopBot({ applyFacts }, instance).then(null, () => left());
    },
  ],
  [
    'another node has the lease',
    async ({ stopBot, memory }) => {
      const { instance, left } = cautious();
      memory.epoch -= 1n;
      await stopBot({}, instance);
      return left();
    },
  ],
])('the only permission to send is not used when %s', async (_case, leftAfter) => {
  expect(await leftAfter(await openStoppable())).toBe(1);
});

test('the only permission to send is not used by the stop of a frozen bot that waits for a snapshot', async () => {
  const { stopBot, memory, bot, newCalls } = await openStoppable();
  memory.snapshot = null;
  bot.failure = 'a test';
  const { instance, left } = cautious();
  await stopBot({}, instance);
  await stopBot({}, instance);
  expect([memory.frozen.get('bot')?.stop, left(), newCalls().includes('cancel')]).toEqual([
    { closePosition: true },
    1,
    false,
  ]);
});

test('a transaction with a stored event and another body is not stored, and the actor fails', async () => {
  const { context, journal } = await openSendWorld();
  const storeEvent = (body: string) => {
    const facts = beginFacts(context);
    facts.batch.events.push({ botId: 'bot', position: 1, key: 'start', body, at: facts.batch.now });
    return commit(context, facts);
  };
  expect([await storeEvent('{}'), await storeEvent('{}')]).toEqual(['committed', 'committed']);
  await expect(storeEvent('{"kind":"start"}')).rejects.toThrow('another body of the event start of bot bot');
  expect(journal.contents.events.get('bot')?.map(({ body }) => body)).toEqual(['{}']);
});
