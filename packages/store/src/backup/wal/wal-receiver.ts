// Receives the WAL of a running PostgreSQL through a replication slot, and stores it encrypted (https://www.postgresql.org/docs/current/protocol-replication.html).
import { mkdir } from 'node:fs/promises';
import type { Duplex } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import postgres, { type Sql } from 'postgres';
import type { DatabasePlace } from '../../database/connection.ts';
import type { DatabaseOptions } from '../../database/find-database.ts';
import { findRunning } from '../../embedded/supervisor.ts';
import { replicationStallMs, walFlushMs, walRetryMs } from '../../limits.ts';
import { checkRecipients } from '../age-keys.ts';
import { BackupError } from '../backup-error.ts';
import { fileError, flushFolder } from '../write-backup.ts';
import { copiedMessages } from '../physical/copy-stream.ts';
import { readFlushed, readSystem, replicate, startCopy, withReplication } from '../physical/replication.ts';
import { isSameWal, type SystemFacts } from '../physical/system-facts.ts';
import { createSegmentWriter, type SegmentWriter } from './segment-writer.ts';
import { deleteDrafts, listSegments, nextPosition, readSource, storedPosition, writeSource } from './wal-folder.ts';
import { lsnText, segmentStart, type Lsn } from './wal-position.ts';
import { newBaseSentence, prepareSlot, refuseSlotName, refuseUnlimitedSlot } from './wal-slot.ts';

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
  /** The receiver is connected for the first time, and begins when the promise resolves. `isNew` is true for a folder without WAL. */
  readonly onBegin: (isNew: boolean) => Promise<void>;
  /** There is no connection. The receiver connects again. */
  readonly onLost: (reason: string) => void;
  /** A connection on which the server sends nothing for this time is lost. */
  readonly stallMs?: number;
}

/**
 * Receives WAL until the signal aborts. Without a connection it connects again, because the slot keeps the WAL. Throws BackupError with a sentence for a person when the folder cannot be
 * written, and when a person has to make a new backup. Throws the error of the server when it refuses the first connection for good.
 */
export async function receiveWal(database: DatabaseOptions, options: ReceiverOptions): Promise<void> {
  checkRecipients(options.recipients);
  refuseSlotName(options.slot);
  const { signal } = options;
  let hasBegun = false;
  const onBegin = async (isNew: boolean): Promise<void> => {
    if (!hasBegun) await options.onBegin(isNew);
    hasBegun = true;
  };
  while (!signal.aborted) {
    try {
      await receiveOnce(await placeOf(database), { ...options, onBegin });
    } catch (error) {
      if (signal.aborted) return;
      if (isFinal(error, hasBegun)) throw error;
      options.onLost(error instanceof Error ? error.message : String(error));
      await wait(walRetryMs, undefined, { signal }).catch(() => undefined); // The loop ends when the signal aborts.
    }
  }
}

/** A server that starts, ends or has no free connection (57, 53) and a slot that another receiver uses (55006) are waited for. */
function isFinal(error: unknown, hasBegun: boolean): boolean {
  if (error instanceof BackupError) return true;
  return !hasBegun && error instanceof postgres.PostgresError && !/^(?:57|53|55006)/.test(error.code);
}

/** Deletes the slot of a receiver that was ended for good. The server no longer keeps WAL for it. */
export async function dropWalSlot(database: DatabaseOptions, slot: string): Promise<void> {
  refuseSlotName(slot);
  await withReplication(await placeOf(database), (sql) => replicate(sql, `DROP_REPLICATION_SLOT "${slot}"`));
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
    await prepareFolder(sql, folder, system);
    await refuseUnlimitedSlot(sql);
    const { timeline, segmentBytes } = system;
    const next = await nextPosition(folder, segmentBytes);
    const reserved = await prepareSlot(sql, { slot, folder, isNew: next === null });
    const start = next ?? segmentStart(reserved, segmentBytes);
    await options.onBegin(next === null);
    const parts = (await listSegments(folder, segmentBytes)).find((segment) => segment.start === start)?.parts ?? [];
    const writer = createSegmentWriter({ ...options, timeline, segmentBytes, start, parts });
    const command = `START_REPLICATION SLOT "${slot}" PHYSICAL ${lsnText(start)} TIMELINE ${timeline}`;
    try {
      const stream = await startCopy(sql, command);
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

async function prepareFolder(sql: Sql, folder: string, system: SystemFacts): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    throw fileError(folder, error);
  });
  await deleteDrafts(folder);
  const source = await readSource(folder);
  if (source === null) return writeSource(folder, system);
  if (source.system !== system.system)
    throw new BackupError('file', `${folder} has the WAL of another database. ${newBaseSentence}`);
  if (source.timeline !== system.timeline)
    throw new BackupError(
      'file',
      `${folder} has the WAL of timeline ${source.timeline}, and the database is in timeline ${system.timeline}. ${newBaseSentence}`,
    );
  if (!isSameWal(source, system))
    throw new BackupError(
      'file',
      `${folder} has the WAL of another copy of the database: the database was restored or promoted again. ${newBaseSentence}`,
    );
  const stored = await storedPosition(folder, system.segmentBytes);
  const flushed = await readFlushed(sql);
  if (stored !== null && flushed < stored)
    throw new BackupError(
      'file',
      `${folder} has WAL up to ${lsnText(stored)}, and the database has WAL up to ${lsnText(flushed)}: the database was replaced by an older copy of itself. ${newBaseSentence}`,
    );
  // A file that an earlier receiver has renamed is on the disk only when its folder is.
  await flushFolder(folder);
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
  { signal, onStatus, stallMs = replicationStallMs, segmentBytes }: ReceiverOptions & { readonly segmentBytes: number },
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
    for await (const message of copiedMessages(stream, { stallMs, signal: end.signal }))
      await enqueue(() => take(message));
  } catch (error) {
    if (!signal.aborted) throw error;
    await enqueue(report);
  } finally {
    signal.removeEventListener('abort', stop);
    clearInterval(timer);
  }
}

const postgresEpochMs = Date.UTC(2000, 0, 1);

/** Returns the message that the bytes before `stored` are on the disk. It asks for a response, because an idle server otherwise sends nothing. */
function replyOf(stored: Lsn): Buffer {
  const reply = Buffer.alloc(34);
  reply.write('r', 'latin1');
  reply.writeBigUInt64BE(stored, 1);
  reply.writeBigUInt64BE(stored, 9);
  reply.writeBigInt64BE(BigInt(Date.now() - postgresEpochMs) * 1_000n, 25);
  reply.writeUInt8(1, 33);
  return reply;
}
