// The life of one order as we know it: a total table of (state, fact). Facts come in any order, twice, and late.
import type { IntentState, OrderReport } from '../ports/index.ts';

/** The states of an order; `done` belongs to amends and cancels only. */
export type OrderState = Exclude<IntentState, 'done'>;

/**
 * What was learnt: `acked` the place was accepted; `refused` it was definitively rejected; `unanswered` nothing certain came back;
 * `seen…` the exchange showed the order; `absent` the not-found proof of reliability 4.4 holds.
 */
export type OrderFact =
  | 'acked'
  | 'refused'
  | 'unanswered'
  | 'seenLive'
  | 'seenPartial'
  | 'seenFilled'
  | 'seenCancelled'
  | 'absent';

/** The next state, and whether the pair contradicts itself (recorded, and the bot is looked at closely). */
export type OrderStep = { readonly state: OrderState; readonly isContradiction: boolean };

export const terminalStates: ReadonlySet<IntentState> = new Set<IntentState>([
  'filled',
  'cancelled',
  'rejected',
  'never',
  'done',
]);

const stays = (state: OrderState): OrderStep => ({ state, isContradiction: false });
const odd = (state: OrderState): OrderStep => ({ state, isContradiction: true });

type Row = Readonly<Record<OrderFact, OrderStep>>;

const waiting: Row = {
  acked: stays('live'),
  refused: stays('rejected'),
  unanswered: stays('unknown'),
  seenLive: stays('live'),
  seenPartial: stays('partiallyFilled'),
  seenFilled: stays('filled'),
  seenCancelled: stays('cancelled'),
  absent: stays('never'),
};

/** Every pair has a result; a terminal state leaves only when the exchange shows the order after all. */
export const orderTable: Readonly<Record<OrderState, Row>> = {
  sent: waiting,
  unknown: waiting,
  // A live order whose absence is proven ended without a trace: the exchange forgets unfilled cancelled orders after two hours.
  live: {
    ...waiting,
    acked: stays('live'),
    refused: odd('live'),
    unanswered: stays('live'),
    absent: stays('cancelled'),
  },
  partiallyFilled: {
    ...waiting,
    acked: stays('partiallyFilled'),
    refused: odd('partiallyFilled'),
    unanswered: stays('partiallyFilled'),
    seenLive: stays('partiallyFilled'),
    absent: stays('cancelled'),
  },
  filled: {
    acked: stays('filled'),
    refused: odd('filled'),
    unanswered: stays('filled'),
    seenLive: stays('filled'),
    seenPartial: stays('filled'),
    seenFilled: stays('filled'),
    seenCancelled: odd('filled'),
    absent: odd('filled'),
  },
  cancelled: {
    acked: stays('cancelled'),
    refused: odd('cancelled'),
    unanswered: stays('cancelled'),
    seenLive: stays('cancelled'),
    seenPartial: stays('cancelled'),
    seenFilled: odd('filled'),
    seenCancelled: stays('cancelled'),
    absent: stays('cancelled'),
  },
  rejected: {
    acked: odd('live'),
    refused: stays('rejected'),
    unanswered: stays('rejected'),
    seenLive: odd('live'),
    seenPartial: odd('partiallyFilled'),
    seenFilled: odd('filled'),
    seenCancelled: odd('cancelled'),
    absent: stays('rejected'),
  },
  never: {
    acked: odd('live'),
    refused: stays('never'),
    unanswered: stays('never'),
    seenLive: odd('live'),
    seenPartial: odd('partiallyFilled'),
    seenFilled: odd('filled'),
    seenCancelled: odd('cancelled'),
    absent: stays('never'),
  },
};

/** The fact that a report of the exchange states. A filled quantity is authoritative over the status beside it. */
export function factOf(report: OrderReport): OrderFact {
  if (report.state === 'cancelled')
    return report.filledLots >= report.lots && report.lots > 0n ? 'seenFilled' : 'seenCancelled';
  if (report.state === 'filled') return 'seenFilled';
  return report.filledLots > 0n ? 'seenPartial' : 'seenLive';
}

/** The state after a fact. */
export function stepOrder(state: OrderState, fact: OrderFact): OrderStep {
  return orderTable[state][fact];
}

/** True when the exchange may still hold or fill the order. */
export function isOpen(state: OrderState): boolean {
  return !terminalStates.has(state);
}
