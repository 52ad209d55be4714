// The limits of the command line tool.

/** The largest size of an input file in bytes, compressed and decompressed. The longest string of Node is only a little longer. A file of this size has about 9 million candles. */
export const maxFileBytes = 512 * 1024 * 1024 - 64;

/**
 * The largest size of a configuration file in bytes. A real configuration is much smaller, because it has about twenty
 * fields and at most two hundred tiers.
 */
export const maxConfigBytes = 1024 * 1024;

/** The number of candles in one chunk of a download. The exchange returns a chunk in a few pages, so after an interruption only a few seconds of the download are repeated. */
export const fetchChunkCandles = 1_200;

/** The number of attempts for one chunk before the download fails, and the wait after the first failure in ms. The wait doubles after each failure: 1, 2, 4, 8 s. */
export const fetchAttempts = 5;
export const fetchRetryMs = 1_000;

/** The largest number of configurations that a sweep thread gets at a time. This number of bots can share a block of candles in the cache of one core. */
export const maxSweepPiece = 512;

/** The largest number of configurations in one sweep. The result rows of all configurations fit into memory. */
export const maxSweepConfigs = 100_000;

/** The largest number of symbolic links that are followed for one path. Linux has the same limit. The limit ends a cycle of links. */
export const maxLinks = 40;

/** The largest length of an error message in characters. Longer messages are cut, because a message may quote a long name or a long cell of a file. */
export const maxMessageLength = 1_000;

/**
 * The largest number of draws for each configuration of a random sweep. A draw with too many cyclic steps is repeated.
 * When the sweep varies all step counts and cyclic steps, about four of ten draws are repeated.
 */
export const maxDrawsPerConfig = 100;

/** The interval at which the progress of a key revocation is read, in ms. */
export const revocationLookMs = 1_000;

/**
 * When the server has written no heartbeat for this time in ms, the command assumes that no server is running. The server
 * writes a heartbeat before each account, and the calls for one account need at most 18 s.
 */
export const serverSilenceMs = 30_000;

/** Time between two looks at the accounts of a draining node. */
export const drainLookMs = 1_000;
/** \`drain\` ends with a message after this time. A node hands over 8 accounts at the same time, each within about a second. */
export const drainWaitMs = 10 * 60_000;

/** Ours: `rondo doctor` waits this time for the certificate of the public address. */
export const certificateWaitMs = 5_000;

/** Ours: `rondo restore status` reads this number of accounts at the same time. */
export const comparedAtOnce = 8;
