// What every part of an account actor works with, and the one way to store a batch of facts.
import { hasContent, toFactBatch, type Batch } from '../facts/batch.ts';
import type { KeyedHash } from '../orders/client-order-id.ts';
import type { AccountMemory } from '../memory/account-memory.ts';
import type { Chance, Clock, Exchange, Journal, Log } from '../ports/index.ts';

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

/** Stores a batch, when it holds anything, and says which bots changed. A failed write throws: the actor starts again from the journal. */
export async function commit(context: ActorContext, batch: Batch): Promise<void> {
  if (!hasContent(batch)) return;
  await context.journal.applyFacts(toFactBatch(batch));
  context.changed([...batch.touched].map((bot) => bot.row.botId));
}
