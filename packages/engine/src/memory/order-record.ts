// The record of one order that the engine has sent: the request and the known state. The record is active until the end
// of the order was reported to its bot, and is then finished.
import type { Lots, Ticks } from '@rondo/decimal';
import type { InstrumentRules } from '@rondo/strategy';
import type { OpenState, OrderState, TerminalState } from '../orders/order-state.ts';
import type { IntentState, OrderSide, PlaceOrder, PositionSide, RejectReason, SlotKey } from '../ports/index.ts';

/**
 * A pending amend or cancel. An order has at most one pending command. `acknowledged`: the exchange accepted the
 * command, and its effect was not yet seen.
 */
export type PendingCommand = {
  readonly verb: 'amend' | 'cancel';
  readonly intentId: string;
  readonly state: 'sent' | 'acknowledged' | 'unknown';
  readonly sentAt: number;
  readonly deadlineAt: number; // exchange time in epoch ms; 0: no deadline
  readonly price: Ticks | null;
  readonly lots: Lots;
};

/** The fields of an order that never change. `payload` is the canonical text of its placement. */
export type OrderIdentity = {
  readonly slot: SlotKey;
  readonly clientId: string;
  readonly instrument: InstrumentRules;
  readonly positionSide: PositionSide;
  readonly side: OrderSide;
  readonly type: PlaceOrder['type'];
  readonly reduces: boolean;
  readonly payload: string;
};

/**
 * The latest placement of an order. `sentAt` is the local time at which the placement was sent. `deadlineAt` is the
 * exchange time after which the exchange refuses the placement. After a restart, `intentIds` contains the open intents
 * of all placements of the client id.
 */
export type Placement = {
  readonly intentIds: readonly string[];
  readonly sentAt: number;
  readonly deadlineAt: number;
};

/**
 * The lookups of an order at the exchange. `notFoundAt` contains the times of the "not found" responses (see
 * not-found-proof.ts).
 */
export type OrderLookups = {
  readonly isDue: boolean;
  readonly lastAt: number; // local time in epoch ms; 0: no lookup yet
  readonly notFoundAt: readonly number[];
};

/** The reason why the exchange refused the order or a change of the order. The code is '' for a refused change. */
export type OrderRefusal = { readonly reason: RejectReason; readonly code: string };

/** An order whose end was not yet reported to its bot. */
export type ActiveOrder = OrderIdentity & {
  readonly kind: 'active';
  /**
   * True when the exchange showed the order as open after its end was reported. The next end of the order is not
   * reported to the bot.
   */
  readonly isRevived: boolean;
  price: Ticks | null;
  lots: Lots;
  state: OrderState;
  journalState: IntentState; // The state of the latest placement intent in the journal.
  placement: Placement;
  factAt: number; // local time of the latest fact
  filledLots: bigint; // the largest filled size that the exchange has shown, in lots
  reportedLots: bigint; // The sum of the fills that were reported to the strategy, in lots.
  wasSeen: boolean;
  command: PendingCommand | null;
  wasCancelAsked: boolean;
  isCancelRefused: boolean; // True when the exchange refused the latest cancel because of the key.
  amendRefusals: number;
  resends: number;
  lookups: OrderLookups;
  refusal: OrderRefusal | null;
  cancelSource: string;
};

/** An order whose end was reported to its bot. The record has no pending command. */
export type FinishedOrder = OrderIdentity & {
  readonly kind: 'finished';
  readonly price: Ticks | null;
  readonly lots: Lots;
  readonly state: TerminalState;
  readonly placement: Placement;
  readonly factAt: number;
  readonly filledLots: bigint;
  readonly reportedLots: bigint;
};

/** One order of ours. `kind` distinguishes active from finished orders. */
export type OrderRecord = ActiveOrder | FinishedOrder;

/** The fields from which a new order record is created. */
export type NewOrder = Omit<OrderIdentity, 'instrument' | 'positionSide'> & {
  readonly price: Ticks | null;
  readonly lots: Lots;
  readonly placement: Placement;
};

/** Returns the record of an order that is about to be sent, with the instrument and the direction of its bot. */
export function newActiveOrder(
  { instrument, direction }: { readonly instrument: InstrumentRules; readonly direction: PositionSide },
  order: NewOrder,
): ActiveOrder {
  return {
    kind: 'active',
    isRevived: false,
    slot: order.slot,
    clientId: order.clientId,
    instrument,
    positionSide: direction,
    side: order.side,
    type: order.type,
    reduces: order.reduces,
    payload: order.payload,
    price: order.price,
    lots: order.lots,
    placement: order.placement,
    ...nothingKnown,
  };
}

const nothingKnown = {
  state: 'sent',
  journalState: 'sent',
  factAt: 0,
  filledLots: 0n,
  reportedLots: 0n,
  wasSeen: false,
  command: null,
  wasCancelAsked: false,
  isCancelRefused: false,
  amendRefusals: 0,
  resends: 0,
  lookups: { isDue: false, lastAt: 0, notFoundAt: [] },
  refusal: null,
  cancelSource: '',
} as const;

/** Returns the finished record of an active order. */
export function finishedOrder(order: ActiveOrder, state: TerminalState): FinishedOrder {
  return {
    kind: 'finished',
    ...identityOf(order),
    price: order.price,
    lots: order.lots,
    state,
    placement: order.placement,
    factAt: order.factAt,
    filledLots: order.filledLots,
    reportedLots: order.reportedLots,
  };
}

/** Returns the active record of a finished order that the exchange shows as open. */
export function revivedOrder(order: FinishedOrder, state: OpenState): ActiveOrder {
  return {
    ...nothingKnown,
    kind: 'active',
    isRevived: true,
    ...identityOf(order),
    price: order.price,
    lots: order.lots,
    state,
    journalState: order.state,
    placement: order.placement,
    factAt: order.factAt,
    filledLots: order.filledLots,
    reportedLots: order.reportedLots,
    wasSeen: true,
  };
}

function identityOf(order: OrderRecord): OrderIdentity {
  const { slot, clientId, instrument, positionSide, side, type, reduces, payload } = order;
  return { slot, clientId, instrument, positionSide, side, type, reduces, payload };
}
