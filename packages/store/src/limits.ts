// Every bound and duration of the store, each with its source.
const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Memory of argon2id in KiB: 19 MiB. Source: reliability 5.3 item 1. */
export const argon2MemoryKib = 19 * 1024;
/** Passes of argon2id over its memory. Source: reliability 5.3 item 1. */
export const argon2Passes = 2;
/** Largest number of log-ins per core that wait for the hasher. Source: reliability 5.3 item 6. */
export const passwordWaitersPerCore = 4;
/** Longest password in UTF-16 units: 128 characters of at most two units each. Source: reliability 5.3 item 3. */
export const passwordMaxLength = 256;

/** Life of an access token: 15 minutes. Source: decision 14. */
export const accessTokenMs = 15 * minute;
/** Life of a session with "remember me": 31,536,000,000 ms. Source: specification 9. */
export const rememberedSessionMs = 365 * day;
/** Life of a session without "remember me": 12 hours, also when it is used. Source: reliability 5.3 item 11. */
export const shortSessionMs = 12 * hour;
/** Time in which a refresh token may be used again, because two tabs can refresh simultaneously. Source: reliability 5.3 item 12. */
export const refreshGraceMs = 10 * second;
/** Most valid refresh tokens of one session in a day. Two tabs or a lost response cause several; more than this is misuse. */
export const maxLiveRefreshTokens = 16;
/** The window in which the valid refresh tokens of a session are counted. */
export const refreshTokenWindowMs = day;
/** Life of a cached caller. Another node notices a log-out after this time; reliability 5.3 items 14 and 15 allow 30 s. */
export const callerCacheMs = 5 * second;
/** Largest number of cached callers: one per access token, about 2 KB each. Our own bound. */
export const callerCacheSize = 10_000;
/** Largest number of people whose running bots are cached: about 30 KB per bot, and a node runs 2,000 bots (reliability 6). */
export const watchedBotsCacheSize = 2_000;
/** Life of a socket ticket: 30 s. Source: decision 16. */
export const ticketMs = 30 * second;
/** Random bytes of every token: 256 bits, twice the number that reliability 5.3 item 33 requires. */
export const tokenBytes = 32;

/** Largest number of rows that a query of a list returns. */
export const maxRows = 1_000;
/** Largest page of the records of one bot. */
export const maxPageRows = 5_000;

/** Largest number of simultaneous queries of one batch loader, so that the pool has free connections for other queries. Our own bound. */
export const batchQueries = 2;
/** Largest number of keys in one query of a batch loader. */
export const batchKeys = 200;

/** Connections of the pool. The engine commits for several accounts simultaneously, beside the requests (measured with 16 writers). */
export const poolConnections = 16;
/** A database that accepts no connection within this time counts as unavailable. */
export const connectTimeoutSeconds = 10;
/** Time after which `ready()` returns false. */
export const readyTimeoutMs = 2 * second;

/** Connections that the embedded server accepts: enough for two stores, each with a pool, a death signal and migrations. */
export const embeddedConnections = 60;
/** Longest path of a socket folder. The path of a unix socket has at most 107 bytes (sun_path), and PostgreSQL appends `/.s.PGSQL.5432`. */
export const socketFolderMaxBytes = 107 - '/.s.PGSQL.5432'.length;
/** Longest wait for the start of the server. Crash recovery of a long log took 2.5 s; slow disks get two minutes. */
export const startTimeoutMs = 2 * minute;
/** Longest wait for a fast shutdown, which writes one checkpoint. Then an immediate shutdown follows, and the next start recovers the data. */
export const stopTimeoutMs = 20 * second;
/** The pause between two checks of a starting or ending server. */
export const pollMs = 20;
/** The interval of checks of an adopted server, which is not a child of this process. */
export const watchMs = second;
/** Largest number of restarts of a failing server while a store is open. Then the server is not restarted again, and the log reports it. */
export const maxRestarts = 10;
/** Least free space for a start. A cluster takes 60 MB, and its log may grow to a gigabyte. */
export const minFreeBytes = 256 * 1024 * 1024;
/** Longest log file of the server. A longer file is emptied at a start. */
export const maxServerLogBytes = 8 * 1024 * 1024;
/** Longest idle time of a transaction. Our transactions wait only for the database, so a longer idle one belongs to a frozen process. It is shorter than the 20 s of a lease (decision 38). */
export const idleTransactionMs = 10 * second;
/** Longest time of a statement. No query reads more than all records of one bot, so a longer one is a fault. */
export const statementTimeoutMs = 30 * second;
/** Longest wait of a statement for a lock. */
export const lockTimeoutMs = 10 * second;
/** Pause before a lost connection of the death signal is opened again. Until then only the expiry of the lease protects the node. */
export const nodeRetryMs = second;
/** Largest number of facts in one batch. A page of a venue has 100 rows (docs/okx.md), and one reconcile reads several pages. */
export const maxBatchRows = 10_000;
/** Lines of the audit that one query reads while the chain is checked. */
export const auditCheckRows = 1_000;
/** Duration of one code of an authenticator. Source: RFC 6238. */
export const totpStepMs = 30 * second;
/** Accepted clock error of an authenticator in steps, earlier or later. Source: RFC 6238. */
export const totpWindow = 1;
/** Bytes of an authenticator's secret: 160 bits. Source: RFC 4226. */
export const totpSecretBytes = 20;
/** Number of recovery codes for a lost authenticator. Our own number. */
export const recoveryCodeCount = 10;
/** Bytes of a recovery code: 80 bits. */
export const recoveryCodeBytes = 10;
/** Life of the link for a new password that an operator creates. Our own bound. */
export const resetLinkMs = day;
/** Largest number of stored characters of a user agent. */
export const agentMaxLength = 200;
/** Retention of log-in records: 3 months (specification 9), counted as 92 days, which is the longest sum of three successive months. */
export const loginsKeptMs = 92 * day;
/** Retention of the audit: 5 years with leap days, because decisions about people are contract records (specification 9). */
export const auditKeptMs = (5 * 365 + 2) * day;
/** Rows that one transaction of a purge removes. The number is small, so that the purge does not delay other transactions. */
export const purgeBatchRows = 5_000;
