// Finds orphan orders in listings and in pushed messages. Another program with our key or another copy of the database has sent such
// an order, or the database was restored from a backup that does not have the intent. The engine never manages an orphan order.
import type { ActorContext } from '../actor/context.ts';
import { isLaterMark } from '../actor/instance.ts';
import { addLogLine, type FactContext } from '../facts/batch.ts';
import { ownerOf } from '../facts/attribution.ts';
import { lookupsAtOnceMax } from '../limits.ts';
import { markOf, parseClientOrderId } from '../orders/client-order-id.ts';
import type { OrderReport } from '../ports/index.ts';

/** The open orders of an account as the exchange lists them. `startedAt` is the local time before the request, in epoch ms. */
export type ListedOrders = { readonly orders: readonly OrderReport[]; readonly startedAt: number };

/**
 * Forgets the orphan orders that the listing does not contain, and starts the search for new ones. An order of the
 * listing is an orphan when the journal has no intent with its client id, and the id belongs to no other account.
 */
export function noteOrphans(context: ActorContext, facts: FactContext, { orders, startedAt }: ListedOrders): void {
  const { memory } = facts;
  const listed = new Set(orders.map(({ clientId }) => clientId));
  for (const [clientId, { foundAt }] of memory.orphans)
    if (!listed.has(clientId) && foundAt < startedAt) memory.orphans.delete(clientId);
  for (const [clientId, foundAt] of memory.ordersOfOthers)
    if (!listed.has(clientId) && foundAt < startedAt) memory.ordersOfOthers.delete(clientId);
  const suspects = orders.filter((order) => isSuspect(context, order));
  if (suspects.length > 0) startSearch(context, suspects, 'orphans');
}

// The records of finished orders are dropped after some time, so an order without a record may have an intent.
function isSuspect({ memory, keyedHash }: ActorContext, { clientId }: OrderReport): boolean {
  if (memory.orders.has(clientId) || memory.orphans.has(clientId) || memory.ordersOfOthers.has(clientId)) return false;
  const { kind } = ownerOf(memory, clientId, keyedHash);
  return kind === 'bot' || kind === 'ended';
}

/**
 * Starts the search for the intent of a pushed order that has no record. A pushed order shows another copy of the database
 * earlier than a listing, and it shows an order that was filled immediately.
 */
export function notePushedOrder(context: ActorContext, order: OrderReport): void {
  const { memory, tasks } = context;
  if (order.unreadable !== undefined || memory.suspects.has(order.clientId) || !isSuspect(context, order)) return;
  if (tasks.countRunning(pushedPart) < lookupsAtOnceMax)
    return startSearch(context, [order], `${pushedPart}${order.clientId}`);
  memory.isSnapshotWanted = true;
}

const pushedPart = 'orphan/';

// The gate is closed while the journal is searched, because the order may be of another copy of the database.
function startSearch(context: ActorContext, suspects: readonly OrderReport[], part: string): void {
  const { memory, journal, tasks, log } = context;
  const ids = suspects.map(({ clientId }) => clientId);
  const isStarted = tasks.start(part, async () => {
    const known = await journal.knownClientIds(memory.accountId, ids);
    const ofOthers = await findOthers(
      context,
      suspects.filter(({ clientId }) => !known.has(clientId)),
    );
    return (facts) => {
      for (const order of suspects) {
        memory.suspects.delete(order.clientId);
        if (known.has(order.clientId) || memory.orders.has(order.clientId)) continue;
        if (ofOthers.has(order.clientId)) {
          noteOther(context, order, facts.batch.now);
          continue;
        }
        log.write('error', 'order.withoutIntent', { accountId: memory.accountId, clientId: order.clientId });
        reportCopy(context, order);
        if (isOpen(order)) addOrphan(facts, order);
      }
    };
  });
  if (isStarted) for (const id of ids) memory.suspects.add(id);
}

function isOpen({ state }: OrderReport): boolean {
  return state === 'live' || state === 'partiallyFilled';
}

// The owner of an account sees the client ids of the account, and can place an order with such an id by hand on another account.
async function findOthers(
  { journal, keyedHash }: ActorContext,
  orders: readonly OrderReport[],
): Promise<ReadonlySet<string>> {
  const parsed = orders.flatMap(({ clientId }) => {
    const slot = parseClientOrderId(clientId, keyedHash);
    return slot === null ? [] : [{ clientId, botNumber: slot.botNumber }];
  });
  return parsed.length === 0 ? new Set() : journal.clientIdsOfOthers(parsed);
}

// Another copy sends an order for the account of its bot only. So this order is not of a copy, and it counts as an order from outside: it closes no gate and is not cancelled.
function noteOther({ memory, log }: ActorContext, order: OrderReport, now: number): void {
  const { clientId } = order;
  log.write('warn', 'order.ofAnotherAccount', { accountId: memory.accountId, clientId });
  if (isOpen(order)) memory.ordersOfOthers.set(clientId, now);
}

// The journal has the intent of every order that this instance has sent. An order that was created after the last
// confirmation, and whose intent is missing, was sent by another copy of the database.
function reportCopy({ memory, instance }: ActorContext, { clientId, createdAt }: OrderReport): void {
  const { mark, confirmedAt, reportCopy: report } = instance();
  if (mark === null || createdAt <= confirmedAt) return;
  report({ accountId: memory.accountId, clientId, isFromEarlier: !isLaterMark(markOf(clientId), mark) });
}

function addOrphan({ memory, batch, keyedHash }: FactContext, order: OrderReport): void {
  const slot = parseClientOrderId(order.clientId, keyedHash);
  if (slot === null) return;
  memory.orphans.set(order.clientId, { order, slot, foundAt: batch.now, cancelledAt: null });
  const parameters = { instrument: order.instrumentId, order: order.venueOrderId };
  for (const bot of memory.bots.values())
    addLogLine(batch, bot, { type: 'ERROR', messageKey: 'bots.log.orphanOrder', parameters });
}
