// Every bound and duration of the store, each with its source.
const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** reliability 5.3 item 1: argon2id, 19 MiB, two passes. */
export const argon2MemoryKib = 19 * 1024;
/** Passes of argon2id over its memory. */
export const argon2Passes = 2;
/** reliability 5.3 item 6: at most cores x 4 log-ins wait for the hasher. */
export const passwordWaitersPerCore = 4;
/** reliability 5.3 item 3: 128 characters. Counted in UTF-16 units, of which a character has at most two. */
export const passwordMaxLength = 256;

/** Decision 14: the access token lives 15 minutes. */
export const accessTokenMs = 15 * minute;
/** Specification 9: "remember me" is 31,536,000,000 ms. */
export const rememberedSessionMs = 365 * day;
/** reliability 5.3 item 11: without "remember me" a session ends after 12 hours in all. */
export const shortSessionMs = 12 * hour;
/** reliability 5.3 item 12: two tabs may race on one refresh token for 10 s. */
export const refreshGraceMs = 10 * second;
/** Two tabs or a lost response give one session several live refresh tokens; more than this within a day is misuse. */
export const maxLiveRefreshTokens = 16;
/** The window in which live refresh tokens of a session are counted. */
export const refreshTokenWindowMs = day;
/** reliability 5.3 items 14 and 15 allow 30 s until another node notices a log-out; ours is shorter. */
export const callerCacheMs = 5 * second;
/** Ours: one entry a token, about 2 KB each. */
export const callerCacheSize = 10_000;
/** Ours: people whose running bots are cached, about 30 KB a bot; a node runs 2,000 bots (reliability 6). */
export const watchedBotsCacheSize = 2_000;
/** Decision 16: a socket ticket lives 30 s. */
export const ticketMs = 30 * second;
/** Random bytes of every token: 256 bits, twice the demand of reliability 5.3 item 33. */
export const tokenBytes = 32;

/** Longest list any query of the store returns. */
export const maxRows = 1_000;
/** Longest page of a bot's own records. */
export const maxPageRows = 5_000;

/** Ours: batched reads of one kind use at most so many queries at once, so the pool stays free for everything else. */
export const batchQueries = 2;
/** Keys of one batched query. */
export const batchKeys = 200;

/** Pool size: the engine commits for several accounts at once beside the requests (measured with 16 writers). */
export const poolConnections = 16;
/** A database that does not accept a connection in this time is unavailable. */
export const connectTimeoutSeconds = 10;
/** `ready()` returns false after this. */
export const readyTimeoutMs = 2 * second;

/** Embedded server: connections it accepts, above two pools, a death-signal connection each and migrations. */
export const embeddedConnections = 60;
/** A path of a unix socket holds 107 bytes (sun_path); PostgreSQL appends `/.s.PGSQL.5432`. */
export const socketFolderMaxBytes = 107 - '/.s.PGSQL.5432'.length;
/** Crash recovery of a busy log was measured at 2.5 s; slow disks get two minutes. */
export const startTimeoutMs = 2 * minute;
/** Fast shutdown writes one checkpoint; after this an immediate shutdown follows, which recovery repairs. */
export const stopTimeoutMs = 20 * second;
/** The pause between two checks of a starting or ending server. */
export const pollMs = 20;
/** The interval of checks of an adopted server, which is no child of this process. */
export const watchMs = second;
/** Restarts of a failing server in one run of the store; after these it stays down and is reported. */
export const maxRestarts = 10;
/** Below this much free space a start is refused: a cluster takes 60 MB and its log may grow to a gigabyte. */
export const minFreeBytes = 256 * 1024 * 1024;
/** The server's log file is emptied at a start when it is longer. */
export const maxServerLogBytes = 8 * 1024 * 1024;
/** Our transactions wait for nothing but the database: one that is idle this long belongs to a frozen process. Less than the 20 s of a lease (decision 38). */
export const idleTransactionMs = 10 * second;
/** No query reads more than the life of one bot; a slower one is a fault. */
export const statementTimeoutMs = 30 * second;
/** A statement waits at most so long for a lock. */
export const lockTimeoutMs = 10 * second;
/** A lost death-signal connection is opened again after this; until then only the lease's time protects the node. */
export const nodeRetryMs = second;
/** Facts of one batch: a page of a venue is 100 rows (docs/okx.md), and one reconcile reads several. */
export const maxBatchRows = 10_000;
/** Lines of the audit that are read at once while its chain is checked. */
export const auditCheckRows = 1_000;
/** RFC 6238: steps of 30 s; one step of clock error either way is taken. RFC 4226: a secret of 160 bits. */
export const totpStepMs = 30 * second;
/** Steps of clock error that are accepted either way. */
export const totpWindow = 1;
/** Bytes of an authenticator's secret. */
export const totpSecretBytes = 20;
/** Ours: ten codes of 80 bits for a lost authenticator. */
export const recoveryCodeCount = 10;
/** Bytes of a recovery code. */
export const recoveryCodeBytes = 10;
/** Ours: an operator's link for a new password lives a day. */
export const resetLinkMs = day;
/** Stored characters of a browser's own name. */
export const agentMaxLength = 200;
/** Specification 9: log-in records are kept for 3 months; counted as 92 days, the longest three in a row. */
export const loginsKeptMs = 92 * day;
/** Specification 9: contract records are kept for 5 years, and decisions about people are such; leap days included. */
export const auditKeptMs = (5 * 365 + 2) * day;
/** Rows that one transaction of a purge removes: short enough to delay no other transaction. */
export const purgeBatchRows = 5_000;
