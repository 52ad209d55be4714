// All limits of the sandbox. "OKX" marks a rule of the OKX v5 documentation. "Ours" marks a limit that keeps memory and disk bounded.

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The limits and periods of the sandbox, in milliseconds or counts. */
export const sandboxLimits = {
  /** OKX: a request signature and a socket login are valid for 30 s. */
  signatureWindowMs: 30 * SECOND_MS,
  /** OKX: when a socket carries no data for 30 s, it is closed with code 4004. */
  socketIdleMs: 30 * SECOND_MS,
  /** OKX: a cancelled order without a fill can be read for 2 hours. */
  emptyCancelMs: 2 * HOUR_MS,
  /** OKX: orders-history and bills cover 7 days, fills cover 3 days, and the archives cover 3 months. */
  historyMs: 7 * DAY_MS,
  fillsMs: 3 * DAY_MS,
  archiveMs: 90 * DAY_MS,
  /** OKX: a closed position can be requested by its id for 30 days. */
  positionIdMs: 30 * DAY_MS,
  /** OKX: one order may have 3 amendments that are not yet executed. */
  amendsInFlight: 3,
  /** OKX: a batch has at most 20 orders, or at most 10 cancellations of algo orders. */
  batchItems: 20,
  algoCancelItems: 10,
  /** OKX: a page of a private list has at most 100 rows, and a page of candles has at most 300 rows. */
  pageRows: 100,
  candleRows: 300,
  candleRowsDefault: 100,
  /** OKX: market/candles returns the newest 1,440 bars. */
  recentCandles: 1_440,
  /** OKX: an instrument may have 500 pending orders and 100 stops, and an account may have 4,000 pending orders. */
  pendingPerInstrument: 500,
  pendingPerAccount: 4_000,
  algosPerInstrument: 100,
  /** OKX: the subscription arguments of one message may have 64 KB. */
  socketMessageBytes: 64 * 1024,
  /** OKX: account and positions are pushed about every 5 s, and candles at most once a second. */
  accountPushMs: 5 * SECOND_MS,
  candlePushMs: SECOND_MS,
  fundingPushMs: 60 * SECOND_MS,
  /** OKX: when a deep order book has not changed for 60 s, an empty message is pushed. */
  bookConfirmMs: 60 * SECOND_MS,
  /** OKX: an account gets a warning when its margin ratio falls to 300 %. */
  warningRatio: 3n,
  /** Ours: the history of a market covers four years, so that a what-if has years of candles. The body of a REST request has at most 256 KB. */
  historyDays: 1_461,
  requestBytes: 256 * 1024,
  /** Ours: the sandbox updates its markets four times a second, because OKX pushes tickers every 100 ms to 1 s. */
  stepMs: 250,
  /** Ours: OKX does not document how long it keeps an HTTP connection without a request. */
  idleConnectionMs: 30_000,
  /** Ours: a slow response of the model double comes after the deadline of the product, which is 12 s for one request. */
  modelDelayMs: 30 * SECOND_MS,
  /** Ours: a replay shows the first part of its file as history: at most one day and at most one tenth of the file. */
  replayPastMs: DAY_MS,
  replayPastShare: 10,
  /** Ours: this number of days of a synthetic path is cached per instrument. The computation of one day takes about a millisecond. */
  cachedPathDays: 6,
  /** Ours: the memory has at most this number of records of each kind per account. */
  recordsPerAccount: 200_000,
  /** Ours: the largest number of clock segments and of manual prices of a market, and the largest number of prices or candles in one `advance` command. */
  timelineEntries: 200_000,
  advancePrices: 10_000,
  /** Ours: after this number of lines, a snapshot replaces the journal. */
  journalLines: 50_000,
  /** Ours: the largest number of queued faults, of accounts, of sockets, and of levels in an order book. */
  queuedFaults: 1_000,
  accounts: 2_000,
  sockets: 4_000,
  bookLevels: 400,
  /** OKX (okx 5): a code is valid for 10 minutes, an access token for an hour, and a refresh token for three days. */
  oauthCodeMs: 10 * MINUTE_MS,
  accessTokenMs: HOUR_MS,
  refreshTokenMs: 3 * DAY_MS,
  /** Ours: the largest number of registered OAuth programs and of stored consents. */
  oauthClients: 50,
  grants: 5_000,
  /** OKX: requests are counted in windows of 2 s. In one window an account may send 1,000 new or changed orders. */
  rateWindowMs: 2 * SECOND_MS,
  accountOrdersPerWindow: 1_000,
  /**
   * OKX: a connection may send 480 logins and subscriptions per hour. An address may open 3 connections per second. An account may have 30 connections
   * per channel.
   */
  socketOpsPerHour: 480,
  handshakesPerSecond: 3,
  connectionsPerChannel: 30,
  /** OKX: a key with permission to trade and without an address list expires after 14 days without use. A key has at most 20 addresses. */
  unboundKeyMs: 14 * DAY_MS,
  keyAddresses: 20,
  /** OKX: a limit order is worth at most 20,000,000 USD. An account has at most 20 dead-man timers, 500 trigger orders and 50 trailing orders. */
  orderWorthUsd: 20_000_000,
  deadManTimers: 20,
  triggersPerAccount: 500,
  trailingsPerAccount: 50,
  /** OKX: sockets receive a notice about 60 s before the exchange closes them. */
  noticeMs: 60 * SECOND_MS,
  /** Ours: the largest number of rate counters, of stale responses and of maintenance windows. */
  rateKeys: 20_000,
  staleResponses: 2_000,
  maintenanceWindows: 100,
  /** OKX: the handshakes of an address are counted per second. */
  handshakeWindowMs: SECOND_MS,
  /** Ours: the number of source addresses whose handshakes are counted. */
  handshakeAddresses: 1_000,
  /** OKX: a page of the funding history has at most 400 settlements. */
  fundingRows: 400,
  /** OKX: market/trades returns at most 500 trades. */
  publicTrades: 500,
  /** LBank v2, "Signature": a request is refused when its timestamp is more than 5 s in the past or more than 1 s in the future. */
  lbankWindowMs: 5_000,
  lbankAheadMs: 1_000,
  /** OKX: trading of an instrument is suspended for 2 minutes when its price step becomes larger. */
  changeSuspensionMs: 2 * MINUTE_MS,
  /** OKX: funding settles every 8 hours for the listed instruments. */
  fundingIntervalMs: 8 * HOUR_MS,
} as const;
