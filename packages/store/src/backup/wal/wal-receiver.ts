// Receives the WAL of a running PostgreSQL through a replication slot, and stores it encrypted (https://www.postgresql.org/docs/current/protocol-replication.html).
import { mkdir } from 'node:fs/promises';
import type { Duplex } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import postgres, { type Sql } from 'postgres';
import type { DatabasePlace } from '../../database/connection.ts';
import type { DatabaseOptions } from '../../database/find-database.ts';
import { oneRow, textOf } from '../../database/row.ts';
import { findRunning } from '../../embedded/supervisor.ts';
import { walFlushMs, walRetryMs } from '../../limits.ts';
import { checkRecipients } from '../age-keys.ts';
import { BackupError } from '../backup-error.ts';
import { fileError } from '../write-backup.ts';
import { copiedMessages } from '../physical/copy-stream.ts';
import { readSetting, readSystem, replicate, withReplication, type SystemFacts } from '../physical/replication.ts';
import { createSegmentWriter, type SegmentWriter } from './segment-writer.ts';
import { deleteDrafts, listSegments, nextPosition, readSource, writeSource } from './wal-folder.ts';
import { lsnText, parseLsn, segmentStart, type Lsn } from './wal-position.ts';

/** How far a receiver is: the position that is on the disk, its segment, and the number of bytes that the server has written after it. */
export interface ReceiverStatus {
  readonly stored: string;
  readonly segment: string;
  readonly behindBytes: number;
}

/** What a receiver needs. `slot` is the name of its replication slot. */
interface ReceiverOptions {
  readonly folder: string;
  readonly recipients: readonly string[];
  readonly slot: string;
  readonly signal: AbortSignal;
  readonly onStatus: (status: ReceiverStatus) => void;
  /** The connection was lost. The receiver connects again. */
  readonly onLost: (reason: string) => void;
}

/**
 * Receives WAL until the signal aborts. After a lost connection it connects again, because the slot keeps the WAL. Throws BackupError with a sentence for a person when it
 * cannot begin, when the folder cannot be written, and when a person has to make a new backup.
 */
export async function receiveWal(database: DatabaseOptions, options: ReceiverOptions): Promise<void> {
  checkRecipients(options.recipients);
  refuseSlotName(options.slot);
  const { signal } = options;
  let hasBegun = false;
  const onStatus = (status: ReceiverStatus): void => {
    hasBegun = true;
    options.onStatus(status);
  };
  while (!signal.aborted) {
    try {
      await receiveOnce(await placeOf(database), { ...options, onStatus });
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof BackupError || !hasBegun) throw error;
      options.onLost(error instanceof Error ? error.message : String(error));
      await wait(walRetryMs, undefined, { signal }).catch(() => undefined); // The loop ends when the signal aborts.
    }
  }
}

/** Deletes the slot of a receiver that was ended for good. The server no longer keeps WAL for it. */
export async function dropWalSlot(database: DatabaseOptions, slot: string): Promise<void> {
  refuseSlotName(slot);
  await withReplication(await placeOf(database), (sql) => replicate(sql, `DROP_REPLICATION_SLOT "${slot}"`));
}

/** The name is a part of the text of a command. */
function refuseSlotName(slot: string): void {
  if (/^[a-z0-9_]{1,63}$/.test(slot)) return;
  throw new BackupError('server', 'The name of a slot has 1 to 63 small letters, digits and underscores.');
}

// A receiver does not start the embedded server, because a server of Rondo could then not start beside it.
async function placeOf(database: DatabaseOptions): Promise<DatabasePlace> {
  if ('databaseUrl' in database) return { url: database.databaseUrl };
  const running = await findRunning(database.dataFolder);
  if (running !== null) return running;
  throw new Error(`No database runs in ${database.dataFolder}. Start the server first.`);
}

async function receiveOnce(place: DatabasePlace, options: ReceiverOptions): Promise<void> {
  const { folder, slot, signal } = options;
  await withReplication(place, async (sql) => {
    const system = await readSystem(sql);
    await prepareFolder(folder, system);
    await refuseUnlimitedSlot(sql);
    const reserved = await prepareSlot(sql, slot);
    const { timeline, segmentBytes } = system;
    const start = (await nextPosition(folder, segmentBytes)) ?? segmentStart(reserved, segmentBytes);
    const parts = (await listSegments(folder, segmentBytes)).find((segment) => segment.start === start)?.parts ?? [];
    const writer = createSegmentWriter({ ...options, timeline, segmentBytes, start, parts });
    const command = `START_REPLICATION SLOT "${slot}" PHYSICAL ${lsnText(start)} TIMELINE ${timeline}`;
    try {
      const stream = await replicate(sql, command).writable();
      await follow(stream as Duplex, writer, { ...options, segmentBytes }); // The driver returns a Duplex for this command.
    } catch (error) {
      throw removedError(error, folder);
    }
    if (signal.aborted) return;
    throw new BackupError(
      'server',
      `PostgreSQL has ended timeline ${timeline}, because another server was promoted. ${newBaseSentence}`,
    );
  });
}

