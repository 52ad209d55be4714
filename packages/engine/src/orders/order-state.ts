// The states of one order, and a table with the next state for every pair of state and fact. Facts may arrive late,
// several times and in any sequence.
import type { IntentState, OrderReport } from '../ports/index.ts';

/** The states of an order. The state `done` is only for amends and cancels. */
export type OrderState = Exclude<IntentState, 'done'>;

/** A state in which the order may rest at the exchange and may still be filled. */
export type OpenState = 'sent' | 'unknown' | 'live' | 'partiallyFilled';
/** A state in which the order does not rest at the exchange and gets no more fills. */
export type TerminalState = Exclude<OrderState, OpenState>;

/**
 * A fact about an order. `acked`: the exchange accepted the placement. `refused`: the exchange certainly rejected the
 * placement. `unanswered`: the outcome of the placement is unknown. `seen…`: the exchange showed the order. `absent`:
 * the not-found proof of reliability 4.4 is complete.
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

/** The next state, and whether the state and the fact contradict each other. The log of the bot contains every contradiction. */
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

/**
 * The next state for every pair of state and fact. An order changes from a terminal state to an open state only when
 * the exchange accepts the order or shows the order as open.
 */
export const orderTable: Readonly<Record<OrderState, Row>> = {
  sent: unproven,
  unknown: unproven,
  // An order that was live and is proven absent was cancelled, because an exchange deletes cancelled orders without
  // fills after some hours.
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

/**
 * Returns the fact that a report of the exchange contains. A report with the state `cancelled` counts as filled when
 * the whole size is filled. An open order counts as partially filled when its filled size is not zero. A report with
 * the state `filled` is not compared with its filled size.
 */
export function factOf(report: OrderReport): OrderFact {
  if (report.state === 'cancelled')
    return report.filledLots >= report.lots && report.lots > 0n ? 'seenFilled' : 'seenCancelled';
  if (report.state === 'filled') return 'seenFilled';
  return report.filledLots > 0n ? 'seenPartial' : 'seenLive';
}

/** Returns the state after a fact. */
export function stepOrder(state: OrderState, fact: OrderFact): OrderStep {
  return orderTable[state][fact];
}

/** Returns true when the state is open (see `OpenState`). */
export function isOpen(state: OrderState): state is OpenState {
  return openStates.has(state);
}
