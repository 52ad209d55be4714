// All limits and durations of the bus, each with its source. "Ours" means that we chose the value.
const second = 1_000;

/** Ours: the client notices a silent server after at most three of these periods, because two pings may be unanswered. */
export const pingMs = 2 * second;
/** The number of pings without an answer after which the client gives the connection up. */
export const maxUnansweredPings = 2;
/** Ours: the longest time for a connection attempt to one server. */
export const connectMs = 2 * second;
/** Ours: the pause between two attempts to reconnect. */
export const reconnectMs = 250;
/** Ours: the largest random addition to this pause, so that the nodes do not reconnect at one moment. */
export const reconnectJitterMs = 250;
/** Ours: the pause after a failed first attempt, when the server of NATS does not run yet or refuses the credentials. */
export const firstRetryMs = 1 * second;
/** Ours: `close` waits for the client for at most this time, because a stopped server answers nothing. */
export const closeMs = 500;

/**
 * The largest message in bytes. Ours: the server of NATS has the same limit. The default of NATS is 1 MiB, and a hint of this size would delay the
 * hints behind it.
 */
export const maxMessageBytes = 64 * 1024;
/**
 * Ours: the server disconnects a subscriber with more unread data. With the defaults of NATS (64 MB and 10 s), a subscriber that does not read delayed
 * publishers and the other subscribers by 10 s.
 */
export const maxPendingBytes = 2 * 1024 * 1024;
/** Ours: the server disconnects a subscriber that does not read for this time. */
export const writeDeadlineMs = 500;
/** Ours: the number of accounts in one hint `watch`. A node with more watched accounts sends several hints. */
export const maxWatchedAccounts = 200;
/** The number of candles in one hint `chart`: a chart has at most this number (`candleRows` of the contract). */
export const maxChartCandles = 500;
/** Ours: the bytes of the candles in one hint `chart`. A candle has about 75 bytes. The other fields of the hint have less than 1,000 bytes. */
export const maxCandlesBytes = 59_000;
/** Ours: the number of changed bots in one view. The poll of the database finds the changes of further bots. */
export const maxChangedBots = 200;
