// Reads of one account as reports, whole listings included: every page, or unavailable - never a part.
import type { Clock, Report } from '@rondo/engine/ports';
import type { OkxSchema } from '@rondo/protocol';
import { maxPages, pageRows } from '../../limits.ts';
import { endpoints, type EndpointName } from '../rest/endpoints.ts';
import type { Translated } from './field-reader.ts';
import { failedReport, readRows, type Rows } from '../commands/outcome.ts';
import type { OkxRest } from '../rest/rest.ts';

/** The query parameters of a read, before URL encoding. */
export type Query = Readonly<Record<string, string>>;

/** Reads rows of one endpoint. `bucketSuffix` separates limits that count per instrument. */
export async function fetchRows<T>(
  rest: OkxRest,
  name: EndpointName,
  input: { readonly query: Query; readonly row: OkxSchema<T> },
): Promise<Rows<T>> {
  const { path, limit } = endpoints[name];
  return readRows(await rest.send({ path, query: input.query, bucket: name, limit, priority: 'read' }), input.row);
}

/** Reads and translates in one go; an absent thing is a failed report unless `absent` translates it. */
export async function reportOf<T, Value>(
  clock: Clock,
  fetch: () => Promise<Rows<T>>,
  toValue: (rows: readonly T[]) => Translated<Value>,
): Promise<Report<Value>> {
  const startedAt = clock.now();
  const rows = await fetch();
  if (rows.kind === 'absent') return failedReport({ cause: 'the exchange knows no such thing' }, startedAt);
  if (rows.kind === 'failed') return failedReport(rows, startedAt);
  const value = toValue(rows.rows);
  return value.ok ? { ok: true, value: value.value, startedAt } : failedReport(value, startedAt);
}

/** How a listing is paged: newest first, `cursorOf` a row is the `after` of the next page, `isOld` ends the walk. */
export interface Paging<T> {
  readonly query: Query;
  readonly row: OkxSchema<T>;
  readonly cursorOf: (row: T) => string;
  readonly isOld?: (row: T) => boolean;
}

/** All rows newer than the stop, newest first. More pages than the bound is a failure, not a shorter list. */
export async function fetchPages<T>(rest: OkxRest, name: EndpointName, paging: Paging<T>): Promise<Rows<T>> {
  const collected: T[] = [];
  let query: Query = { ...paging.query, limit: String(pageRows) };
  for (let page = 0; page < maxPages; page += 1) {
    const rows = await fetchRows(rest, name, { query, row: paging.row });
    if (rows.kind !== 'rows') return rows;
    const oldAt = paging.isOld === undefined ? -1 : rows.rows.findIndex(paging.isOld);
    collected.push(...(oldAt < 0 ? rows.rows : rows.rows.slice(0, oldAt)));
    const last = rows.rows.at(-1);
    if (oldAt >= 0 || last === undefined || rows.rows.length < pageRows) return { kind: 'rows', rows: collected };
    query = { ...query, after: paging.cursorOf(last) };
  }
  return { kind: 'failed', cause: `more than ${maxPages} pages`, reason: 'unavailable' };
}

/**
 * All rows with a bill id above the cursor, newest first. One page asked with `before` is enough when it is not full;
 * a full one is read again from the newest end, because documents differ on which rows a full page holds.
 */
export async function fetchNewerThan<T extends { readonly billId: string }>(
  rest: OkxRest,
  name: EndpointName,
  input: { readonly query: Query; readonly row: OkxSchema<T>; readonly billId: string },
): Promise<Rows<T>> {
  const quick = await fetchRows(rest, name, {
    query: { ...input.query, before: input.billId, limit: String(pageRows) },
    row: input.row,
  });
  if (quick.kind !== 'rows' || quick.rows.length < pageRows) return quick;
  const cursor = BigInt(input.billId);
  return fetchPages(rest, name, {
    query: input.query,
    row: input.row,
    cursorOf: (row) => row.billId,
    isOld: (row) => BigInt(row.billId) <= cursor,
  });
}
