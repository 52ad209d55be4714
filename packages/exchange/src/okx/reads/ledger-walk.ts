// Reads a list of fills or bills in segments, with the oldest segment first. The exchange lists the newest row first,
// so the first calls read the pages from the newest row to the oldest row. They store in `tops` the id at which each
// segment begins.
import type { LedgerWalk } from '@rondo/engine/ports';
import { maxPages, maxWalkTops, pageRows, segmentPages } from '../../limits.ts';
import type { Rows } from '../commands/outcome.ts';
import type { Query } from './reads.ts';

/** A row of the list before it is parsed. `id` and `at` are null when the row has no readable id or time. */
export interface LedgerRow {
  readonly id: bigint | null;
  readonly at: number | null;
  readonly raw: unknown;
}

/**
 * The rows of one segment with the newest row first. `top` is the id at which the segment begins, and `tops` are the
 * ids at which the newer segments begin.
 */
export interface LedgerSegment {
  readonly kind: 'segment';
  readonly rows: readonly LedgerRow[];
  readonly top: string;
  readonly tops: readonly string[];
}

/** A segment, or the reason why it could not be read. */
export type SegmentRead = LedgerSegment | Exclude<Rows<never>, { readonly kind: 'rows' }>;

/**
 * The start of a reading: after the row `billId`, or at `sinceAt` (exchange time in epoch ms) when `billId` is null.
 * `walk` continues an earlier reading.
 */
export interface LedgerStart {
  readonly billId: string | null;
  readonly sinceAt: number;
  readonly walk: LedgerWalk | null;
}

/** The entry in `tops` for the segment that begins at the newest row of the list. */
const newest = '';

type FetchPage = (query: Query) => Promise<Rows<unknown>>;

/**
 * Reads the oldest segment that was not read yet. The segment has no rows when one call did not reach the oldest row.
 * One page with the parameter `before` is enough when the page is not full. A full page cannot be used, because the
 * documents of OKX differ about the rows that it contains.
 */
export async function readSegment(fetchPage: FetchPage, start: LedgerStart): Promise<SegmentRead> {
  if (start.walk === null && start.billId !== null) {
    const quick = await fetchPage({ before: start.billId });
    if (quick.kind !== 'rows') return quick;
    if (quick.rows.length < pageRows)
      return { kind: 'segment', rows: quick.rows.map(toLedgerRow), top: newest, tops: [] };
  }
  return walkDown(fetchPage, start);
}

async function walkDown(fetchPage: FetchPage, start: LedgerStart): Promise<SegmentRead> {
  let tops: readonly string[] = start.walk?.tops ?? [newest];
  let after = tops.at(-1) ?? newest;
  let segment: LedgerRow[] = [];
  for (let page = 0; page < maxPages; page += 1) {
    const read = await fetchPage(after === newest ? {} : { after });
    if (read.kind !== 'rows') return read;
    const rows = read.rows.map(toLedgerRow);
    const oldAt = rows.findIndex((row) => isOld(start, row));
    const fresh = oldAt < 0 ? rows : rows.slice(0, oldAt);
    if (fresh.length > 0 && segment.length >= segmentPages * pageRows) {
      tops = withTop(tops, after);
      segment = [];
    }
    segment.push(...fresh);
    if (oldAt >= 0 || rows.length < pageRows) return endOf(fetchPage, start, { rows: segment, tops });
    const last = rows.findLast((row) => row.id !== null);
    if (last === undefined)
      return { kind: 'failed', cause: 'a page of the list has no readable id', reason: 'unavailable' };
    after = String(last.id);
  }
  return { kind: 'segment', rows: [], top: after, tops: withTop(tops, after) };
}

// When the oldest segment has no new row, the next segment is read, so a call that reaches the oldest row returns rows
// if the list has new rows.
async function endOf(
  fetchPage: FetchPage,
  start: LedgerStart,
  { rows, tops }: Pick<LedgerSegment, 'rows' | 'tops'>,
): Promise<SegmentRead> {
  const left = tops.slice(0, -1);
  if (rows.length > 0 || left.length === 0) return { kind: 'segment', rows, top: tops.at(-1) ?? newest, tops: left };
  // Stryker disable next-line OptionalChaining: the oldest segment of a reading without a walk has a row when it is not the only one.
  return walkDown(fetchPage, { ...start, walk: { tops: left, readTo: start.walk?.readTo ?? null } });
}

// When `tops` is full, every second id is dropped. A later call finds the beginnings between the remaining ids.
function withTop(tops: readonly string[], top: string): readonly string[] {
  const kept = tops.length < maxWalkTops ? tops : tops.filter((_, index) => index % 2 === 0);
  return [...kept, top];
}

function isOld({ billId, sinceAt, walk }: LedgerStart, { id, at }: LedgerRow): boolean {
  const floor = walk?.readTo ?? billId;
  return floor === null ? at !== null && at < sinceAt : id !== null && id <= BigInt(floor);
}

function toLedgerRow(raw: unknown): LedgerRow {
  const { billId, ts } = typeof raw === 'object' && raw !== null ? (raw as Readonly<Record<string, unknown>>) : {}; // Each field is checked below.
  return { id: wholeNumber(billId), at: Number(wholeNumber(ts) ?? Number.NaN) || null, raw };
}

function wholeNumber(value: unknown): bigint | null {
  return typeof value === 'string' && /^\d{1,30}$/.test(value) ? BigInt(value) : null;
}
