// The context of one account actor with a bot, a fake exchange and a journal in memory. Tests of a single part of the actor use it.
import { createMemoryJournal, createVirtualClock, seededChance, type VirtualClock } from '@rondo/testkit';
import { beginFacts, commit, type ActorContext } from '../src/actor/context.ts';
import type { AccountMemory } from '../src/memory/account-memory.ts';
import type { BotMemory } from '../src/memory/bot-memory.ts';
import type { Exchange } from '../src/ports/index.ts';
import { createReadingTasks } from '../src/readings/tasks.ts';
import { botRow, keyedHash, memoryWithBot } from './builders.ts';
import { createFakeExchange, type FakeExchange } from './fake-exchange.ts';

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

/** Opens the account `a` at this instant with one bot. The functions in `changes` replace methods of the fake exchange. */
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
    keyedHash,
    counter: { value: 0 },
    changed: () => undefined,
    log: { write: (_level, event) => written.push(event) },
    journal: journal.connect('node'),
    exchange: { ...fake, ...changes },
  };
  return { clock, memory, bot, fake, context, written, journal };
}

/** Waits for the readings that have begun and for those that follow from them, and applies each result in a transaction of its own. */
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
