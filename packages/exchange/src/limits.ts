// Every bound of the exchange clients. Most bounds name their source.

const second = 1_000;

/** After this time a request counts as failed and its outcome as unknown, in ms. */
export const requestTimeoutMs = 6 * second;
/** The client stops waiting this long after the time-out of the transport, in ms. */
export const transportSlackMs = 500;
/** Longest response body that is read, in bytes. The largest real response (all tickers, all instruments) is smaller than 1 MB. */
export const maxBodyBytes = 8 * 1_024 * 1_024;
/** HTTP connections per origin. OKX documents no bound for REST, and one account never needs more connections at one time. */
export const maxHttpConnections = 16;

/** The used part of each documented limit. Source: reliability 4.9. */
export const budgetShare = 0.8;
/** The window in which the documented limits count, in ms. Source: OKX v5, "Rate limits". */
export const budgetWindowMs = 2 * second;
/** Largest number of requests that wait for one bucket. A further request is refused and not sent. */
export const maxBudgetQueue = 200;
/** Longest wait of a request for its bucket, in ms. After this time the request is refused and not sent. */
export const maxBudgetWaitMs = 10 * second;
/**
 * Largest number of buckets in memory. It is larger than the number of endpoints times the number of traded
 * instruments. When it is reached, idle buckets are dropped.
 */
export const maxBuckets = 2_000;

/**
 * New and changed orders of one account over all instruments in 2 s. Above this number OKX returns 50061. Source: OKX
 * v5, "Sub-account rate limit".
 */
export const accountOrderLimit = 1_000;
/** Requests of this address in 2 s for all accounts together. OKX documents no limit of this kind, so this bound is our own. */
export const addressLimit = 1_000;
/** WebSocket handshakes of this address in one window. OKX v5 allows 3 per second, and one is left for other programs. */
export const handshakesPerWindow = 2;
/** The window in which `handshakesPerWindow` counts, in ms. */
export const handshakeWindowMs = second;
/** Largest number of sockets that wait for their handshake. A further socket is closed immediately. This bound is our own: it suffices for 500 accounts with viewers. */
export const maxWaitingHandshakes = 2_000;
/** Every eighth handshake is that of the socket that has waited longest, so that urgent handshakes delay the others by a bounded time. This bound is our own. */
export const oldestHandshakeEvery = 8;
/** After this number of consecutive failed handshakes the rate is lower. This bound is our own, because OKX does not document how it refuses too many handshakes. */
export const handshakeFailuresMax = 3;
/** The failures of `handshakeFailuresMax` count only within this time, in ms. This bound is our own. */
export const handshakeFailureWindowMs = 5 * second;
/** Handshakes in one window while the rate is lower. This bound is our own. */
export const handshakesWhenSlowed = 1;
/** The rate stays lower for this time after the last failure, in ms. This bound is our own. */
export const handshakeSlowedMs = 30 * second;
/** Logins, subscriptions and unsubscriptions of one connection in an hour. This is 80 % of the 480 that OKX v5 allows. */
export const socketOpsPerHour = 384;
/** The window in which `socketOpsPerHour` counts: one hour, in ms. */
export const socketOpsWindowMs = 3_600 * second;

/**
 * Time between two private requests with a refused key, in ms. The sockets of the key log in again after this time at
 * the earliest. Source: L07.
 */
export const refusedKeyAskMs = 30 * second;

/** The clock offset is measured again after this time, in ms. Source: failure 49. */
export const clockResyncMs = 60 * second;
/** After a failed measurement the clock offset is measured again after this time, in ms. This bound is our own. */
export const clockRetryMs = 5 * second;
/** A request waits for the first measurement of the offset for at most this time, in ms. This bound is our own: an exit must not wait longer. */
export const clockFirstWaitMs = 2 * second;
/** The offset counts as known for this time after a successful measurement, in ms. A quartz clock drifts by less than 50 ms in this time. */
export const clockKnownMs = 300 * second;
/** Requests of one address for the time of the exchange in 2 s. Source: OKX v5, "Get system time". */
export const timeLimit = 10;

