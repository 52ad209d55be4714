// Looks up single orders at the exchange: orders with an unknown outcome, orders that are missing from the listing, and
// orders whose command is still pending.
import { openSize } from '@rondo/strategy';
import { beginFacts, commit, type ActorContext } from '../actor/context.ts';
import { setIntentState, type FactContext } from '../facts/batch.ts';
import { applyFills } from '../facts/ledger-facts.ts';
import { applyOrderFact, applyOrderReport } from '../facts/order-facts.ts';
import { commandLookupAfterMs, lookupGapMs, proofLookBackMs } from '../limits.ts';
import { sizeIn } from '../memory/account-memory.ts';
import type { ActiveOrder } from '../memory/order-record.ts';
import { isProvenAbsent, isReadyForReading, withNotFound, type FullReading } from './not-found-proof.ts';
import { isOpen } from './order-state.ts';

/** Looks up every active order whose lookup is due. */
export async function lookUpOrders(context: ActorContext): Promise<void> {
  for (const order of context.memory.orders.values()) {
    if (order.kind === 'active' && isLookupDue(context, order)) await lookUp(context, order);
  }
}

function isLookupDue(context: ActorContext, order: ActiveOrder): boolean {
  const now = context.clock.now();
  if (!isOpen(order.state) || now < order.lookups.lastAt + lookupGapMs) return false;
  if (order.lookups.isDue || order.state === 'unknown') return true;
  if (order.command !== null && now > order.command.sentAt + commandLookupAfterMs) return true;
  return isMissingFromListing(context, order);
}

/** Returns true when a complete listing does not show the order and is newer than every known fact about the order. */
function isMissingFromListing({ memory }: ActorContext, order: ActiveOrder): boolean {
  if (memory.snapshot === null || memory.snapshot.startedAt <= order.factAt) return false;
  return !memory.snapshot.openOrders.some((listed) => listed.clientId === order.clientId);
}

async function lookUp(context: ActorContext, order: ActiveOrder): Promise<void> {
  order.lookups = { ...order.lookups, lastAt: context.clock.now() };
  const beganAt = context.exchange.venueNow();
  const report = await context.exchange.lookup(order.instrument, order.clientId, order.type === 'trigger');
  // A failed lookup proves nothing, so the lookup is repeated.
  if (!report.ok) return;
  const facts = beginFacts(context);
  if (report.value === null) {
    const countsAfter = order.placement.deadlineAt + context.exchange.venue.notFoundGraceMs;
    const notFoundAt = withNotFound(order.lookups.notFoundAt, beganAt, countsAfter);
    order.lookups = { ...order.lookups, isDue: false, notFoundAt };
    if (isReadyForReading(notFoundAt)) await proveNeverPlaced(context, facts, order);
  } else {
    order.lookups = { ...order.lookups, isDue: false };
    closeCommand(facts, order, beganAt);
    applyOrderReport(facts, report.value);
  }
  await commit(context, facts);
}

// Closes a pending command that can no longer take effect. An amend is closed after its deadline. A cancel is closed
// when enough time has passed to send another cancel.
function closeCommand(facts: FactContext, order: ActiveOrder, beganAt: number): void {
  const { command } = order;
  if (command === null || (command.verb === 'amend' && beganAt <= command.deadlineAt)) return;
  if (command.verb === 'cancel' && facts.batch.now <= command.sentAt + commandLookupAfterMs) return;
  setIntentState(facts.batch, command.intentId, { state: 'done', evidence: 'order was looked up' });
  order.command = null;
}

async function proveNeverPlaced(context: ActorContext, facts: FactContext, order: ActiveOrder): Promise<void> {
  const instruments = [order.instrument];
  const sinceAt = order.placement.sentAt - proofLookBackMs;
  const { exchange, memory } = context;
  const [open, history, fills, positions] = await Promise.all([
    exchange.openOrders(instruments),
    exchange.orderHistory(instruments, sinceAt),
    exchange.fillsAfter(instruments, { billId: null, sinceAt }),
    exchange.positions(instruments),
  ]);
  if (!open.ok || !history.ok || !fills.ok || !positions.ok) return;
  facts.batch.touched.clear();
  applyFills(facts, fills.value);
  const shown = [...open.value, ...history.value].find((each) => each.clientId === order.clientId);
  if (shown !== undefined) return applyOrderReport(facts, shown);
  const bot = memory.bots.get(order.slot.botId);
  const reading: FullReading = {
    isReadComplete: true,
    isInOpenOrders: false,
    isInHistory: false,
    hasFills: !order.wasSeen && fills.value.some((fill) => fill.clientId === order.clientId),
    isPositionExplained:
      bot === undefined || sizeIn(positions.value, bot) === openSize(bot.state) || bot.outsideFills.length > 0,
  };
  if (!isProvenAbsent(order.lookups.notFoundAt, reading)) return;
  order.resends = 0;
  applyOrderFact(facts, order, 'absent');
  if (order.state !== 'never') return;
  // The intents stay open. After a restart the strategy may want another order, and one id must not name two orders, so
  // the proof is then made a second time.
  for (const id of order.placement.intentIds)
    setIntentState(facts.batch, id, { state: 'unknown', evidence: 'proven absent' });
}
