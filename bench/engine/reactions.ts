// Measures the time from a pushed fill to the next command for the same account and instrument.

/** The latencies of one phase in ms. `unanswered` counts the fills without a command. */
export interface ReactionReport {
  /** From the arrival of the push to the socket write of the next command. The sum of the two stages below. */
  readonly fillToOrder: readonly number[];
  /** From the arrival of the push to the call of the transport: the queue of the account, the plan and the transaction. */
  readonly fillToRequest: readonly number[];
  /** From the call of the transport to the socket write: the wait for a connection. */
  readonly requestToWire: readonly number[];
  /** From the trade at the exchange, which a price change caused, to the socket write of the next command. */
  readonly priceToOrder: readonly number[];
  readonly unanswered: number;
}

/** The measurement of all accounts of the process. Times are in local epoch ms. */
export interface Reactions {
  noteFill(key: string, fill: { readonly arrivedAt: number; readonly tradedAt: number }): void;
  noteRequest(key: string, at: number): void;
  noteCommand(key: string, at: number): void;
  /** Returns the latencies since the last call. */
  take(): ReactionReport;
}

/** Returns a measurement without latencies. A key names an account and an instrument. */
export function createReactions(): Reactions {
  const open = new Map<string, { readonly arrivedAt: number; readonly tradedAt: number }>();
  const requestedAt = new Map<string, number>(); // The latest request of each open fill.
  let fillToOrder: number[] = [];
  let fillToRequest: number[] = [];
  let requestToWire: number[] = [];
  let priceToOrder: number[] = [];
  return {
    noteFill(key, fill) {
      // A second fill before the command does not shorten the latency of the first fill.
      if (!open.has(key)) open.set(key, fill);
    },
    noteRequest(key, at) {
      if (open.has(key)) requestedAt.set(key, at);
    },
    noteCommand(key, at) {
      const fill = open.get(key);
      if (fill === undefined) return;
      open.delete(key);
      fillToOrder.push(at - fill.arrivedAt);
      // Without a request after the fill, the command is the command of an earlier fill.
      const requested = requestedAt.get(key) ?? fill.arrivedAt;
      requestedAt.delete(key);
      fillToRequest.push(requested - fill.arrivedAt);
      requestToWire.push(at - requested);
      priceToOrder.push(at - fill.tradedAt);
    },
    take() {
      const report = { fillToOrder, fillToRequest, requestToWire, priceToOrder, unanswered: open.size };
      open.clear();
      requestedAt.clear();
      fillToOrder = [];
      fillToRequest = [];
      requestToWire = [];
      priceToOrder = [];
      return report;
    },
  };
}
