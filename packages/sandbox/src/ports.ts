// The ports of the exchange core.

/** The wall clock in epoch milliseconds. OKX messages carry this time. The time of each market is derived from it. */
export interface SandboxClock {
  now(): number;
}
