// The periods that OKX defines, each with its source.
const dayMs = 24 * 60 * 60 * 1_000;

export const okxLimits = {
  /** okx 5: a refresh token is valid for three days. */
  refreshTokenMs: 3 * dayMs,
  /** OKX v5: a key with trade permission and without a bound address expires after 14 days without use. */
  unboundKeyDays: 14,
} as const;
