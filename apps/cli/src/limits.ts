// The bounds of the command line tool, each with its source.

/** The most characters of one file: the longest string of Node, about 9 million candles. */
export const maxFileBytes = 512 * 1024 * 1024 - 64;

/** A configuration has twenty fields and perhaps two hundred tiers. */
export const maxConfigBytes = 1024 * 1024;

/** Candles of one piece of a download: a few pages, so that an interruption loses seconds. */
export const fetchChunkCandles = 1_200;

/** Attempts for one piece before the download fails, and the wait after the first failure. The wait doubles: 1, 2, 4, 8 s. */
export const fetchAttempts = 5;
export const fetchRetryMs = 1_000;

/** Configurations that a sweep's worker takes at once: as many as share a tile of candles in one core's cache. */
export const maxSweepPiece = 512;

/** Configurations of one sweep: their rows fit memory, and on one core ten thousand take seconds over years of minutes. */
export const maxSweepConfigs = 100_000;

/** Symbolic links that are followed to a file, as many as Linux follows, so that a cycle of links ends. */
export const maxLinks = 40;

/** Characters of a message: a name or a cell quoted from a file may be of any length. */
export const maxMessageLength = 1_000;

/** Draws for one configuration of a random sweep: of all steps 2 to 10 with all cyclic steps, six in ten can be walked. */
export const maxDrawsPerConfig = 100;

/** How often the progress of a key revocation is read, and how long a server may be silent before it counts as absent.
 * The server writes before each account, which takes at most three calls of 6 s. */
export const revocationLookMs = 1_000;
export const serverSilenceMs = 30_000;
