// Applies reports of the exchange about one order. The same report may arrive several times, and an older report may
// arrive after a newer report. Applying a report does not need the lease. Only sending a command needs the lease.
import { isOpen, factOf, stepOrder, type OrderFact, type OrderState } from '../orders/order-state.ts';
import type { BotMemory } from '../memory/bot-memory.ts';
import { revivedOrder, type ActiveOrder, type FinishedOrder, type OrderRecord } from '../memory/order-record.ts';
import type { OrderReport } from '../ports/index.ts';
import { addLogLine, setIntentState, type FactContext } from './batch.ts';
import { finalise } from './finalise.ts';

/** Applies a report of one order. A report of an order that is not ours and an unreadable report change nothing. */
export function applyOrderReport(context: FactContext, report: OrderReport): void {
  if (report.unreadable !== undefined) return;
  const order = context.memory.orders.get(report.clientId);
  if (order === undefined) return;
  const bot = context.memory.bots.get(order.slot.botId);
  const isMore = report.filledLots > order.filledLots;
  if (isMore && bot !== undefined) bot.lastFactAt = context.batch.now;
  const filledLots = isMore ? report.filledLots : order.filledLots;
  if (order.kind === 'finished') return applyReportToFinished(context, { ...order, filledLots }, report);
  order.filledLots = filledLots;
  if (report.state === 'cancelled') order.cancelSource = report.cancelSource;
  // While an amend is pending, only the outcome of the amend shows which size and price are valid.
  if (order.command?.verb !== 'amend' && isResting(report)) {
    order.price = report.price ?? order.price;
    order.lots = report.lots;
  }
  applyOrderFact(context, order, factOf(report));
}

function applyReportToFinished(context: FactContext, order: FinishedOrder, report: OrderReport): void {
  const terms = isResting(report) ? { price: report.price ?? order.price, lots: report.lots } : {};
  applyOrderFact(context, { ...order, ...terms }, factOf(report));
}

function isResting(report: OrderReport): boolean {
  return report.state === 'live' || report.state === 'partiallyFilled';
}

/**
 * Applies one fact to one order: sets the state of the order, writes the state to the journal, and finalises the order
 * when all its fills were reported.
 */
export function applyOrderFact(context: FactContext, order: OrderRecord, fact: OrderFact): void {
  const { state, isContradiction } = stepOrder(order.state, fact);
  const bot = context.memory.bots.get(order.slot.botId);
  // A fact that repeats the state does not change `lastFactAt`. A listing is applied after its start, so otherwise each
  // listing would set `lastFactAt` to a time after its own start, and no snapshot would ever be valid.
  if (bot !== undefined && state !== order.state) bot.lastFactAt = context.batch.now;
  if (bot !== undefined && isContradiction) logContradiction(context, bot, { order, fact });
  if (order.kind === 'finished') return applyFactToFinished(context, order, { state, fact });
  order.factAt = context.batch.now;
  if (fact.startsWith('seen') || fact === 'acked') order.wasSeen = true;
  if (fact !== 'unanswered' && fact !== 'absent') order.lookups = { ...order.lookups, notFoundAt: [] };
  order.state = state;
  if (!isOpen(state) && state !== 'never') order.lookups = { ...order.lookups, isDue: false };
  if (isOpen(state) && state !== order.journalState) writeState(context, order, fact);
  finaliseIfComplete(context, order);
}

type Stepped = { readonly state: OrderState; readonly fact: OrderFact };

// The exchange may show an order as open after its end was reported. The record is then active again, so that the engine cancels the order.
function applyFactToFinished(context: FactContext, order: FinishedOrder, { state, fact }: Stepped): void {
  const known = { ...order, factAt: context.batch.now };
  if (!isOpen(state)) {
    context.memory.orders.set(order.clientId, { ...known, state });
    return;
  }
  const revived = revivedOrder(known, state);
  context.memory.orders.set(order.clientId, revived);
  writeState(context, revived, fact);
}

function writeState(context: FactContext, order: ActiveOrder, fact: OrderFact): void {
  order.journalState = order.state;
  const { intentIds } = order.placement;
  const latest = intentIds.at(-1);
  if (latest === undefined) return;
  setIntentState(context.batch, latest, { state: order.state, evidence: fact });
  if (order.state === 'unknown') return;
  // The order was sent again after the proof that its earlier requests had placed nothing. A restart before the response restores their intents.
  for (const id of intentIds.slice(0, -1))
    setIntentState(context.batch, id, { state: 'never', evidence: 'sent again' });
  order.placement = { ...order.placement, intentIds: [latest] };
}

function logContradiction(
  { batch }: FactContext,
  bot: BotMemory,
  { order, fact }: { readonly order: OrderRecord; readonly fact: OrderFact },
): void {
  const parameters = { kind: order.slot.kind, step: String(order.slot.step), state: order.state, fact };
  addLogLine(batch, bot, { type: 'ERROR', messageKey: 'bots.log.orderContradiction', parameters });
}

// Finalises the order when its state is terminal and the strategy has received fills for the whole filled size that the
// exchange reports.
function finaliseIfComplete(context: FactContext, order: ActiveOrder): void {
  const { state } = order;
  if (isOpen(state) || state === 'never') return;
  if (order.reportedLots < order.filledLots || (state === 'filled' && order.reportedLots === 0n)) {
    context.memory.isSnapshotWanted = true;
    return;
  }
  finalise(context, order, state);
}
