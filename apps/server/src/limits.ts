// Every bound and period of the server, each with its source.

const seconds = 1_000;
const minutes = 60 * seconds;

/** Version of the terms and the privacy policy that a sign-up agrees to: the day the terms came into force (specification 2). */
export const consentVersion = '2025-08-01';

export const serverLimits = {
  /** Instruments and fees change a few times a day; a minute old is fresh enough for the form. Ours. */
  instrumentsMs: 1 * minutes,
  /** I07: a price older than 5 s opens nothing. */
  priceMaxAgeMs: 5 * seconds,
  /** Ours: many screens that ask for one ticker or one chart within this time share one call to the exchange. */
  tickerCacheMs: 1 * seconds,
  candlesCacheMs: 5 * seconds,
  /** Cached charts and prices: instruments x bars in use. Ours. */
  cachedCharts: 200,
  cachedTickers: 400,
  /** Specification 9: the leaderboard is refreshed every 12 h; ours: each minute while the product is not ready or nobody is on it. */
  leaderboardMs: 12 * 60 * minutes,
  incompleteLeaderboardMs: 1 * minutes,
  /** Ours: bars that the leaderboard draws, 3 px each on the widest screen. */
  leaderboardBars: 400,
  /** Ours: testimonials and places may be this old. */
  showcaseMs: 1 * minutes,
  /** Ours: the replayed rounds of the landing page are chosen anew as often as the leaderboard (decision 33). */
  replaysMs: 12 * 60 * minutes,
  /** reliability 5.3 item 58: calls per minute of one user or address; the screens poll about 60 times a minute each. */
  callsPerMinute: 1_200,
  /** reliability 5.3 item 5: failed log-ins of one address and of one e-mail in a quarter of an hour. */
  failedLoginsPerAddress: 100,
  failedLoginsPerEmail: 10,
  failedLoginSeconds: 15 * 60,
  /** Ours: how long after a proof of the password sensitive calls are allowed. */
  proofMs: 10 * minutes,
  /** Ours: log-ins in an export: all of the three months they are kept, bounded. */
  exportedLogins: 1_000,
  /** Ours: bots and decisions that are read at once for an export, which has all of them. */
  exportPage: 1_000,
  /** Ours: the purge runs once a day; each node checks every hour whether it is due. */
  purgeEveryMs: 24 * 60 * minutes,
  purgeCheckMs: 60 * minutes,
  /** Ours: routes x methods x statuses, twice over; more series than that are a fault. */
  metricSeries: 4_000,
  /** Node reads 16 KiB of headers, the address among them. */
  addressBytes: 16 * 1024,
  /** Ours: sign-ups of one address in an hour: a household, never a script. */
  registersPerAddress: 20,
  /** Ours: 32 random bits make a second user name of the same word unique. */
  usernameEndingBytes: 4,
  /** Ours: how long a request may take to arrive; 64 KiB need no more on any line. */
  requestMs: 30 * seconds,
  /** Ours: bots made per user and minute; a screen that sends one order twice is no flood. */
  createsPerMinute: 60,
  /** Ours: period of pings, period of publications without a notified change, and the shortest time between two publications. */
  feedPingMs: 20 * seconds,
  feedEveryMs: 1 * seconds,
  feedGapMs: 100,
  /** reliability 5.3 item 55: a socket's session is checked each 60 s; item 15 asks for 30 s. */
  feedSessionMs: 30 * seconds,
  /** Ours: a health check that takes longer counts as failed. */
  healthWaitMs: 3 * seconds,
  /** Ours: how long a stop waits for running requests. */
  stopMs: 10 * seconds,
  /** Ours: how long a request waits for the engine; a recorded command is carried out later anyway. */
  engineTimeoutMs: 3 * seconds,
  /** Ours: how often recorded commands that the engine could not take are passed on again. */
  commandRetryMs: 2 * seconds,
  /** Ours: concurrent calls to bots, twice the connections of the store's pool; how long the next one waits for a slow one. */
  dispatchConcurrency: 32,
  dispatchPaceMs: 250,
  /** Ours: a recorded bot that the engine has not started after this time is passed on again. */
  botStartRetryMs: 10 * seconds,
  /** I07: a snapshot older than 15 s proves nothing. */
  snapshotMaxAgeMs: 15 * seconds,
  /** okx 5: a refresh token lives three days. */
  refreshTokenMs: 3 * 24 * 60 * minutes,
  /**
   * Specification 4: a token is critical below 11 minutes (the minutes are floored). One that renews itself never gets there:
   * it is renewed half a minute before, and looked at each half minute. Ours.
   */
  renewBeforeMs: 11 * minutes + 30 * seconds,
  tokenCheckMs: 30 * seconds,
  /** OKX v5: a key that trades and is bound to no address ends after 14 days without use. */
  unboundKeyDays: 14,
  /** Metrics reach back a day (the longest period of the contract). */
  metricsKeptMs: 24 * 60 * minutes,
  /** Specification 2: more than 5 reconnects are red. Ours: the other levels at which a figure becomes an alert. */
  linkAlerts: { reconnects: 5, uptimePercent: 95, successPercent: 95, fewestCalls: 20, responseMs: 1_000 },
  /** Ours: a fresh key may not be known everywhere at once; it is looked at this often, this far apart. */
  keyReadAttempts: 4,
  keyReadGapMs: 500,
  /**
   * Ours: how often a server looks for keys that the operator revoked, how many it ends at once, how long it waits until an
   * account's entries are cancelled, and when it asks again an exchange that did not answer.
   */
  revocationPollMs: 1 * seconds,
  revocationConcurrency: 32,
  revocationQuietMs: 20 * seconds,
  revocationRetryMs: 15 * seconds,
  /** Ours: how long a viewer's connection or subscription may take before the call is answered. */
  viewerReadyMs: 10 * seconds,
  viewerResponseMs: 5 * seconds,
  /** Ours: linking calls and viewer calls of one user in a minute; a link takes about six, a panel about ten. */
  linksPerMinute: 240,
  viewerCallsPerMinute: 60,
  /** Ours: a viewer's connection that nobody asked about for this long is closed; screens ask each 10 s. */
  viewerIdleMs: 5 * minutes,
  viewers: 2_000,
  /** Sandbox: first answer, then pauses between restarts, doubling. Ours. */
  sandboxStartMs: 60 * seconds,
  sandboxBackoffMs: 1 * seconds,
  sandboxBackoffMaxMs: 30 * seconds,
  sandboxWatchMs: 1 * seconds,
  sandboxCallMs: 3 * seconds,
  /** Ours: how long a start waits for the word of a sandbox that lives and is slow. */
  sandboxAdoptMs: 30 * seconds,
} as const;
