// Builds the context of one account actor for tests: one bot, a fake exchange and a journal in memory. No actor runs.
import { createMemoryJournal, createVirtualClock, seededChance, type VirtualClock } from '@rondo/testkit';
import { beginFacts, commit, type ActorContext } from '../src/actor/context.ts';
import { createRunningCommands } from '../src/actor/running-commands.ts';
import type { AccountMemory } from '../src/memory/account-memory.ts';
import type { BotMemory } from '../src/memory/bot-memory.ts';
import type { Exchange } from '../src/ports/index.ts';
import { createReadingTasks } from '../src/readings/tasks.ts';
import { botRow, keyedHash, memoryWithBot } from './builders.ts';
import { createFakeExchange, type FakeExchange } from './fake-exchange.ts';
import { loneInstance } from '../src/actor/instance.ts';

/** The context of an actor and the objects behind its ports. `written` contains the event names of the log. */
export type ActorWorld = {
  readonly context: ActorContext;
  readonly clock: VirtualClock;
  readonly memory: AccountMemory;
  readonly bot: BotMemory;
  readonly fake: FakeExchange;
  readonly journal: ReturnType<typeof createMemoryJournal>;
  readonly written: readonly string[];
};

/**
 * Builds the context of the account `a` with one bot at the time `now`. The functions in `changes` replace methods of
 * the fake exchange.
 */
export function openActorWorld(now: number, changes: Partial<Exchange> = {}): ActorWorld {
  const clock = createVirtualClock(now);
  const { memory, bot } = memoryWithBot(now);
  const journal = createMemoryJournal(clock);
  journal.addBot(botRow());
  const fake = createFakeExchange(clock, 200_000n);
  const written: string[] = [];
  const context: ActorContext = {
    clock,
    chance: seededChance('1'),
    memory,
    tasks: createReadingTasks(() => undefined),
    running: createRunningCommands(() => undefined),
    keyedHash,
    instance: () => loneInstance,
    counter: { value: 0 },
    checkpoints: { everyEvents: 1, checkedShare: 1 },
    changed: () => undefined,
    log: { write: (_level, event) => written.push(event) },
    journal: journal.connect('node'),
    exchange: { ...fake, ...changes },
  };
  return { clock, memory, bot, fake, context, written, journal };
}

/**
 * Waits until no reading runs, and applies the result of each reading in its own transaction. A result may start
 * further readings.
 */
export async function finishReadings(context: ActorContext): Promise<void> {
  while (context.tasks.countRunning('') > 0 || context.tasks.hasFinished()) {
    for (const apply of context.tasks.takeFinished()) {
      const facts = beginFacts(context);
      apply(facts);
      await commit(context, facts);
    }
    await Promise.resolve();
  }
}
