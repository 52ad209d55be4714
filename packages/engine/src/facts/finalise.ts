// Handles the end of an order: closes its intents, marks its record as finished, and reports the reason to its bot.
import type { OrderEnd } from '@rondo/strategy';
import { blockForMargin } from '../gate/margin-block.ts';
import { backoffFirstMs, backoffLastMs, backoffManyCount, backoffPatientMs } from '../limits.ts';
import { slotName, type BotMemory } from '../memory/bot-memory.ts';
import { countOutsideCancel } from '../memory/bot-waits.ts';
import { finishedOrder, type ActiveOrder } from '../memory/order-record.ts';
import type { TerminalState } from '../orders/order-state.ts';
import type { RejectReason } from '../ports/index.ts';
import { isCancelledByUser } from './attribution.ts';
import { addLogLine, dispatchEvent, setIntentState, type FactContext } from './batch.ts';

/**
 * Finalises an order: closes its intents and reports its end to the bot in one transaction. The end of a revived order
 * is not reported, because the end was reported before the order was revived.
 */
export function finalise(context: FactContext, order: ActiveOrder, end: TerminalState): void {
  const { batch, memory } = context;
  const evidence = `${order.reportedLots} lots reported`;
  for (const id of order.placement.intentIds) setIntentState(batch, id, { state: end, evidence });
  if (order.command !== null) setIntentState(batch, order.command.intentId, { state: 'done', evidence: end });
  memory.orders.set(order.clientId, finishedOrder(order, end));
  memory.isSnapshotWanted = true;
  const bot = memory.bots.get(order.slot.botId);
  if (bot !== undefined && !order.isRevived) reportEnd(context, bot, { order, end });
}

type Ended = { readonly order: ActiveOrder; readonly end: TerminalState };

function reportEnd(context: FactContext, bot: BotMemory, { order, end }: Ended): void {
  const { batch, venue } = context;
  const isUserCancel = end === 'cancelled' && isCancelledByUser(venue, order);
  if (isUserCancel) noteUserCancel(context, bot, order);
  if (end === 'rejected') backOff(bot, slotName(order.slot), batch.now);
  const reason = reportedEndOf(order, end);
  if (reason === 'blocked') blockForMargin(bot, order, batch.now);
  const { kind, round, step, generation } = order.slot;
  const code = order.refusal === null || order.refusal.code === '' ? {} : { code: order.refusal.code };
  const mark = reason === 'deferred' ? ({ isTransient: true } as const) : {};
  dispatchEvent(batch, bot, {
    key: { kind: 'orderEnd', clientId: order.clientId, by: isUserCancel ? 'user' : 'own' },
    event: { kind: 'orderClosed', slot: { kind, round, step }, generation, reason, ...code, ...mark },
  });
}

/** Refusals because of a temporary condition of the market, the account or the request. */
const transientRefusals: ReadonlySet<RejectReason> = new Set([
  'reduceOnly',
  'price',
  'rules',
  'instrument',
  'notPlaced',
  'key',
  'busy',
]);

// Returns the reason that the bot gets. `passed` means that the price is already beyond the trigger of a stop: the
// exchange rejected the stop, or rejected its amend and we cancelled the stop.
function reportedEndOf(order: ActiveOrder, end: TerminalState): OrderEnd {
  const isUnfilled = (end === 'rejected' || end === 'cancelled') && order.reportedLots === 0n;
  if (isUnfilled && order.refusal?.reason === 'passed' && order.slot.kind === 'stopLoss') return 'passed';
  return end === 'rejected' ? rejectionOf(order) : end;
}

// A transient refusal is reported as `deferred`. A bot never gets the error `order_rejected` because of a `deferred`
// order.
function rejectionOf({ refusal, reduces }: ActiveOrder): OrderEnd {
  if (refusal === null) return 'rejected';
  if (refusal.reason === 'margin' && !reduces) return 'blocked';
  return transientRefusals.has(refusal.reason) ? 'deferred' : 'rejected';
}

function noteUserCancel(context: FactContext, bot: BotMemory, { slot, reduces }: ActiveOrder): void {
  const name = slotName(slot);
  countOutsideCancel(bot, name, reduces);
  addLogLine(context.batch, bot, {
    type: 'ORDER',
    messageKey: bot.skippedSlots.has(name) ? 'bots.log.orderCancelledOutside' : 'bots.log.exitReplacedOnce',
    parameters: { kind: slot.kind, step: String(slot.step) },
  });
}

/**
 * Makes a slot wait after a refusal. Each consecutive refusal doubles the wait up to `backoffLastMs`. After more than
 * `backoffManyCount` refusals, the wait is `backoffPatientMs`.
 */
export function backOff(bot: BotMemory, name: string, now: number): void {
  const count = (bot.backoffs.get(name)?.count ?? 0) + 1;
  const delay =
    count > backoffManyCount ? backoffPatientMs : Math.min(backoffFirstMs * 2 ** (count - 1), backoffLastMs);
  bot.backoffs.set(name, { until: now + delay, count });
}
