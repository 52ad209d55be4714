// What the exchange itself knows, followed change by change: orders by id, fills in order, the position as it moved.
import type { Change, ExchangeCore } from '@rondo/sandbox';

export type TrueOrder = Extract<Change, { kind: 'order' }>['value'];
export type TrueFill = Extract<Change, { kind: 'fill' }>['value'];

export type Truth = {
  readonly orders: Map<string, TrueOrder>; // by exchange order id
  readonly fills: TrueFill[];
  /** Signed lots of the one traded instrument, newest last. */
  readonly positions: { readonly at: number; readonly lots: bigint }[];
  position: bigint;
  /** Reads what changed since the last call; answers the orders and fills concerned. */
  follow(now: number): { readonly orders: readonly TrueOrder[]; readonly fills: readonly TrueFill[] };
};

/** The truth of a core from now on. */
export function followTruth(core: ExchangeCore): Truth {
  const truth: Truth = {
    orders: new Map(),
    fills: [],
    positions: [{ at: 0, lots: 0n }],
    position: 0n,
    follow(now) {
      const changes = core.drainChanges();
      const orders = changes.flatMap((change) => (change.kind === 'order' ? [change.value] : []));
      const fills = changes
        .flatMap((change) => (change.kind === 'fill' ? [change.value] : []))
        .sort((a, b) => (BigInt(a.billId) < BigInt(b.billId) ? -1 : 1));
      for (const order of orders) truth.orders.set(order.ordId, order);
      for (const fill of fills) {
        truth.fills.push(fill);
        truth.position += fill.side === 'buy' ? fill.lots : -fill.lots;
      }
      if (fills.length > 0) truth.positions.push({ at: now, lots: truth.position });
      return { orders, fills };
    },
  };
  return truth;
}

/** True while the exchange may still fill the order. */
export function isLive(order: TrueOrder): boolean {
  return order.state === 'live' || order.state === 'partially_filled';
}
