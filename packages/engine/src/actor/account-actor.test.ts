// Tests of user commands for a running bot. Each command takes effect once, even when the command is sent several times.
import { expect, test } from 'vitest';
import { createMemoryJournal, createVirtualClock, fakeVenue, seededChance, type VirtualClock } from '@rondo/testkit';
import { dispatchEvent, newBatch } from '../facts/batch.ts';
import { createLeaseRenewal } from '../fleet/lease-renewal.ts';
import { wholeShare } from '../fleet/share.ts';
import { startAccountActor, type AccountActor } from './account-actor.ts';
import { applyUserCommand, type CommandResult } from './mailbox.ts';
import { emptyMemory } from '../memory/account-memory.ts';
import { newBotMemory } from '../memory/bot-memory.ts';
import type { Exchange, Journal, Outcome, Report } from '../ports/index.ts';
import { botRow } from '../../tests/builders.ts';
import { loneInstance } from './instance.ts';

test('a command that is sent a second time neither changes the effect of a later command nor writes another log line', () => {
  const bot = newBotMemory(botRow());
  const memory = emptyMemory('a', 0);
  const batch = newBatch(memory, 1);
  dispatchEvent(batch, bot, { key: { kind: 'start' }, event: { kind: 'start' } });
  const last = { command: { kind: 'setLast', isLast: true }, commandId: 'first' } as const;
  expect(applyUserCommand({ batch, memory }, bot, last)).toBe('done');
  expect(
    applyUserCommand({ batch, memory }, bot, { command: { kind: 'setLast', isLast: false }, commandId: 'second' }),
  ).toBe('done');
  const lines = batch.logs.length;
  expect(applyUserCommand({ batch, memory }, bot, last)).toBe('done');
  expect(bot.state.isLast).toBe(false);
  expect(batch.logs.length).toBe(lines);
});

test('when a setLast command repeats the present setting, the result is done and no line is added to the log of the bot', () => {
  const bot = newBotMemory(botRow());
  const memory = emptyMemory('a', 0);
  const batch = newBatch(memory, 1);
  dispatchEvent(batch, bot, { key: { kind: 'start' }, event: { kind: 'start' } });
  const last = { kind: 'setLast', isLast: true } as const;
  const results = ['first', 'second'].map((commandId) =>
    applyUserCommand({ batch, memory }, bot, { command: last, commandId }),
  );
  expect(results).toEqual(['done', 'done']);
  expect(batch.logs.filter((line) => line.messageKey === 'bots.log.lastRoundSet')).toHaveLength(1);
});

test('when the journal fails to write a command, the sender gets the response after the restarted actor has written the command', async () => {
  const clock = createVirtualClock(1_000);
  const memory = createMemoryJournal(clock);
  memory.addBot(botRow());
  const real = memory.connect('node');
  let failures = 0;
  const journal: Journal = {
    ...real,
    applyFacts: async (batch) => {
      const isCommand = batch.events.some((event) => event.key.startsWith('command:'));
      if (isCommand && failures === 0) {
        failures += 1;
        throw new Error('The connection was lost.');
      }
      return real.applyFacts(batch);
    },
  };
  const { actor, results } = startUnreachable(clock, journal);
  await clock.runUntil(2_000);
  results.push(
    actor.post({
      kind: 'userCommand',
      accountId: 'a',
      botId: 'bot',
      command: { kind: 'release', by: 'grant' },
      commandId: 'once',
    }),
  );
  await clock.runUntil(20_000);
  expect([failures, await Promise.race([...results, clock.flushPromises()])]).toEqual([1, 'done']);
  expect(memory.contents.events.get('bot')?.map((event) => event.key)).toContain('command:once');
});

test('an actor whose journal fails once every minute starts again within two seconds after each failure', async () => {
  const clock = createVirtualClock(1_000);
  const memory = createMemoryJournal(clock);
  memory.addBot(botRow());
  const real = memory.connect('node');
  let hasFailed = false;
  const journal: Journal = {
    ...real,
    applyFacts: async (batch) => {
      if (hasFailed || !batch.events.some((event) => event.key.startsWith('command:'))) return real.applyFacts(batch);
      hasFailed = true;
      throw new Error('The connection was lost.');
    },
  };
  const { actor } = startUnreachable(clock, journal);
  const waits: number[] = [];
  for (let minute = 1; minute <= 6; minute += 1) {
    await clock.runUntil(minute * 60_000);
    hasFailed = false;
    const command = { kind: 'setLast', isLast: minute % 2 === 1 } as const;
    const message = { kind: 'userCommand', accountId: 'a', botId: 'bot', command, commandId: `${minute}` } as const;
    void actor.post(message).then(() => waits.push(clock.now() - minute * 60_000));
  }
  await clock.runUntil(400_000);
  expect(waits).toHaveLength(6);
  expect(Math.max(...waits)).toBeLessThanOrEqual(2_000);
});

test('an actor takes the lease within eight seconds after a database that was lost for ten minutes responds again', async () => {
  const clock = createVirtualClock(1_000);
  const memory = createMemoryJournal(clock);
  memory.addBot(botRow());
  const real = memory.connect('node');
  const times: number[] = [];
  const journal: Journal = {
    ...real,
    async acquire(accountId, ttlMs) {
      if (clock.now() < 605_000) throw new Error('The database does not respond.');
      times.push(clock.now());
      return real.acquire(accountId, ttlMs);
    },
  };
  startUnreachable(clock, journal);
  await clock.runUntil(640_000);
  expect(times).toHaveLength(1);
  expect(times[0]).toBeLessThanOrEqual(613_000);
});

// Starts an actor with an exchange on which every request fails.
function startUnreachable(
  clock: VirtualClock,
  journal: Journal,
): { readonly actor: AccountActor; readonly results: Promise<CommandResult>[] } {
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
    venueNow: () => clock.now(),
    isVenueTimeKnown: () => true,
    listen: () => ({
      watch: () => undefined,
      need: () => undefined,
      deliverTickers: () => undefined,
      close: () => undefined,
    }),
  };
  const checkpoints = { everyEvents: 1, checkedShare: 0 };
  const quiet = { write: () => undefined };
  const leases = createLeaseRenewal({ clock, journal, log: quiet });
  const deps = {
    clock,
    journal,
    leases,
    share: wholeShare,
    exchange,
    chance: seededChance('1'),
    log: quiet,
    keyedHash: String,
  };
  const instance = () => loneInstance;
  return {
    actor: startAccountActor({ ...deps, instance, checkpoints, counter: { value: 0 }, changed: () => undefined }, 'a'),
    results: [],
  };
}

test('a stop command that is sent twice takes effect once', () => {
  const bot = newBotMemory(botRow());
  const memory = emptyMemory('a', 0);
  const batch = newBatch(memory, 1);
  dispatchEvent(batch, bot, { key: { kind: 'start' }, event: { kind: 'start' } });
  const stop = { command: { kind: 'stop', closePosition: true }, commandId: 'stop' } as const;
  expect([applyUserCommand({ batch, memory }, bot, stop), applyUserCommand({ batch, memory }, bot, stop)]).toEqual([
    'done',
    'done',
  ]);
  expect(batch.events.filter((event) => event.key === 'command:stop')).toHaveLength(1);
});
