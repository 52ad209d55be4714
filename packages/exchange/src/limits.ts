// The bounds of the exchange clients.

const second = 1_000;

/** After this time a request counts as failed and its outcome as unknown, in ms. */
export const requestTimeoutMs = 6 * second;
/** When the transport has not reported its time-out, the client stops waiting after this additional time, in ms. */
export const transportSlackMs = 500;
/** Longest response body that is read, in bytes. The largest real response (all tickers, all instruments) is smaller than 1 MB. */
export const maxBodyBytes = 8 * 1_024 * 1_024;
/**
 * Largest number of HTTP connections per origin for readings, and for commands. OKX documents no limit for REST connections, so this bound is our
 * own.
 */
export const maxHttpConnections = 16;
/**
 * An HTTP connection without a request is closed after this time, in ms. A shorter time that the exchange announces with `Keep-Alive` replaces it. OKX documents
 * no time, so this bound is our own: the common web servers keep idle connections for 60 s or longer. A new connection costs two or three round trips
 * before the command is sent.
 */
export const idleConnectionMs = 30 * second;

/** The share of each documented rate limit that the client uses. Source: reliability 4.9. */
export const budgetShare = 0.8;
/** The window of the documented rate limits, in ms. Source: OKX v5, "Rate limits". */
export const budgetWindowMs = 2 * second;
/** Largest number of requests of one priority that wait for one bucket. A further request is refused and not sent. */
export const maxBudgetQueue = 200;
/**
 * Largest number of requests of one priority that wait for the bucket of an IP address. A further request is refused and
 * not sent. This bound is our own: it suffices for the first readings of 500 accounts.
 */
export const maxAddressQueue = 5_000;
/** Longest wait of a request for its bucket, in ms. After this time the request is refused and not sent. */
export const maxBudgetWaitMs = 10 * second;
/**
 * Largest number of buckets in memory. The number is larger than the number of endpoints multiplied by the number of
 * traded instruments. When the number is reached, buckets without recent requests are dropped.
 */
export const maxBuckets = 2_000;

/**
 * Largest number of new and amended orders of one account in 2 s, for all instruments together. Above this number OKX
 * returns 50061. Source: OKX v5, "Sub-account rate limit".
 */
export const accountOrderLimit = 1_000;
/** Largest number of orders in one batch request. Source: OKX v5, "Place multiple orders". */
export const maxBatchOrders = 20;
/**
 * Largest number of requests from this IP address in 2 s, for all accounts together. OKX documents no limit of this
 * kind, so this bound is our own.
 */
export const addressLimit = 1_000;
/**
 * Largest number of WebSocket handshakes from this IP address in one window. OKX v5 allows 3 per second, so other
 * programs can make one handshake per second.
 */
export const handshakesPerWindow = 2;
/** The window in which `handshakesPerWindow` counts, in ms. */
export const handshakeWindowMs = second;
/**
 * This time after another process that uses the same IP address has ended, this process uses its part of the limits, in ms.
 * It is the time for which a lease of the other process is valid.
 */
export const shareGrowsAfterMs = 15 * second;
/** Largest number of sockets that wait for their handshake. A further socket is closed immediately. This bound is our own: it suffices for 500 accounts with viewers. */
export const maxWaitingHandshakes = 2_000;
/**
 * One handshake in this number of handshakes is for the socket that has waited longest. Urgent handshakes therefore
 * delay every other handshake only for a bounded time. This bound is our own.
 */
export const oldestHandshakeEvery = 8;
/**
 * After this number of consecutive failed handshakes, the client makes fewer handshakes per window. This bound is our
 * own, because OKX does not document its response to too many handshakes.
 */
export const handshakeFailuresMax = 3;
/** Failed handshakes are counted for `handshakeFailuresMax` during this time, in ms. This bound is our own. */
export const handshakeFailureWindowMs = 5 * second;
/** Handshakes in one window while the rate is lower. This bound is our own. */
export const handshakesWhenSlowed = 1;
/** The rate is lower for this time after the last counted failure, in ms. This bound is our own. */
export const handshakeSlowedMs = 30 * second;
/** Largest number of subscribe and unsubscribe messages of one connection in an hour. OKX v5 allows 480. */
export const socketOpsPerHour = 384;
/** The window in which `socketOpsPerHour` counts: one hour, in ms. */
export const socketOpsWindowMs = 3_600 * second;

/**
 * Smallest time between two private requests with a refused key, in ms. The sockets of the key also wait at least this
 * time before they log in again. Source: L07.
 */
export const refusedKeyAskMs = 30 * second;

/** The offset of the exchange clock is measured again after this time, in ms. Source: failure 49. */
export const clockResyncMs = 60 * second;
/** A failed measurement of the offset is repeated after this time, in ms. This bound is our own. */
export const clockRetryMs = 5 * second;
/**
 * A request waits for the first measurement of the offset for at most this time, in ms. This bound is our own, because
 * an exit must not wait longer.
 */
export const clockFirstWaitMs = 2 * second;
/**
 * The offset counts as known for this time after a successful measurement, in ms. In this time a quartz clock gains or
 * loses less than 50 ms.
 */
export const clockKnownMs = 300 * second;
/** Largest number of requests for the exchange time from one IP address in 2 s. Source: OKX v5, "Get system time". */
export const timeLimit = 10;

