// The context that every part of an account actor uses, and the functions that begin and store a transaction of facts.
import { hasContent, newBatch, toFactBatch, type FactContext } from '../facts/batch.ts';
import type { AccountMemory } from '../memory/account-memory.ts';
import type { KeyedHash } from '../orders/client-order-id.ts';
import type { Chance, Clock, Exchange, Journal, Log } from '../ports/index.ts';

/** The ports and the memory of one account. The actor calls `changed` with the ids of the bots whose stored view has changed. */
export type ActorContext = {
  readonly clock: Clock;
  readonly chance: Chance;
  readonly log: Log;
  readonly journal: Journal;
  readonly exchange: Exchange;
  readonly keyedHash: KeyedHash;
  readonly memory: AccountMemory;
  readonly counter: { value: number }; // The counter makes the ids of intents of one millisecond unique.
  readonly changed: (botIds: readonly string[]) => void;
};

/** Returns an empty transaction of facts about this account, with the current time. */
export function beginFacts({ memory, clock, keyedHash, exchange }: ActorContext): FactContext {
  return { memory, batch: newBatch(memory, clock.now()), keyedHash, venue: exchange.venue };
}

/**
 * Stores the facts when the transaction contains facts, and announces the changed bots. Throws when the write fails;
 * the actor then restarts from the journal.
 */
export async function commit(context: ActorContext, facts: FactContext): Promise<void> {
  if (!hasContent(facts.batch)) return;
  await context.journal.applyFacts(toFactBatch(facts));
  context.changed([...facts.batch.touched].map((bot) => bot.row.botId));
}
