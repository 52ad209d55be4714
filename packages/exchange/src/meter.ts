// What a client tells of its own health while it works; somebody else keeps the figures.

/** One call that left. `verdict` key: the exchange refused the key; failed: no answer, or one that says busy or broken. */
export interface MeteredCall {
  readonly verdict: 'ok' | 'failed' | 'key';
  readonly durationMs: number;
}

/** Told by the REST client and the private socket of one account. */
export interface LinkMeter {
  call(call: MeteredCall): void;
  socketReady(): void;
  socketDown(cause: string): void;
  message(): void;
}
