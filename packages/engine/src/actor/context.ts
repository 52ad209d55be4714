// The context that every part of an account actor uses, and the functions that begin and store a transaction of facts.
import { hasContent, newBatch, toFactBatch, type FactContext } from '../facts/batch.ts';
import type { AccountMemory } from '../memory/account-memory.ts';
import type { KeyedHash } from '../orders/client-order-id.ts';
import type { Chance, Clock, Exchange, Journal, Log } from '../ports/index.ts';

/** The ports and the memory of one account. `changed` announces bots whose stored view is new. */
export type ActorContext = {
  readonly clock: Clock;
  readonly chance: Chance;
  readonly log: Log;
  readonly journal: Journal;
  readonly exchange: Exchange;
  readonly keyedHash: KeyedHash;
  readonly memory: AccountMemory;
  readonly counter: { value: number }; // makes intent ids of one millisecond differ
  readonly changed: (botIds: readonly string[]) => void;
};

/** An empty transaction of facts about this account, as of now. */
export function beginFacts({ memory, clock, keyedHash, exchange }: ActorContext): FactContext {
  return { memory, batch: newBatch(memory, clock.now()), keyedHash, venue: exchange.venue };
}

/** Stores the facts, if there are any, and announces the changed bots. A failed write throws: the actor restarts from the journal. */
export async function commit(context: ActorContext, facts: FactContext): Promise<void> {
  if (!hasContent(facts.batch)) return;
  await context.journal.applyFacts(toFactBatch(facts));
  context.changed([...facts.batch.touched].map((bot) => bot.row.botId));
}
