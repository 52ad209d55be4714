// Builds an engine with the fake venue, a virtual clock, one account and one bot.
import { createMemoryJournal, createVirtualClock, seededChance, type VirtualClock } from '@rondo/testkit';
import { createEngine, parseClientOrderId, type Engine } from '../src/index.ts';
import type { Exchange } from '../src/ports/index.ts';
import { botRow, keyedHash } from './builders.ts';
import { createFakeExchange, type FakeExchange } from './fake-exchange.ts';

const startAt = 1_000_000;
const firstPrice = 200_000n;

/**
 * Builds the world. `wrap` returns the exchange that the engine uses. In the result, `begin` starts an engine, `run`
 * lets the time pass, `steps` returns the kind and step of each resting order, and `lines` returns the message keys in
 * the log of the bot.
 */
export function openWorld(wrap: (real: FakeExchange, clock: VirtualClock) => Exchange = (real) => real) {
  const clock = createVirtualClock(startAt);
  const memory = createMemoryJournal(clock);
  memory.addBot(botRow());
  const exchange = createFakeExchange(clock, firstPrice);
  const begin = (node: string): Engine => {
    const log = { write: () => undefined };
    const chance = seededChance(node);
    const journal = memory.connect(node);
    const engine = createEngine({
      clock,
      chance,
      log,
      journal,
      exchangeFor: () => wrap(exchange, clock),
      clientIdKey: keyedHash,
    });
    engine.start(['a']);
    return engine;
  };
  const run = (ms: number): Promise<void> => clock.runUntil(clock.now() + ms);
  const lines = (): readonly string[] => memory.contents.logs.map((line) => line.messageKey.slice('bots.log.'.length));
  const steps = (): readonly string[] =>
    exchange.resting().map((id) => {
      const slot = parseClientOrderId(id, keyedHash);
      return `${slot?.kind}${slot?.step}`;
    });
  return { clock, memory, exchange, begin, run, lines, steps };
}

/** A user command that stops the bot and closes its position. */
export const stop = {
  kind: 'userCommand',
  accountId: 'a',
  botId: 'bot',
  command: { kind: 'stop', closePosition: true },
  commandId: 'stop',
} as const;
