// What users wish of a running bot, told once however often it is offered.
import { decimal, ratio } from '@rondo/decimal';
import { encode } from '@rondo/strategy';
import { expect, test } from 'vitest';
import {
  botConfig,
  createMemoryJournal,
  createVirtualClock,
  fakeVenue,
  seededChance,
  type VirtualClock,
} from '@rondo/testkit';
import { applyOrder, startAccountActor, type AccountActor, type CommandAnswer } from './account-actor.ts';
import { newBatch, tell } from '../facts/batch.ts';
import { emptyMemory, newBotMemory } from '../memory/account-memory.ts';
import type { Exchange, Journal, Outcome, Report } from '../ports/index.ts';

/** Three steps of 1 %, small enough to follow by hand. */
const config = botConfig({
  allocation: decimal('1000'),
  leverage: decimal('5'),
  martinSteps: 3,
  stepDistance: ratio(1n, 100n),
});

const row = {
  botId: 'bot',
  botNumber: 7,
  accountId: 'a',
  instrumentId: config.instrument.id,
  config: JSON.stringify(encode(config)),
  createdAt: 0,
};

test('a wish that is offered again does not undo a later one and writes no second line', () => {
  const bot = newBotMemory(row);
  const batch = newBatch(emptyMemory('a', 0), 1);
  tell(batch, bot, { key: 'start', event: { kind: 'start' } });
  const last = { order: { kind: 'setLast', isLast: true }, wishId: 'first' } as const;
  expect(applyOrder(batch, bot, last)).toBe('done');
  expect(applyOrder(batch, bot, { order: { kind: 'setLast', isLast: false }, wishId: 'second' })).toBe('done');
  const lines = batch.logs.length;
  expect(applyOrder(batch, bot, last)).toBe('done');
  expect(bot.state.isLast).toBe(false);
  expect(batch.logs.length).toBe(lines);
});

test('what is so already is done, and no line says it again', () => {
  const bot = newBotMemory(row);
  const batch = newBatch(emptyMemory('a', 0), 1);
  tell(batch, bot, { key: 'start', event: { kind: 'start' } });
  const last = { kind: 'setLast', isLast: true } as const;
  const answers = ['first', 'second'].map((wishId) => applyOrder(batch, bot, { order: last, wishId }));
  expect(answers).toEqual(['done', 'done']);
  expect(batch.logs.filter((line) => line.messageKey === 'bots.log.lastRoundSet')).toHaveLength(1);
});

test('a wish whose writing failed is answered when the next life has written it', async () => {
  const clock = createVirtualClock(1_000);
  const memory = createMemoryJournal(clock);
  memory.addBot(row);
  const real = memory.connect('node');
  let failures = 0;
  const journal: Journal = {
    ...real,
    applyFacts: async (batch) => {
      const isWish = batch.events.some((event) => event.key.startsWith('wish:'));
      if (isWish && failures === 0) {
        failures += 1;
        throw new Error('the connection was lost');
      }
      return real.applyFacts(batch);
    },
  };
  const { actor, answers } = startDeaf(clock, journal);
  await clock.runUntil(2_000);
  answers.push(actor.command('bot', { kind: 'pause' }, 'once'));
  await clock.runUntil(20_000);
  expect([failures, await Promise.race([...answers, clock.settle()])]).toEqual([1, 'done']);
  expect(memory.contents.events.get('bot')?.map((event) => event.key)).toContain('wish:once');
});

// An actor whose exchange never answers: it only keeps its journal.
function startDeaf(
  clock: VirtualClock,
  journal: Journal,
): { readonly actor: AccountActor; readonly answers: Promise<CommandAnswer>[] } {
  const failed = async (): Promise<Report<never>> => ({ ok: false, cause: '', reason: 'unavailable', startedAt: 0 });
  const unknown = async (): Promise<Outcome<never>> => ({ kind: 'unknown', cause: '' });
  const exchange: Exchange = {
    venue: fakeVenue,
    place: unknown,
    amend: unknown,
    cancel: unknown,
    setLeverage: unknown,
    lookup: failed,
    openOrders: failed,
    orderHistory: failed,
    fillsAfter: failed,
    billsAfter: failed,
    positions: failed,
    account: failed,
    balance: failed,
    leverage: failed,
    ticker: failed,
    venueNow: () => clock.now(),
    listen: () => ({ watch: () => undefined, close: () => undefined }),
  };
  const quiet = { write: () => undefined };
  const deps = { clock, journal, exchange, chance: seededChance('1'), log: quiet, keyedHash: String };
  return { actor: startAccountActor({ ...deps, counter: { value: 0 }, changed: () => undefined }, 'a'), answers: [] };
}

test('a stop that was offered twice stays one stop', () => {
  const bot = newBotMemory(row);
  const batch = newBatch(emptyMemory('a', 0), 1);
  tell(batch, bot, { key: 'start', event: { kind: 'start' } });
  const stop = { order: { kind: 'stop', closePosition: true }, wishId: 'stop' } as const;
  expect([applyOrder(batch, bot, stop), applyOrder(batch, bot, stop)]).toEqual(['done', 'done']);
  expect(batch.events.filter((event) => event.key === 'wish:stop')).toHaveLength(1);
});