/** After this time without a frame a text ping is sent, in ms. OKX closes a connection after 30 s. Source: OKX v5, "WebSocket connect". */
export const pingAfterMs = 15 * second;
/**
 * When no frame arrives for this time after a ping, the connection is closed, in ms. With less than 10 s, many sockets
 * would reconnect at the same time after a short delay at OKX. Source: okx 9 row 17.
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
 * The socket of trigger orders is closed after this time without a trigger order, in ms. A stop that is cancelled and
 * soon placed again then needs no new handshake. This bound is our own.
 */
export const unneededSocketMs = 60 * second;
/**
 * While sockets of other programs listen to an account, the number of listeners is asked again after this time, in ms. The exchange
 * closes a dead socket of our own after 30 s, so a dead socket is not counted then. Source: okx 4.3.
 */
export const listenerRecheckMs = 35 * second;

/** Largest frame that is accepted from a socket, in bytes. */
export const maxFrameBytes = 4 * 1_024 * 1_024;
/** Largest number of arguments in one subscribe message. The message then stays below the 64 KB that OKX allows. */
export const maxArgsPerSubscribe = 100;

/**
 * When the oldest watched ticker has this age, all tickers are read by REST, in ms. The gate of the engine refuses a
 * price that is older than 5 s (decision 59).
 */
export const priceStaleMs = 3 * second;
/** Smallest time between two readings of all tickers, in ms. OKX v5 allows 20 requests of one address in 2 s. */
export const priceRefreshEveryMs = 2 * second;
/**
 * Time between the starts of two readings of all mark prices, in ms. The gate of the engine refuses a mark price that
 * is older than 5 s (decision 59). OKX v5 allows 10 requests of one address in 2 s.
 */
export const markReadEveryMs = 2 * second;

/** Shortest time between two rows of one instrument that a node publishes for the other nodes, in ms. OKX pushes a ticker at most each 100 ms. */
export const relayGapMs = 50;
/** Time between two checks whether another node publishes the watched instruments, in ms. The last ticker is published again with each check. */
export const relayCheckMs = second;
/** When a node has published nothing for this time, the other nodes read the exchange themselves, in ms. With `relayCheckMs` this is less than 5 s. */
export const relaySilentMs = 3.5 * second;
/** When the newest row of a node was received this time ago, the other nodes read the exchange themselves, in ms. */
export const relayStaleMs = 6 * second;
/**
 * A node leaves an instrument to another node after it has published the instrument for this time, in ms. The subscriptions of
 * one instrument then change at most 240 times in an hour (`socketOpsPerHour`).
 */
export const relayTrustedAfterMs = 30 * second;
/** Largest number of instruments and channels of the relay in memory. OKX lists several hundred swaps. */
export const maxRelayedPrices = 1_000;
/** The price of another screen or node is shown up to this age, in ms. An older price is read again. */
export const shownPriceMaxAgeMs = 2 * second;

/** Time between two readings of the instruments while their changes are also pushed, in ms. Source: okx 2.1. */
export const instrumentReadEveryMs = 60 * second;
/** The age from which the list of instruments is read again for a screen that shows a trading state, in ms. Ours: a suspension is shown within 30 s. */
export const instrumentShownMaxAgeMs = 20 * second;
/** Shortest time between the starts of two readings of the instruments, in ms. OKX v5 allows 20 requests of one address in 2 s. */
export const instrumentReadGapMs = 2 * second;

/** Rows per page of orders, fills and bills. This is the largest page of OKX v5. */
export const pageRows = 100;
/**
 * Number of pages of fills or bills in one segment. The engine stores a segment in one transaction of at most 10,000 facts,
 * and a fill causes at most about ten facts.
 */
export const segmentPages = 5;
/** Largest number of entries in `tops` of a `LedgerWalk`. When the number is reached, every second entry is dropped. */
export const maxWalkTops = 2_000;
/** Rows per page of candles. This is the largest page of OKX v5. */
export const candlePageRows = 300;
/**
 * Largest number of pages that one call reads. OKX allows at most 4,000 pending orders, and this number of pages is
 * enough for them. The reading of a longer list of orders fails. A longer list of fills or bills is continued by the
 * next call.
 */
export const maxPages = 50;
/** Largest number of pages of candles in one call. This number is enough for one year of one-minute candles. */
export const maxCandlePages = 2_000;
/** Largest length of the stored text of a row that cannot be translated, in characters. */
export const maxRawRowLength = 2_000;
/**
 * Largest number of order lookups in one reading of fills. A lookup finds the client id of a fill that has none,
 * because a trigger order created its order.
 */
export const maxOwnerLookups = 20;
/**
 * Largest number of entries in the cache that maps an exchange order id to a client id. The oldest entry is dropped
 * first.
 */
export const maxRememberedOwners = 5_000;

/**
 * Fills that are older than this are read from the archive, in ms. OKX v5 lists the fills of 3 days outside the
 * archive, and one hour is subtracted for safety.
 */
export const recentFillsMs = 3 * 86_400 * second - 3_600 * second;
/**
 * Bills that are older than this are read from the archive, in ms. OKX v5 lists the bills of 7 days outside the
 * archive, and one hour is subtracted for safety.
 */
export const recentBillsMs = 7 * 86_400 * second - 3_600 * second;

/** Cached position tiers are read again after this time, in ms. OKX announces changes of tiers days before. */
export const tiersMaxAgeMs = 6 * 3_600 * second;
/** Number of families in one position-tiers request. Source: OKX v5. */
export const familiesPerTierRequest = 5;

/** Number of characters of `echostr`. LBank accepts 30 to 40 letters and digits. Source: LBank v2, "Signature". */
export const lbankEchoLength = 32;
