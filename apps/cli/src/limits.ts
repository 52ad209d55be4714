// The bounds of the command line tool, each with its reason.

/** Largest input file in bytes, packed and unpacked. The longest string of Node is little larger; it holds about 9 million candles. */
export const maxFileBytes = 512 * 1024 * 1024 - 64;

/** Largest configuration file in bytes. A configuration has about twenty fields and two hundred tiers, so it is far smaller. */
export const maxConfigBytes = 1024 * 1024;

/** Candles in one chunk of a download. A chunk is a few pages, so an interruption loses only seconds. */
export const fetchChunkCandles = 1_200;

/** Attempts for one chunk before the download fails, and the wait after the first failure. The wait doubles: 1, 2, 4, 8 s. */
export const fetchAttempts = 5;
export const fetchRetryMs = 1_000;

/** Largest number of configurations in one piece of work of a sweep thread. So many can share a tile of candles in the cache of one core. */
export const maxSweepPiece = 512;

/** Largest number of configurations in one sweep. Their rows fit into memory. */
export const maxSweepConfigs = 100_000;

/** Largest number of symbolic links that are followed, as in Linux. The bound ends a cycle of links. */
export const maxLinks = 40;

/** Longest error message in characters. It may quote a name or a cell of any length from a file. */
export const maxMessageLength = 1_000;

/** Largest number of draws for each configuration of a random sweep. With all step counts and cyclic steps, about six in ten draws are possible. */
export const maxDrawsPerConfig = 100;

/** How often the progress of a key revocation is read, and after which silence the server counts as absent.
 * The server writes a heartbeat before each account. An account takes at most three calls of 6 s. */
export const revocationLookMs = 1_000;
export const serverSilenceMs = 30_000;
