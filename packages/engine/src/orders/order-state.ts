// The known states of one order: a total table of (state, fact). Facts arrive in any order, several times, and late.
import type { IntentState, OrderReport } from '../ports/index.ts';

/** The states of an order; `done` belongs to amends and cancels only. */
export type OrderState = Exclude<IntentState, 'done'>;

/** The exchange may still hold or fill an order in an open state; in a terminal state it does not. */
export type OpenState = 'sent' | 'unknown' | 'live' | 'partiallyFilled';
/** A final state: the exchange neither holds nor fills the order any more. */
export type TerminalState = Exclude<OrderState, OpenState>;

/**
 * A fact about an order: `acked` the place was accepted; `refused` it was definitively rejected; `unanswered` its outcome is unknown;
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

/** The next state, and whether state and fact contradict each other. A contradiction is written to the bot's log. */
export type OrderStep = { readonly state: OrderState; readonly isContradiction: boolean };

const openStates: ReadonlySet<OrderState> = new Set<OpenState>(['sent', 'unknown', 'live', 'partiallyFilled']);

const next = (state: OrderState): OrderStep => ({ state, isContradiction: false });
const contradiction = (state: OrderState): OrderStep => ({ state, isContradiction: true });

type Row = Readonly<Record<OrderFact, OrderStep>>;

const unproven: Row = {
  acked: next('live'),
  refused: next('rejected'),
  unanswered: next('unknown'),
  seenLive: next('live'),
  seenPartial: next('partiallyFilled'),
  seenFilled: next('filled'),
  seenCancelled: next('cancelled'),
  absent: next('never'),
};

/** Every pair has a result. An order leaves a terminal state only when the exchange shows it as open. */
export const orderTable: Readonly<Record<OrderState, Row>> = {
  sent: unproven,
  unknown: unproven,
  // A live order whose absence is proven was cancelled: an exchange forgets unfilled cancelled orders after some hours.
  live: {
    ...unproven,
    acked: next('live'),
    refused: contradiction('live'),
    unanswered: next('live'),
    absent: next('cancelled'),
  },
  partiallyFilled: {
    ...unproven,
    acked: next('partiallyFilled'),
    refused: contradiction('partiallyFilled'),
    unanswered: next('partiallyFilled'),
    seenLive: next('partiallyFilled'),
    absent: next('cancelled'),
  },
  filled: {
    acked: next('filled'),
    refused: contradiction('filled'),
    unanswered: next('filled'),
    seenLive: next('filled'),
    seenPartial: next('filled'),
    seenFilled: next('filled'),
    seenCancelled: contradiction('filled'),
    absent: contradiction('filled'),
  },
  cancelled: {
    acked: next('cancelled'),
    refused: contradiction('cancelled'),
    unanswered: next('cancelled'),
    seenLive: next('cancelled'),
    seenPartial: next('cancelled'),
    seenFilled: contradiction('filled'),
    seenCancelled: next('cancelled'),
    absent: next('cancelled'),
  },
  rejected: {
    acked: contradiction('live'),
    refused: next('rejected'),
    unanswered: next('rejected'),
    seenLive: contradiction('live'),
    seenPartial: contradiction('partiallyFilled'),
    seenFilled: contradiction('filled'),
    seenCancelled: contradiction('cancelled'),
    absent: next('rejected'),
  },
  never: {
    acked: contradiction('live'),
    refused: next('never'),
    unanswered: next('never'),
    seenLive: contradiction('live'),
    seenPartial: contradiction('partiallyFilled'),
    seenFilled: contradiction('filled'),
    seenCancelled: contradiction('cancelled'),
    absent: next('never'),
  },
};

/** The fact that a report of the exchange states. Its filled quantity is authoritative over its status. */
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
export function isOpen(state: OrderState): state is OpenState {
  return openStates.has(state);
}
