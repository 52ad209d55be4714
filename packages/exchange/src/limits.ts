// Every bound of the exchange clients, each with its source.

const second = 1_000;

/** Time after which a request counts as failed and its outcome as unknown, ms. */
export const requestTimeoutMs = 6 * second;
/** Time after the transport's own time-out at which the client stops waiting, ms. */
export const transportSlackMs = 500;
/** Longest response body that is read, in bytes. The largest real one (all tickers, all instruments) is below 1 MB. */
export const maxBodyBytes = 8 * 1_024 * 1_024;
/** HTTP connections per origin. OKX documents no bound for REST; one account never needs more at the same time. */
export const maxHttpConnections = 16;

/** Share of each documented limit that is used. Reliability 4.9. */
export const budgetShare = 0.8;
/** The window in which the documented limits count, ms. OKX v5, "Rate limits". */
export const budgetWindowMs = 2 * second;
/** Largest number of requests that wait for one bucket; a further one is refused and not sent. */
export const maxBudgetQueue = 200;
/** Longest wait of a request for its bucket, ms; after it the request is refused and not sent. */
export const maxBudgetWaitMs = 10 * second;
/** Largest number of buckets in memory, above endpoints times traded instruments. Beyond it idle buckets are dropped. */
export const maxBuckets = 2_000;

/** New and changed orders of one account over all instruments in 2 s; beyond it OKX returns 50061. OKX v5, "Sub-account rate limit". */
export const accountOrderLimit = 1_000;
/** Requests of this address in 2 s for all accounts together. OKX documents no such limit; this bound is our own. */
export const addressLimit = 1_000;
/** WebSocket handshakes of this address in one window. OKX v5 allows 3 a second; one is left for other programs. */
export const handshakesPerWindow = 2;
/** The window in which `handshakesPerWindow` counts, ms. */
export const handshakeWindowMs = second;
/** Largest number of sockets that wait for their handshake; a further one is closed immediately. Our own bound. */
export const maxWaitingHandshakes = 1_000;
/** Logins, subscriptions and unsubscriptions of one connection in an hour: 80 % of the 480 that OKX v5 allows. */
export const socketOpsPerHour = 384;
/** The window in which `socketOpsPerHour` counts: one hour, in ms. */
export const socketOpsWindowMs = 3_600 * second;

/** Time between two private requests with a refused key, and shortest time before its sockets log in again, ms. L07. */
export const refusedKeyAskMs = 30 * second;

/** The clock offset is measured again after this age. Failure 49. */
export const clockResyncMs = 60 * second;

/** Silence after which a text ping is sent, ms; OKX closes a connection after 30 s. OKX v5, "WebSocket connect". */
export const pingAfterMs = 15 * second;
/** Silence after a ping that ends the connection, ms. A value below 10 s causes reconnect storms. okx 9 row 17. */
export const pongTimeoutMs = 10 * second;
/** Time between two checks of a connection's deadlines, ms. */
export const socketTickMs = 2.5 * second;
/** Longest time of each stage of a connection (opening, login, acknowledgement of all subscriptions), ms. */
export const socketStageMs = 10 * second;
/** First reconnect delay, ms; it doubles after each failed attempt. Specification 9. */
export const reconnectBaseMs = 5 * second;
/** Longest reconnect delay, ms. Specification 9. */
export const reconnectCapMs = 30 * second;
/** Largest frame accepted from a socket, in bytes. */
export const maxFrameBytes = 4 * 1_024 * 1_024;
/** Most arguments in one subscribe message, so that the message stays below the 64 KB that OKX allows. */
export const maxArgsPerSubscribe = 100;

/** Rows per page of orders, fills and bills: the largest page of OKX v5. */
export const pageRows = 100;
/** Rows per page of candles: the largest page of OKX v5. */
export const candlePageRows = 300;
/** Most pages of one listing; a longer listing counts as unavailable. The bound is enough for 4,000 pending orders and for one very busy day of fills. */
export const maxPages = 50;
/** Most pages of candles in one call: enough for a year of one-minute candles. */
export const maxCandlePages = 2_000;
/** Most lookups in one call that find the client id of a fill, because fills of trigger orders carry no client id. */
export const maxOwnerLookups = 20;
/** Most entries in the cache of exchange order id to client id; the oldest entry is dropped first. */
export const maxRememberedOwners = 5_000;

/** Fills older than this are read from the archive: 3 days (OKX v5) less one hour of margin. */
export const recentFillsMs = 3 * 86_400 * second - 3_600 * second;
/** Bills older than this are read from the archive: 7 days (OKX v5) less one hour of margin. */
export const recentBillsMs = 7 * 86_400 * second - 3_600 * second;

/** Age at which cached position tiers are read again, ms. OKX announces changes of tiers days before. */
export const tiersMaxAgeMs = 6 * 3_600 * second;
/** Families in one position-tiers request. OKX v5. */
export const familiesPerTierRequest = 5;

/** LBank v2, "Signature": echostr has 30 to 40 letters and digits. */
export const lbankEchoLength = 32;
