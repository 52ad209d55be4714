// All limits and durations of the store, each with its source.
const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** The memory of argon2id in KiB. Reliability 5.3 item 1 requires argon2id with 19 MiB and two passes. */
export const argon2MemoryKib = 19 * 1024;
/** The number of passes of argon2id over its memory. */
export const argon2Passes = 2;
/**
 * Ours: the number of password checks from known devices that may wait for the hasher, and the number of other password checks that may wait. Sixty checks
 * take about 1 s on two cores (reliability 5.3 items 5 and 6).
 */
export const passwordWaiters = 60;
/**
 * The largest length of a password: 128 characters (reliability 5.3 item 3). The length is counted in UTF-16 units, and a character has at most two units.
 */
export const passwordMaxLength = 256;

/** An access token is valid for 15 minutes (decision 14). */
export const accessTokenMs = 15 * minute;
/** A session with "remember me" is valid for 31,536,000,000 ms (specification 9). */
export const rememberedSessionMs = 365 * day;
/** A session without "remember me" ends after 12 hours (reliability 5.3 item 11). */
export const shortSessionMs = 12 * hour;
/** The time in which a second use of a refresh token is accepted, because two tabs can refresh at the same time (reliability 5.3 item 12). */
export const refreshGraceMs = 10 * second;
/** Ours: the number of replacements of a refresh token within `refreshGraceMs`. More replacements are misuse. */
export const maxGraceRefreshes = 16;
/** The longest time until another node refuses the token of a session that has ended. Reliability 5.3 items 14 and 15 allow 30 s. */
export const callerCacheMs = 5 * second;
/** Ours: the cache has one entry of about 2 KB per token. */
export const callerCacheSize = 10_000;
/** Ours: the number of people whose running bots are cached. A bot needs about 30 KB, and a node runs 2,000 bots (reliability 6). */
export const watchedBotsCacheSize = 2_000;
/** Ours: a device is forgotten when nobody has logged in from the device for a year, which is the life of its cookie. */
export const deviceKeptMs = 365 * day;
/** Ours: the largest number of known devices of a person. */
export const maxDevices = 20;
/** A socket ticket is valid for 30 s (decision 16). */
export const ticketMs = 30 * second;
/** Ours: the number of ended counts of calls that a new count removes. Removing more rows than are added bounds the table. */
export const endedThrottleRows = 10;
/** The number of random bytes of every token. Reliability 5.3 item 33 requires 128 bits, and a token has 256 bits. */
export const tokenBytes = 32;

/** Ours: after the update of an installation that knows its servers by their machines alone, all its servers start within a day. */
export const formerPlaceMs = day;

/** The largest number of rows that a query of the store returns. */
export const maxRows = 1_000;
/** Ours: the number of recorded signals in a file. A model decides about one bar of an hour, so five years have 43,800 bars. */
export const maxOpenings = 100_000;
/** A proposal that needs a second operator is valid for this time, in ms. */
export const proposalMs = 60 * 60_000;
/** Ours: the audit names an operator or a second factor of less than this age in the revocation of all keys. */
export const youngOperatorMs = 24 * 60 * 60_000;
/** The largest number of rows on one page of the records of a bot. */
export const maxPageRows = 5_000;
/** Ours: the largest number of rows of one table in an export of a person, so that an export stays below about 50 MB. The files of each bot have all its fills, orders and bills. */
export const exportedRows = 10_000;

/** Ours: this number of batched queries of one kind may run at the same time, so that the pool has free connections for other queries. */
export const batchQueries = 2;
/** The number of keys in one batched query. */
export const batchKeys = 200;

/** Ours: a watcher of an account on another node learns the end of a bot within this time. */
export const endedShownMs = minute;

/** The size of the pool. The engine commits for several accounts while requests are served (measured with 16 writers). */
export const poolConnections = 16;
/** A database that accepts no connection within this time counts as unavailable. */
export const connectTimeoutSeconds = 10;
/** `ready()` returns false when the database does not respond within this time. */
export const readyTimeoutMs = 2 * second;

/** The number of connections that the embedded server accepts. It suffices for the pools and death signals of eleven nodes (`npm run cluster`), and for migrations. */
export const embeddedConnections = 200;
/** The path of a unix socket has at most 107 bytes (sun_path), and PostgreSQL appends `/.s.PGSQL.5432`. */
export const socketFolderMaxBytes = 107 - '/.s.PGSQL.5432'.length;
/** The longest time of a start. Crash recovery of a busy log took 2.5 s in a measurement, and slow disks need more time. */
export const startTimeoutMs = 2 * minute;
/**
 * The longest time of a fast shutdown, which writes one checkpoint. After this time the server is stopped immediately, and the next start recovers the data.
 */
