// Ports of the exchange core.

/** Wall time in epoch milliseconds. Protocol time is this clock; the market's own time is derived from it. */
export interface SandboxClock {
  now(): number;
}
