// Connections to the database: one pool for queries, whichever server it is.
import postgres, { type Sql } from 'postgres';
import { databaseUser } from './embedded/cluster.ts';
import {
  connectTimeoutSeconds,
  idleTransactionMs,
  lockTimeoutMs,
  poolConnections,
  statementTimeoutMs,
} from './limits.ts';

/** Where the database is. */
export type DatabasePlace =
  | { readonly url: string }
  | { readonly socketFolder: string; readonly port: number; readonly database?: string };

/** Opens connections lazily. `connections` bounds the pool. Prepared statements are on. */
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
      // A frozen program must not hold a lease's row against the node that takes over.
      idle_in_transaction_session_timeout: idleTransactionMs,
      statement_timeout: statementTimeoutMs,
      lock_timeout: lockTimeoutMs,
      client_min_messages: 'warning',
    },
  };
  if ('url' in place) return postgres(place.url, common);
  return postgres({
    ...common,
    path: `${place.socketFolder}/.s.PGSQL.${place.port}`,
    username: databaseUser,
    database: place.database ?? 'postgres',
    password: '',
  });
}

/** True when an error is a broken unique rule, of this constraint when named. */
export function isDuplicate(error: unknown, constraint?: string): boolean {
  return (
    error instanceof postgres.PostgresError &&
    error.code === '23505' &&
    (constraint === undefined || error.constraint_name === constraint)
  );
}
