// What a client tells of its own health while it works; somebody else keeps the figures.

/** One call that left. `verdict` key: the exchange refused the key; failed: no response, or a response of a busy or broken exchange. */
export interface MeteredCall {
  readonly verdict: 'ok' | 'failed' | 'key';
  readonly durationMs: number;
}

/** Measurements that the REST client and the private socket of one account report. */
export interface LinkMeter {
  call(call: MeteredCall): void;
  socketReady(): void;
  socketDown(cause: string): void;
  message(): void;
}
