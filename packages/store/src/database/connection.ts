// Connections to the database: one pool for queries, to an embedded or an external server.
import postgres, { type Sql } from 'postgres';
import { databaseUser } from '../embedded/cluster.ts';
import {
  connectTimeoutSeconds,
  idleTransactionMs,
  lockTimeoutMs,
  poolConnections,
  statementTimeoutMs,
} from '../limits.ts';

/** The address of the database: a URL, or a socket folder and a port. */
export type DatabasePlace =
  | { readonly url: string }
  | { readonly socketFolder: string; readonly port: number; readonly database?: string };

/** Creates a pool whose connections are opened when they are needed. `connections` limits the size of the pool. Prepared statements are used. */
export function connect(
  place: DatabasePlace,
  options: { readonly connections?: number; readonly onclose?: () => void } = {},
): Sql {
  const common = {
    max: options.connections ?? poolConnections,
    connect_timeout: connectTimeoutSeconds,
    onnotice: () => undefined,
    ...(options.onclose === undefined ? {} : { onclose: options.onclose }),
    connection: {
      application_name: 'rondo',
      // A frozen process could keep the row of a lease locked. PostgreSQL ends its transaction after this time, so that another node can take the lease.
      idle_in_transaction_session_timeout: idleTransactionMs,
      statement_timeout: statementTimeoutMs,
      lock_timeout: lockTimeoutMs,
      client_min_messages: 'warning',
      // The tables are in memory or on a solid-state disk, so a random page costs hardly more than the next page. The default is 4.
      random_page_cost: 1.1,
    },
  };
  return open(place, common);
}

/**
 * Creates a pool of one connection for the replication protocol (https://www.postgresql.org/docs/current/protocol-replication.html). Its statements have to be `simple()`.
 * The connection has no time limits, because a copy can take hours.
 */
export function connectReplication(place: DatabasePlace): Sql {
  return open(place, {
    max: 1,
    max_lifetime: null,
    fetch_types: false,
    connect_timeout: connectTimeoutSeconds,
    onnotice: () => undefined,
    connection: { application_name: 'rondo', replication: 'true' },
  });
}

function open(place: DatabasePlace, common: Options): Sql {
  if ('url' in place) {
    const { url, options: socket } = readUrl(place.url);
    return postgres(url, { ...common, ...socket });
  }
  return postgres({
    ...common,
    path: `${place.socketFolder}/.s.PGSQL.${place.port}`,
    username: databaseUser,
    database: place.database ?? 'postgres',
    password: '',
  });
}

type Options = NonNullable<Parameters<typeof postgres>[1]>;

/** Returns whether an error is a violation of a unique constraint. When `constraint` is given, only a violation of this constraint counts. */
export function isDuplicate(error: unknown, constraint?: string): boolean {
  return (
    error instanceof postgres.PostgresError &&
    error.code === '23505' &&
    (constraint === undefined || error.constraint_name === constraint)
  );
}

/** Returns whether an error says that a statement waited longer for a lock than `lock_timeout`. */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof postgres.PostgresError && error.code === '55P03';
}

/** Rewrites an address with a unix socket in the form of libpq, `postgres:///name?host=/folder&user=someone`, because the driver cannot parse this form. */
function readUrl(text: string): { readonly url: string; readonly options: { path?: string; username?: string } } {
  const url = new URL(text);
  const folder = url.searchParams.get('host');
  if (folder === null || !folder.startsWith('/')) return { url: text, options: {} };
  const port = url.searchParams.get('port') ?? '5432';
  const user = url.searchParams.get('user');
  for (const name of ['host', 'port', 'user']) url.searchParams.delete(name);
  return {
    url: url.href,
    options: { path: `${folder}/.s.PGSQL.${port}`, ...(user === null ? {} : { username: user }) },
  };
}

/** Returns whether the database has refused a change, because the person is being moved to another database (migration 0030). */
export function isMovingRefusal(error: unknown): boolean {
  return error instanceof postgres.PostgresError && error.code === 'RM001';
}
