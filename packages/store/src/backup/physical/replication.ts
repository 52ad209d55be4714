// The connection for the replication protocol, and what PostgreSQL says about itself before a physical backup.
import type { Readable } from 'node:stream';
import postgres, { type PendingQuery, type Row, type Sql } from 'postgres';
import { connect, connectReplication, type DatabasePlace } from '../../database/connection.ts';
import { integerOf, oneRow, textOf, textOrNull } from '../../database/row.ts';
import { BackupError } from '../backup-error.ts';
import type { AppliedMigration } from '../document.ts';
import { restoredSetting } from '../../upkeep/restored-setting.ts';
import { parseLsn, type Lsn } from '../wal/wal-position.ts';
import { tablespaceSentence } from './base-archive.ts';
import type { SystemFacts } from './system-facts.ts';

/** The oldest major version whose replication protocol is known here. */
const oldestMajor = 15;

/** What a database says about itself. */
interface ServerFacts {
  readonly server: string;
  readonly major: number;
  readonly mark: string | null;
  readonly venue: string | null;
  readonly migrations: readonly AppliedMigration[];
}

/** Reads what the header of a backup contains. Throws BackupError for a database without tables of this program, an old PostgreSQL, and tablespaces. */
export async function readServer(place: DatabasePlace): Promise<ServerFacts> {
  const sql = connect(place, { connections: 1 });
  try {
    const about = oneRow(
      await sql`
        select current_setting('server_version') as server, current_setting('server_version_num')::int / 10000 as major,
          (select count(*)::int from pg_tablespace where spcname not in ('pg_default', 'pg_global')) as tablespaces,
          to_regclass('public.schema_migrations') is not null as is_known`,
    );
    const major = integerOf(about, 'major');
    if (major < oldestMajor)
      throw new BackupError(
        'server',
        `The database is PostgreSQL ${major}, and a physical backup needs PostgreSQL ${oldestMajor} or newer. Make a logical backup (without --physical).`,
      );
    if (about['is_known'] !== true)
      throw new BackupError('noData', 'The database has no tables of this program, so there is nothing to back up.');
    if (integerOf(about, 'tablespaces') > 0) throw new BackupError('server', tablespaceSentence);
    const instance = oneRow(
      await sql`
        select (select value->>'mark' from settings where key = 'instance') as mark, (select value->>'venue' from settings where key = 'instance') as venue`,
    );
    const rows = await sql`select name, sha256 from schema_migrations order by name`;
    return {
      server: textOf(about, 'server'),
      major,
      mark: textOrNull(instance, 'mark'),
      venue: textOrNull(instance, 'venue'),
      migrations: rows.map((row) => ({ name: textOf(row, 'name'), sha256: textOf(row, 'sha256') })),
    };
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** Runs work on a replication connection. Throws BackupError `server` with a sentence when the server does not permit such a connection. */
export async function withReplication<Value>(place: DatabasePlace, work: (sql: Sql) => Promise<Value>): Promise<Value> {
  const sql = connectReplication(place);
  try {
    return await work(sql);
  } catch (error) {
    throw permissionError(error);
  } finally {
    await sql.end({ timeout: 0 });
  }
}

/** Reads the facts of the cluster. */
export async function readSystem(sql: Sql): Promise<SystemFacts> {
  const row = oneRow(await replicate(sql, 'IDENTIFY_SYSTEM'));
  const timeline = Number(row['timeline']);
  return {
    system: textOf(row, 'systemid'),
    timeline,
    segmentBytes: bytesOf(await readSetting(sql, 'wal_segment_size')),
    restored: await unlessMissing(() => readSetting(sql, restoredSetting)),
    timelineStart: timeline === 1 ? null : await unlessMissing(() => readTimelineStart(sql, timeline)),
  };
}

/** Reads the position up to which the WAL is on the disk of the server. */
export async function readFlushed(sql: Sql): Promise<Lsn> {
  return parseLsn(textOf(oneRow(await replicate(sql, 'IDENTIFY_SYSTEM')), 'xlogpos'));
}

type SettingName = 'wal_segment_size' | 'max_slot_wal_keep_size' | typeof restoredSetting;

/** Reads a setting of the server. */
export async function readSetting(sql: Sql, name: SettingName): Promise<string> {
  return textOf(oneRow(await replicate(sql, `SHOW ${name}`)), name);
}

/** The last line of the history of a timeline is the position at which it begins. */
async function readTimelineStart(sql: Sql, timeline: number): Promise<string> {
  const history = textOf(oneRow(await replicate(sql, `TIMELINE_HISTORY ${timeline}`)), 'content');
  const start = [...history.matchAll(/^\s*\d+\s+([0-9A-F]+\/[0-9A-F]+)/gm)].at(-1)?.[1];
  if (start === undefined) throw new Error(`the history of timeline ${timeline} has no position`);
  return start;
}

/** Returns null when the server has no such setting (42704) or no such file (58P01). */
async function unlessMissing(read: () => Promise<string>): Promise<string | null> {
  try {
    const text = await read();
    return text === '' ? null : text;
  } catch (error) {
    if (error instanceof postgres.PostgresError && ['42704', '58P01'].includes(error.code)) return null;
    throw error;
  }
}

/** Sends a command of the replication protocol. It has no parameters, so the text contains constants, checked names of slots and positions only. */
export function replicate(sql: Sql, command: string): PendingQuery<(Row & Iterable<Row>)[]> {
  return sql.unsafe(command).simple();
}

/**
 * Starts a copy and returns its stream, which is a Duplex when the server also reads. The server can begin a copy and refuse it in one packet. The driver then destroys the stream before an
 * awaiting caller has it, and an error without a listener would end the process. So the stream gets a listener when the driver makes it. `copiedMessages` throws the error.
 */
export async function startCopy(sql: Sql, command: string): Promise<Readable> {
  const query = replicate(sql, command);
  const resolve: unknown = Reflect.get(query, 'resolve');
  if (typeof resolve !== 'function') throw new Error('the driver has another way to return a stream');
  Reflect.set(query, 'resolve', (stream: Readable) => {
    Reflect.set(query, 'resolve', resolve); // The driver calls it again at the end of the copy.
    stream.on('error', () => undefined);
    Reflect.apply(resolve, query, [stream]);
  });
  return query.readable();
}

const units: Readonly<Record<string, number>> = { B: 1, kB: 2 ** 10, MB: 2 ** 20, GB: 2 ** 30 };

function bytesOf(text: string): number {
  const [, count, unit = ''] = /^(\d+)(B|kB|MB|GB)$/.exec(text) ?? [];
  const scale = units[unit];
  if (count === undefined || scale === undefined) throw new Error(`"${text}" is not a size`);
  return Number(count) * scale;
}

/** 42501: the role may not replicate. 28000: pg_hba.conf has no line for the connection. */
function permissionError(error: unknown): unknown {
  if (!(error instanceof postgres.PostgresError) || !['42501', '28000'].includes(error.code)) return error;
  return new BackupError(
    'server',
    `The database does not permit a physical copy (${error.message}). Type "alter role NAME replication" for the role of DATABASE_URL and add a line "host replication NAME ADDRESS scram-sha-256" to pg_hba.conf. Where this is impossible, make a logical backup (without --physical).`,
    error,
  );
}
