// All bounds of the sandbox. "OKX" names a rule of the OKX v5 documentation; "ours" keeps memory and disk bounded.

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Bounds and periods of the sandbox, in milliseconds or counts. */
export const sandboxLimits = {
  /** OKX: a request signature and a socket login are valid for 30 s. */
  signatureWindowMs: 30 * SECOND_MS,
  /** OKX: a socket without data for 30 s is closed with 4004. */
  socketIdleMs: 30 * SECOND_MS,
  /** OKX: cancelled orders without a fill can be read for 2 hours. */
  emptyCancelMs: 2 * HOUR_MS,
  /** OKX: orders-history covers 7 days, fills 3 days, archives 3 months, bills 7 days. */
  historyMs: 7 * DAY_MS,
  fillsMs: 3 * DAY_MS,
  archiveMs: 90 * DAY_MS,
  /** OKX: a closed position can be requested by its id for 30 days. */
  positionIdMs: 30 * DAY_MS,
  /** OKX: 3 amendments of one order at a time. */
  amendsInFlight: 3,
  /** OKX: 20 items in one batch of orders, 10 in one batch of algo cancellations. */
  batchItems: 20,
  algoCancelItems: 10,
  /** OKX: 100 rows per page of private lists, 300 candles per page. */
  pageRows: 100,
  candleRows: 300,
  candleRowsDefault: 100,
  /** OKX: market/candles returns the newest 1,440 bars. */
  recentCandles: 1_440,
  /** OKX: 500 pending orders per instrument and 4,000 per account; 100 stops per instrument. */
  pendingPerInstrument: 500,
  pendingPerAccount: 4_000,
  algosPerInstrument: 100,
  /** OKX: 64 KB of subscription arguments. */
  socketMessageBytes: 64 * 1024,
  /** OKX: account and positions are pushed about every 5 s, candles at most once a second. */
  accountPushMs: 5 * SECOND_MS,
  candlePushMs: SECOND_MS,
  fundingPushMs: 60 * SECOND_MS,
  /** OKX: an unchanged deep book is pushed empty after 60 s. */
  bookConfirmMs: 60 * SECOND_MS,
  /** OKX: warnings from a margin ratio of 300 %. */
  warningRatio: 3n,
  /** Ours: 90 days of market history, and one REST body of at most 256 KB. */
  historyDays: 90,
  requestBytes: 256 * 1024,
  /** Ours: a market step four times a second keeps tickers within OKX's 100 ms to 1 s rhythm. */
  stepMs: 250,
  /** Ours: the part of a replayed file that is history is at most one day and at most one tenth of the file. */
  replayPastMs: DAY_MS,
  replayPastShare: 10,
  /** Ours: days of synthetic path cached per instrument; a day is computed in about a millisecond. */
  cachedPathDays: 6,
  /** Ours: records in memory per account. */
  recordsPerAccount: 200_000,
  /** Ours: clock segments and manual prices of a market, and prices in one advance. */
  timelineEntries: 200_000,
  advancePrices: 10_000,
  /** Ours: journal lines after which a snapshot replaces them. */
  journalLines: 50_000,
  /** Ours: faults waiting at once, accounts, sockets, and messages queued for one socket. */
  queuedFaults: 1_000,
  accounts: 2_000,
  sockets: 4_000,
  bookLevels: 400,
  /** okx 5: a code works for 10 minutes, an access token for an hour, a refresh token for three days. */
  oauthCodeMs: 10 * MINUTE_MS,
  accessTokenMs: HOUR_MS,
  refreshTokenMs: 3 * DAY_MS,
  /** Ours: registered OAuth programs, and stored consents. */
  oauthClients: 50,
  grants: 5_000,
  /** OKX: requests are counted in windows of 2 s; one account may send 1,000 new or changed orders in one. */
  rateWindowMs: 2 * SECOND_MS,
  accountOrdersPerWindow: 1_000,
  /** OKX: 480 logins and subscriptions per connection and hour; 3 handshakes per second and address; 30 connections per channel. */
  socketOpsPerHour: 480,
  handshakesPerSecond: 3,
  connectionsPerChannel: 30,
  /** OKX: a key that may trade and is bound to no address expires after 14 days without use; 20 addresses per key. */
  unboundKeyMs: 14 * DAY_MS,
  keyAddresses: 20,
  /** OKX: 20,000,000 USD in one limit order; 20 dead-man timers; 500 trigger and 50 trailing orders. */
  orderWorthUsd: 20_000_000,
  deadManTimers: 20,
  triggersPerAccount: 500,
  trailingsPerAccount: 50,
  /** OKX: sockets receive a notice about 60 s before the exchange closes them. */
  noticeMs: 60 * SECOND_MS,
  /** Ours: rate counters, stale responses and maintenance windows. */
  rateKeys: 20_000,
  staleResponses: 2_000,
  maintenanceWindows: 100,
  /** OKX: 400 settlements per page of the funding history. */
  fundingRows: 400,
  /** OKX: market/trades returns at most 500 trades. */
  publicTrades: 500,
  /** LBank v2, "Signature": a request older than 5 s or more than 1 s ahead is refused. */
  lbankWindowMs: 5_000,
  lbankAheadMs: 1_000,
  /** OKX: funding settles every 8 hours for the listed instruments. */
  fundingIntervalMs: 8 * HOUR_MS,
} as const;