const newBaseSentence = 'Make a new physical backup, and start "rondo wal" with a new folder.';

async function prepareFolder(folder: string, system: SystemFacts): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    throw fileError(folder, error);
  });
  const source = await readSource(folder);
  if (source === null) return writeSource(folder, system);
  if (source.system !== system.system)
    throw new BackupError('file', `${folder} has the WAL of another database. ${newBaseSentence}`);
  if (source.timeline !== system.timeline)
    throw new BackupError(
      'file',
      `${folder} has the WAL of timeline ${source.timeline}, and the database is in timeline ${system.timeline}. ${newBaseSentence}`,
    );
  await deleteDrafts(folder);
}

/** A slot without a limit keeps the WAL of a stopped receiver until the disk of the database is full. */
async function refuseUnlimitedSlot(sql: Sql): Promise<void> {
  if ((await readSetting(sql, 'max_slot_wal_keep_size')) !== '-1') return;
  throw new BackupError(
    'server',
    'The setting max_slot_wal_keep_size of PostgreSQL has no limit, so the WAL of a stopped receiver would fill the disk. Set it, for example with "alter system set max_slot_wal_keep_size = \'8GB\'" and "select pg_reload_conf()". The embedded PostgreSQL has a limit from the next start of the server on.',
  );
}

/** Creates the slot when it does not exist, and returns the position from which it keeps the WAL. Throws BackupError when it has lost WAL. */
async function prepareSlot(sql: Sql, slot: string): Promise<Lsn> {
  const read = async () => oneRow(await replicate(sql, `READ_REPLICATION_SLOT "${slot}"`));
  if ((await read())['slot_type'] === null)
    await replicate(sql, `CREATE_REPLICATION_SLOT "${slot}" PHYSICAL (RESERVE_WAL true)`);
  const row = await read();
  if (row['restart_lsn'] !== null) return parseLsn(textOf(row, 'restart_lsn'));
  throw new BackupError(
    'server',
    `The slot ${slot} has lost its WAL, because the receiver was stopped for too long. Type "rondo wal --drop --slot ${slot}". ${newBaseSentence}`,
  );
}

/** 58P01: a segment was removed. 55000: the slot was invalidated. The server says so at the begin of the copy or later. */
function removedError(error: unknown, folder: string): unknown {
  if (!(error instanceof postgres.PostgresError) || !['58P01', '55000'].includes(error.code)) return error;
  return new BackupError(
    'server',
    `PostgreSQL no longer has the WAL that follows the WAL in ${folder}. ${newBaseSentence}`,
    error,
  );
}

/** Stores the messages of the server, and tells the server each second how far they are on the disk. */
async function follow(
  stream: Duplex,
  writer: SegmentWriter,
  { signal, onStatus, segmentBytes }: ReceiverOptions & { readonly segmentBytes: number },
): Promise<void> {
  const end = new AbortController();
  const stop = (): void => end.abort(signal.reason);
  signal.addEventListener('abort', stop);
  let serverEnd = writer.received();
  let work = Promise.resolve();
  const enqueue = (step: () => Promise<void>): Promise<void> => (work = work.then(step));
  const report = async (): Promise<void> => {
    await writer.flush();
    const stored = writer.stored();
    stream.write(replyOf(stored));
    const segment = lsnText(segmentStart(stored, segmentBytes));
    onStatus({ stored: lsnText(stored), segment, behindBytes: Math.max(0, Number(serverEnd - stored)) });
  };
  const timer = setInterval(() => void enqueue(report).catch((error: unknown) => end.abort(error)), walFlushMs);
  const take = async (message: Buffer): Promise<void> => {
    const kind = message.toString('latin1', 0, 1);
    if (kind === 'w') {
      if (message.readBigUInt64BE(1) !== writer.received()) throw new Error('the server has skipped WAL');
      serverEnd = message.readBigUInt64BE(9);
      await writer.add(message.subarray(25));
    } else if (kind === 'k') {
      serverEnd = message.readBigUInt64BE(1);
      if (message.readUInt8(17) === 1) await report();
    } else throw new Error(`the server has sent an unknown message (${kind})`);
  };
  try {
    for await (const message of copiedMessages(stream, { signal: end.signal })) await enqueue(() => take(message));
  } catch (error) {
    if (!signal.aborted) throw error;
    await enqueue(report);
  } finally {
    signal.removeEventListener('abort', stop);
    clearInterval(timer);
  }
}

const postgresEpochMs = Date.UTC(2000, 0, 1);

/** Returns the message that the bytes before `stored` are on the disk. */
function replyOf(stored: Lsn): Buffer {
  const reply = Buffer.alloc(34);
  reply.write('r', 'latin1');
  reply.writeBigUInt64BE(stored, 1);
  reply.writeBigUInt64BE(stored, 9);
  reply.writeBigInt64BE(BigInt(Date.now() - postgresEpochMs) * 1_000n, 25);
  return reply;
}