export const stopTimeoutMs = 20 * second;
/** The pause between two checks of a starting or ending server. */
export const pollMs = 20;
/** The interval at which the store checks that the server still runs. */
export const watchMs = second;
/** The number of restarts of a failing server in one run of the store. After the last restart the server stays stopped, and the failure is logged. */
export const maxRestarts = 10;
/** A start is refused when the disk has less free space than this number of bytes. A cluster needs 60 MB, and its log may grow to a gigabyte. */
export const minFreeBytes = 256 * 1024 * 1024;
/** A start empties the log file of the server when the file is longer than this number of bytes. */
export const maxServerLogBytes = 8 * 1024 * 1024;
/**
 * Our transactions wait only for the database. A transaction that is idle for this time belongs to a frozen process. The time is less than the 20 s of a
 * lease (decision 38).
 */
export const idleTransactionMs = 10 * second;
/** A query that takes longer than this time fails. The largest query reads all records of one bot. */
export const statementTimeoutMs = 30 * second;
/** The time that a statement may wait for a lock. */
export const lockTimeoutMs = 10 * second;
/** The time that a starting node waits while another node applies a migration. */
export const migrationTurnMs = 5 * minute;
/** The longest time of one statement of a migration. A statement that rewrites the largest table needs minutes. */
export const migrationStatementMs = 10 * minute;
/** The time that a statement of a migration waits for the transactions of running nodes. Other statements on the table wait behind the migration meanwhile. */
export const migrationLockMs = second;
/** The pause before a migration that waited too long is applied again. The statements that waited behind the migration run in this pause. */
export const migrationPauseMs = second;
/** The number of attempts to apply one migration. The attempts together take two minutes. */
export const migrationAttempts = 60;
/** A backup reads about so many stored bytes of a table at once. PostgreSQL stores long texts compressed, so the text of the rows can be several times as long. */
export const backupChunkBytes = 4 * 1024 * 1024;
/** The largest entry of a backup that is read. PostgreSQL returns texts of at most 1 GB, and a string of Node has at most 512 MB. */
export const backupEntryMaxBytes = 512 * 1024 * 1024;
/** The longest time of one statement of a backup or a restore. It reads or writes one part of a table. */
export const backupStatementMs = 10 * minute;
/** A backup waits so long for a migration that changes a table. */
export const backupLockMs = minute;
/** The longest pause between two statements of a backup or a restore. A slow disk delays the next statement. */
export const backupPauseMs = 10 * minute;
/** A replication connection whose server sends nothing for this time is lost. A server with WAL to send, or a base backup, sends data all the time, and an idle server sends a keepalive at least each 30 s. */
export const replicationStallMs = minute;
/** A base backup begins with a checkpoint, which writes all changed pages. Its first bytes come within this time. */
export const baseBackupBeginMs = 10 * minute;
/** Ours: the number of received messages that wait for the disk. A message has at most 128 KB. */
export const copyMessages = 32;
/** Ours: received WAL is stored and acknowledged at least once in this time, so a lost server loses about this time. */
export const walFlushMs = second;
/** Ours: the largest number of files of one unfinished segment. When there are more, one file with all their bytes replaces them. */
export const walPartFiles = 64;
/** Ours: a receiver that has lost its connection connects again after this time. */
export const walRetryMs = 2 * second;
/** Ours: PostgreSQL keeps this much WAL for a stopped receiver, in the syntax of its setting. It then drops the WAL, because a full disk would stop trading. */
export const embeddedSlotWal = '8GB';
/** Ours: the largest manifest of a base backup. An entry of a file has about 200 bytes, so it lists millions of files. */
export const baseManifestMaxBytes = 512 * 1024 * 1024;
/** Ours: the recovery of a restored cluster reads all WAL since the base backup. It ends within this time. */
export const recoveryMs = 12 * hour;
/** A lost death-signal connection is opened again after this time. Another node takes the leases of this node only after `signalLooks` looks. */
export const nodeRetryMs = second;
/** The number of looks that must not find the death signal of a node before the node counts as dead. */
export const signalLooks = 3;
/** The smallest time between two of these looks. It is a little less than the second between two attempts of a node to take a lease. */
export const signalLookGapMs = 900;
/** The restart of a database drops all death signals. For this time after the restart, a death signal that was set before the restart is not missed. */
export const databaseStartMs = 10 * second;
/** An extension is valid for this time longer than a lease after the last response that the node has received. Running nodes receive one each second or two. */
export const confirmationMs = 2 * second;
/** A node that has ended without a stop is listed for this time. */
export const lostNodeMs = 60 * minute;
/** The largest number of accounts that `rondo nodes --accounts` lists. */
export const listedAccounts = 10_000;
/** Deaths of a node within this time reduce its share of the accounts (`recentDeaths`), because the node may end again. */
export const recentDeathMs = 10 * minute;
/** A node asks for all leases that it was refused together, once in this time. */
export const refusedTakeMs = second;
/** The number of accounts whose newest intent is remembered. A node has at most about this number of accounts, and a mark has about 100 bytes. */
export const maxCommitMarks = 10_000;
/** The number of facts in one batch. A page of a venue has 100 rows (docs/okx.md), and one pass of the engine reads several pages. */
export const maxBatchRows = 10_000;
/** The number of rows of each list in a small batch. A reaction to a fill stores fewer rows of each kind. */
export const smallBatchRows = 8;
/** The number of audit lines that are read together when the chain is checked. */
export const auditCheckRows = 1_000;
/** Ours: for this time after the first start of a version with a signed audit, nodes of the older version may still append lines. */
export const auditUpgradeMs = day;
/** The period after which an authenticator shows a new code (RFC 6238). */
export const totpStepMs = 30 * second;
/** The number of periods before and after the current period whose codes are accepted, because the clock of an authenticator may be wrong. */
export const totpWindow = 1;
/** The bytes of the secret of an authenticator. RFC 4226 recommends 160 bits. */
export const totpSecretBytes = 20;
/** The number of wrong codes in a row after which only a recovery code or a reset link helps (NIST SP 800-63B 5.2.2: at most 100 failures in a row). */
export const maxWrongCodes = 100;
/** Ours: a person gets ten recovery codes of 80 bits, because the authenticator can be lost. */
export const recoveryCodeCount = 10;
/** The bytes of a recovery code. */
export const recoveryCodeBytes = 10;
/** Ours: the largest number of passkeys of a person. */
export const maxPasskeys = 20;
/** Ours: the link of an operator for a new password is valid for a day. */
export const resetLinkMs = day;
/** Ours: a token with which an operator turns on the second factor is valid for a day. */
export const enrolmentMs = day;
/** The number of characters of a user agent that are stored. */
export const agentMaxLength = 200;

