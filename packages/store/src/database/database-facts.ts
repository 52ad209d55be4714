// What the database server says about itself: its version, the settings that decide whether a commit survives a crash, its clock and the encryption of this connection.
import type { Sql } from 'postgres';
import { booleanOf, integerOf, oneRow, textOf } from './row.ts';

/** The version, settings and clock of the database server, seen by one connection. */
export interface DatabaseFacts {
  /** The major version, such as 17. */
  readonly major: number;
  /** The setting `synchronous_commit`. With `off`, a crash loses commits that were confirmed. */
  readonly synchronousCommit: string;
  readonly isFsyncOn: boolean;
  readonly isFullPageWritesOn: boolean;
  /** Whether the connection is encrypted. A connection on this machine is usually not encrypted. */
  readonly isEncrypted: boolean;
  /** Whether the connection leaves this machine. */
  readonly isOverNetwork: boolean;
  /** The clock of the server in epoch ms. */
  readonly clockAt: number;
}

/** Reads the facts from the server. */
export async function readDatabaseFacts(sql: Sql): Promise<DatabaseFacts> {
  const row = oneRow(
    await sql`
      select current_setting('server_version_num')::int / 10000 as major, current_setting('synchronous_commit') as synchronous_commit,
        current_setting('fsync')::bool as is_fsync_on, current_setting('full_page_writes')::bool as is_full_page_writes_on,
        coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as is_encrypted,
        coalesce(not (inet_server_addr() <<= '127.0.0.0/8' or inet_server_addr() = '::1'), false) as is_over_network, (extract(epoch from clock_timestamp()) * 1000)::bigint as clock_at`,
  );
  return {
    major: integerOf(row, 'major'),
    synchronousCommit: textOf(row, 'synchronous_commit'),
    isFsyncOn: booleanOf(row, 'is_fsync_on'),
    isFullPageWritesOn: booleanOf(row, 'is_full_page_writes_on'),
    isEncrypted: booleanOf(row, 'is_encrypted'),
    isOverNetwork: booleanOf(row, 'is_over_network'),
    clockAt: integerOf(row, 'clock_at'),
  };
}
