// Finds orphan orders in a listing of open orders. Another program with our key has sent such an order, or the database was
// restored from a backup that does not have the intent. The engine never manages an orphan order.
import type { ActorContext } from '../actor/context.ts';
import { addLogLine, type FactContext } from '../facts/batch.ts';
import { ownerOf } from '../facts/attribution.ts';
import { parseClientOrderId } from '../orders/client-order-id.ts';
import type { OrderReport } from '../ports/index.ts';

/** The open orders of an account as the exchange lists them. `startedAt` is the local time before the request, in epoch ms. */
export type ListedOrders = { readonly orders: readonly OrderReport[]; readonly startedAt: number };

/**
 * Forgets the orphan orders that the listing does not contain, and starts the search for new ones. An order of the
 * listing is an orphan when the journal has no intent with its client id.
 */
export function noteOrphans(context: ActorContext, facts: FactContext, { orders, startedAt }: ListedOrders): void {
  const { memory } = facts;
  const listed = new Set(orders.map(({ clientId }) => clientId));
  for (const [clientId, { foundAt }] of memory.orphans)
    if (!listed.has(clientId) && foundAt < startedAt) memory.orphans.delete(clientId);
  const suspects = orders.filter((order) => isSuspect(context, order));
  if (suspects.length > 0) startSearch(context, suspects);
}

// The records of finished orders are dropped after some time, so an order without a record may have an intent.
function isSuspect({ memory, keyedHash }: ActorContext, { clientId }: OrderReport): boolean {
  if (memory.orders.has(clientId) || memory.orphans.has(clientId)) return false;
  const { kind } = ownerOf(memory, clientId, keyedHash);
  return kind === 'bot' || kind === 'ended';
}

function startSearch({ memory, journal, tasks, log }: ActorContext, suspects: readonly OrderReport[]): void {
  const ids = suspects.map(({ clientId }) => clientId);
  tasks.start('orphans', async () => {
    const known = await journal.knownClientIds(memory.accountId, ids);
    return (facts) => {
      for (const order of suspects) {
        if (known.has(order.clientId) || memory.orders.has(order.clientId)) continue;
        log.write('error', 'order.withoutIntent', { accountId: memory.accountId, clientId: order.clientId });
        addOrphan(facts, order);
      }
    };
  });
}

function addOrphan({ memory, batch, keyedHash }: FactContext, order: OrderReport): void {
  const slot = parseClientOrderId(order.clientId, keyedHash);
  if (slot === null) return;
  memory.orphans.set(order.clientId, { order, slot, foundAt: batch.now, cancelledAt: null });
  const parameters = { instrument: order.instrumentId, order: order.venueOrderId };
  for (const bot of memory.bots.values())
    addLogLine(batch, bot, { type: 'ERROR', messageKey: 'bots.log.orphanOrder', parameters });
}