/** Ours: a log-in with a second factor has two steps, and the second step follows the first step within this time. */
export const loginStepsMs = 10 * 60_000;
/** Log-in records are stored for 3 months (specification 9). The time is 92 days, because three consecutive months have at most 92 days. */
export const loginsKeptMs = 92 * day;
/** Ours: the newest attempts to log in with unknown e-mails stay. They belong to no person, and the access log has each call. */
export const unknownLoginsKept = 10_000;
/** Contract records are stored for 5 years (specification 9). Decisions about people are contract records. The time includes leap days. */
export const auditKeptMs = (5 * 365 + 2) * day;
/**
 * Ours: why a round of a bot opened is a part of its contract records, which are stored for 5 years (specification 9): messages to the bot, counted from the end of the
 * bot, readings of signal rules and decisions of an AI model.
 */
export const signalsKeptMs = (5 * 365 + 2) * day;
/** Contract and payment records are stored for 5 years (specification 9), counted from the end of the bot. The migration 0034 has the same time. */
export const contractsKeptMs = (5 * 365 + 2) * day;
/** The number of rows that one transaction of a purge removes. A transaction with this number of rows is short, so it does not delay other transactions. */
export const purgeBatchRows = 5_000;
/** Ours: a purge reads this number of ended bots at a time. */
export const purgeListBots = 500;

/** A program that prints the master key ends within this time. A call to a key service takes less than a second. */
export const masterKeyCommandMs = 10_000;

/** Ours: a rotation of the master key reads this number of rows at a time. */
export const rewrapBatchRows = 500;

/** Ours: a rotation of the master key reads all sealed texts at most this number of times. */
export const rewrapSweeps = 5;

/** Ours: an installation keeps at most this number of later peppers. A pepper is replaced only after it has leaked. */
export const storedPeppers = 100;

/** Ours: a node with the master key takes a call of another node within this time, or the call is not carried out. */
export const keyCallTakeMs = 5_000;

/** Ours: the row of a call is removed after this time. The longest call changes a key, with several requests to the exchange. */
export const keyCallMs = 120_000;

/** Ours: at most so many calls wait for a node with the master key. */
export const waitingKeyCalls = 500;

/** A move to another database copies this number of rows at a time. */
export const moveBatchRows = 1_000;
/** The longest time of one statement of a move, and the longest pause between two statements of its transactions. */
export const moveStatementMs = 2 * minute;
