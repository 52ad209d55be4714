// Cancels orphan orders that can enlarge a position. An exit without an intent can only reduce, so it is not cancelled.
import { isLeaseOld, type ActorContext } from '../actor/context.ts';
import { orphanRetryMs } from '../limits.ts';
import { instrumentsOf, type AccountMemory } from '../memory/account-memory.ts';
import type { OrphanOrder } from '../memory/orphan-order.ts';

/**
 * Cancels the orphan entries of the account. Only an instance whose mark is confirmed does this, because an instance that
 * was restored from a backup does not know the intents of the original (decision 56).
 */
export async function cancelOrphans(context: ActorContext): Promise<void> {
  const { memory, clock, exchange, log, instance } = context;
  if (!instance().isConfirmed) return;
  const instruments = new Map(instrumentsOf(memory).map((instrument) => [instrument.id, instrument]));
  for (const orphan of memory.orphans.values()) {
    const { clientId, instrumentId, trigger } = orphan.order;
    const instrument = instruments.get(instrumentId);
    if (instrument === undefined || !isCancelDue(memory, orphan, clock.now()) || isLeaseOld(context)) continue;
    orphan.cancelledAt = clock.now();
    const outcome = await exchange.cancel({ instrument, clientId, trigger });
    log.write('warn', 'order.orphanCancelled', { accountId: memory.accountId, clientId, outcome: outcome.kind });
    memory.isSnapshotWanted = true;
  }
}

function isCancelDue(memory: AccountMemory, { order, slot, cancelledAt }: OrphanOrder, now: number): boolean {
  if (slot.kind !== 'entry' || (cancelledAt !== null && now < cancelledAt + orphanRetryMs)) return false;
  return ![...memory.frozen.values()].some(({ market }) => market?.instrument.id === order.instrumentId);
}