/** After this time without a frame a text ping is sent, in ms. OKX closes a connection after 30 s. Source: OKX v5, "WebSocket connect". */
export const pingAfterMs = 15 * second;
/**
 * After this time without a frame after a ping the connection is ended, in ms. A value below 10 s causes reconnect
 * storms. Source: okx 9 row 17.
 */
export const pongTimeoutMs = 10 * second;
/** Time between two checks of the deadlines of a connection, in ms. */
export const socketTickMs = 2.5 * second;
/** Longest time of each stage of a connection (opening, login, acknowledgement of all subscriptions), in ms. */
export const socketStageMs = 10 * second;
/** First reconnect delay, in ms. Each failed attempt doubles the delay. Source: specification 9. */
export const reconnectBaseMs = 5 * second;
/** Longest reconnect delay, in ms. Source: specification 9. */
export const reconnectCapMs = 30 * second;
/**
 * The socket of trigger orders is closed after this time without a trigger order, in ms. Then a stop that is cancelled and
 * placed again costs no handshake. This bound is our own.
 */
export const unneededSocketMs = 60 * second;
/** Largest frame that is accepted from a socket, in bytes. */
export const maxFrameBytes = 4 * 1_024 * 1_024;
/** Largest number of arguments in one subscribe message. The message then stays below the 64 KB that OKX allows. */
export const maxArgsPerSubscribe = 100;

/** When the oldest watched ticker has this age, all tickers are read by REST, in ms. The entry gate closes at 5 s (decision 59). */
export const priceStaleMs = 3 * second;
/** Smallest time between two readings of all tickers, in ms. OKX v5 allows 20 requests of one address in 2 s. */
export const priceRefreshEveryMs = 2 * second;
/** Time between the starts of two readings of all mark prices, in ms. A mark price is fresh for 5 s (decision 59). OKX v5 allows 10 requests of one address in 2 s. */
export const markReadEveryMs = 2 * second;

/** Rows per page of orders, fills and bills. This is the largest page of OKX v5. */
export const pageRows = 100;
/**
 * Number of pages of fills or bills in one segment. The engine stores a segment in one transaction of at most 10,000 facts,
 * and a fill causes at most about ten facts.
 */
export const segmentPages = 5;
/** Largest number of remembered beginnings of segments of a long list of fills or bills. Above it, every second one is dropped. */
export const maxWalkTops = 2_000;
/** Rows per page of candles. This is the largest page of OKX v5. */
export const candlePageRows = 300;
/**
 * Largest number of pages that one call reads. A longer listing of orders counts as unavailable; the bound is enough for
 * 4,000 pending orders. A longer list of fills or bills is continued by the next call.
 */
export const maxPages = 50;
/** Largest number of pages of candles in one call. The bound is enough for one year of one-minute candles. */
export const maxCandlePages = 2_000;
/** Largest number of lookups in one call that find the client id of a fill. Fills of trigger orders have no client id. */
export const maxOwnerLookups = 20;
/** Largest number of entries in the cache of exchange order id to client id. The oldest entry is dropped first. */
export const maxRememberedOwners = 5_000;

/** Fills older than this are read from the archive: 3 days (OKX v5) less one hour of margin. */
export const recentFillsMs = 3 * 86_400 * second - 3_600 * second;
/** Bills older than this are read from the archive: 7 days (OKX v5) less one hour of margin. */
export const recentBillsMs = 7 * 86_400 * second - 3_600 * second;

/** Cached position tiers are read again after this time, in ms. OKX announces changes of tiers days before. */
export const tiersMaxAgeMs = 6 * 3_600 * second;
/** Number of families in one position-tiers request. Source: OKX v5. */
export const familiesPerTierRequest = 5;

/** LBank v2, "Signature": echostr has 30 to 40 letters and digits. */
export const lbankEchoLength = 32;
