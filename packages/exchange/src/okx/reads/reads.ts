// Reads rows and whole lists, and converts them to reports. When one page of a list fails, the reading of the list
// fails.
import type { Clock, Report } from '@rondo/engine/ports';
import type { OkxSchema } from '@rondo/protocol';
import { maxPages, pageRows } from '../../limits.ts';
import { endpoints, type EndpointName } from '../rest/endpoints.ts';
import type { Translated } from './field-reader.ts';
import { failedReport, readRows, type Rows } from '../commands/outcome.ts';
import type { OkxRest } from '../rest/rest.ts';

/** The query parameters of a read, before URL encoding. */
export type Query = Readonly<Record<string, string>>;

/** Reads the rows of one request to an endpoint. */
export async function fetchRows<T>(
  rest: OkxRest,
  name: EndpointName,
  input: { readonly query: Query; readonly row: OkxSchema<T> },
): Promise<Rows<T>> {
  const { path, limit } = endpoints[name];
  return readRows(await rest.send({ path, query: input.query, bucket: name, limit, priority: 'read' }), input.row);
}

/**
 * Reads rows and translates them to a report. When the exchange reports that the requested item does not exist, the
 * report has `ok: false`.
 */
export async function reportOf<T, Value>(
  clock: Clock,
  fetch: () => Promise<Rows<T>>,
  toValue: (rows: readonly T[]) => Translated<Value>,
): Promise<Report<Value>> {
  const startedAt = clock.now();
  const rows = await fetch();
  if (rows.kind === 'absent')
    return failedReport({ cause: 'the exchange says that the item does not exist' }, startedAt);
  if (rows.kind === 'failed') return failedReport(rows, startedAt);
  const value = toValue(rows.rows);
  return value.ok ? { ok: true, value: value.value, startedAt } : failedReport(value, startedAt);
}

/**
 * The paging of a list with the newest row first. `cursorOf` of the last row is the parameter `after` of the next page.
 * The reading ends at the first row for which `isOld` returns true.
 */
export interface Paging<T> {
  readonly query: Query;
  readonly row: OkxSchema<T>;
  readonly cursorOf: (row: T) => string;
  readonly isOld?: (row: T) => boolean;
}

/**
 * Reads all rows before the first old row, with the newest row first. When the list has more than `maxPages` pages, the
 * reading fails.
 */
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
