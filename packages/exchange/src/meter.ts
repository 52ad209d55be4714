// The port through which a client reports measurements of its health. The receiver stores the measurements.

/**
 * One request that was sent. `key`: the exchange refused the key. `failed`: the exchange did not respond, or reported
 * that it is busy or has an error.
 */
export interface MeteredCall {
  readonly verdict: 'ok' | 'failed' | 'key';
  readonly durationMs: number;
}

/** Receives the measurements of the REST client and the private socket of one account. */
export interface LinkMeter {
  call(call: MeteredCall): void;
  socketReady(): void;
  socketDown(cause: string): void;
  message(): void;
}
