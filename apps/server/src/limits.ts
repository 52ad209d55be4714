// Every bound and period of the server, each with its source.

const seconds = 1_000;
const minutes = 60 * seconds;

/** Version of the terms and the privacy policy that a sign-up agrees to: the day the terms came into force (specification 2). */
export const consentVersion = '2025-08-01';

export const serverLimits = {
  /** Ours: instruments and fees change a few times a day, so the form may show values that are one minute old. */
  instrumentsMs: 1 * minutes,
  /** I07: no order is opened on a price older than 5 s. */
  priceMaxAgeMs: 5 * seconds,
  /** Ours: screens that request the same ticker or chart within this time share one call to the exchange. */
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
  /** Ours: the replayed rounds of the landing page are chosen again as often as the leaderboard (decision 33). */
  replaysMs: 12 * 60 * minutes,
  /** reliability 5.3 item 58: calls per minute of one user or address; the screens poll about 60 times a minute each. */
  callsPerMinute: 1_200,
  /** reliability 5.3 item 5: failed log-ins of one address and of one e-mail in a quarter of an hour. */
  failedLoginsPerAddress: 100,
  failedLoginsPerEmail: 10,
  failedLoginSeconds: 15 * 60,
  /** Ours: how long after a proof of the password sensitive calls are allowed. */
  proofMs: 10 * minutes,
  /** Ours: the largest number of log-ins in an export; log-ins are stored for three months. */
  exportedLogins: 1_000,
  /** Ours: page size of bots and decisions for an export, which contains all pages. */
  exportPage: 1_000,
  /** Ours: the purge runs once a day; each node checks every hour whether it is due. */
  purgeEveryMs: 24 * 60 * minutes,
  purgeCheckMs: 60 * minutes,
  /** Ours: twice the product of routes, methods and statuses; more series than that are a fault. */
  metricSeries: 4_000,
  /** Node reads 16 KiB of headers, the address among them. */
  addressBytes: 16 * 1024,
  /** Ours: sign-ups of one address in an hour; enough for a household, too few for a script. */
  registersPerAddress: 20,
  /** Ours: 32 random bits make a second user name of the same word unique. */
  usernameEndingBytes: 4,
  /** Ours: how long a request may take to arrive; enough for 64 KiB on a slow line. */
  requestMs: 30 * seconds,
  /** Ours: bot creations per user and minute; high enough for a screen that repeats a request. */
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
  /** I07: a snapshot older than 15 s is not used for decisions. */
  snapshotMaxAgeMs: 15 * seconds,
  /**
   * Specification 4: a token is critical below 11 minutes (the minutes are floored). A renewable token never becomes critical:
   * it is checked each half minute and renewed half a minute earlier. Ours.
   */
  renewBeforeMs: 11 * minutes + 30 * seconds,
  tokenCheckMs: 30 * seconds,
  /** Metrics cover one day, the longest period of the contract. */
  metricsKeptMs: 24 * 60 * minutes,
  /** Specification 2: more than 5 reconnects are red. Ours: the other limits above which a figure gives an alert. */
  linkAlerts: { reconnects: 5, uptimePercent: 95, successPercent: 95, fewestCalls: 20, responseMs: 1_000 },
  /** Ours: attempts to read with a new key and the pause between them, because not every server of the exchange knows it immediately. */
  keyReadAttempts: 4,
  keyReadGapMs: 500,
  /**
   * Ours: how often a server polls for keys that the operator revoked, how many it revokes concurrently, how long it waits until an
   * account's entries are cancelled, and the pause before the retry after a missing response of the exchange.
   */
  revocationPollMs: 1 * seconds,
  revocationConcurrency: 32,
  revocationQuietMs: 20 * seconds,
  revocationRetryMs: 15 * seconds,
  /** Ours: the longest wait of a call for a viewer's connection or subscription. */
  viewerReadyMs: 10 * seconds,
  viewerResponseMs: 5 * seconds,
  /** Ours: linking calls and viewer calls of one user in a minute; a link takes about six, a panel about ten. */
  linksPerMinute: 240,
  viewerCallsPerMinute: 60,
  /** Ours: a viewer's connection is closed when its status was not read for this long; screens read it each 10 s. */
  viewerIdleMs: 5 * minutes,
  viewers: 2_000,
  /**
   * Ours: the longest wait for the first response of the sandbox, the first and the longest pause between restarts,
   * the period of the check, and the timeout of a call.
   */
  sandboxStartMs: 60 * seconds,
  sandboxBackoffMs: 1 * seconds,
  sandboxBackoffMaxMs: 30 * seconds,
  sandboxWatchMs: 1 * seconds,
  sandboxCallMs: 3 * seconds,
  /** Ours: how long a start waits for a response of a running sandbox that is slow. */
  sandboxAdoptMs: 30 * seconds,
} as const;
