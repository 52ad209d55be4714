// Measures the time from a pushed fill to the next command for the same account and instrument.

/** The latencies of one phase in ms. `unanswered` counts the fills without a command. */
export interface ReactionReport {
  /** From the arrival of the push to the socket write of the next command. */
  readonly fillToOrder: readonly number[];
  /** From the trade at the exchange, which a price change caused, to the socket write of the next command. */
  readonly priceToOrder: readonly number[];
  readonly unanswered: number;
}

/** The measurement of all accounts of the process. Times are in local epoch ms. */
export interface Reactions {
  noteFill(key: string, fill: { readonly arrivedAt: number; readonly tradedAt: number }): void;
  noteCommand(key: string, at: number): void;
  /** Returns the latencies since the last call. */
  take(): ReactionReport;
}

/** Returns a measurement without latencies. A key names an account and an instrument. */
export function createReactions(): Reactions {
  const open = new Map<string, { readonly arrivedAt: number; readonly tradedAt: number }>();
  let fillToOrder: number[] = [];
  let priceToOrder: number[] = [];
  return {
    noteFill(key, fill) {
      // A second fill before the command does not shorten the latency of the first fill.
      if (!open.has(key)) open.set(key, fill);
    },
    noteCommand(key, at) {
      const fill = open.get(key);
      if (fill === undefined) return;
      open.delete(key);
      fillToOrder.push(at - fill.arrivedAt);
      priceToOrder.push(at - fill.tradedAt);
    },
    take() {
      const report = { fillToOrder, priceToOrder, unanswered: open.size };
      open.clear();
      fillToOrder = [];
      priceToOrder = [];
      return report;
    },
  };
}
