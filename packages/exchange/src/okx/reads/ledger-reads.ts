// Reads fills and bills in pages of limited size, with the oldest row first.
import type {
  BillReport,
  Clock,
  FillReport,
  LedgerCursor,
  LedgerPage,
  Report,
  UnreadableRow,
} from '@rondo/engine/ports';
import { okxAnyRowSchema, okxBillSchema, okxFillSchema, type OkxFill } from '@rondo/protocol';
import { maxOwnerLookups, maxRawRowLength, pageRows, recentBillsMs, recentFillsMs } from '../../limits.ts';
import type { EndpointName } from '../rest/endpoints.ts';
import { instrumentIdOf, parseRow, type Translated } from './field-reader.ts';
import { readSegment, type LedgerRow, type LedgerSegment } from './ledger-walk.ts';
import type { OrderOwners } from './order-owners.ts';
import { failedReport } from '../commands/outcome.ts';
import { fetchRows, type Query } from './reads.ts';
import type { OkxRest } from '../rest/rest.ts';
import { toBillReport, toFillReport, type InstrumentRules } from './translate.ts';

/**
 * The readings of fills and of USDT bills, with the oldest row first. The promise of a method never rejects. A failed
 * reading returns a report with `ok: false`.
 */
export interface LedgerReads {
  fillsAfter(instruments: readonly InstrumentRules[], cursor: LedgerCursor): Promise<Report<LedgerPage<FillReport>>>;
  billsAfter(instruments: readonly InstrumentRules[], cursor: LedgerCursor): Promise<Report<LedgerPage<BillReport>>>;
}

/** The dependencies of the ledger readings. `owners` finds the client id of a fill whose row has no client id. */
export interface LedgerReadDeps {
  readonly rest: OkxRest;
  readonly clock: Clock;
  readonly owners: OrderOwners;
}

type Source<T> = {
  readonly name: EndpointName;
  readonly query: Query;
  readonly translate: (raw: unknown) => Promise<RowResult<T> | null>;
};

/**
 * The result for one row, or null when the row concerns no bot. `unreadable`: no later reading can translate the row.
 * `later`: a later reading may translate the row, so the page ends before the row.
 */
type RowResult<T> =
  | { readonly kind: 'value'; readonly value: T }
  | { readonly kind: 'unreadable'; readonly cause: string }
  | { readonly kind: 'later'; readonly failure: Extract<Translated<never>, { readonly ok: false }> };

/** Returns the readings. Rows of an earlier time are read from the archive endpoints. */
export function createLedgerReads({ rest, clock, owners }: LedgerReadDeps): LedgerReads {
  const isOlderThan = (cursor: LedgerCursor, ms: number): boolean => rest.serverClock.now() - cursor.sinceAt > ms;

  async function readPage<T>(cursor: LedgerCursor, source: Source<T>): Promise<Report<LedgerPage<T>>> {
    const startedAt = clock.now();
    const fetchPage = (query: Query) =>
      fetchRows(rest, source.name, {
        query: { ...source.query, ...query, limit: String(pageRows) },
        row: okxAnyRowSchema,
      });
    const segment = await readSegment(fetchPage, { ...cursor, walk: cursor.walk ?? null });
    if (segment.kind === 'failed') return failedReport(segment, startedAt);
    if (segment.kind === 'absent') return failedReport({ cause: 'the list does not exist' }, startedAt);
    const translated = await translateRows(segment.rows.toSorted(byId), source.translate);
    if (!translated.ok) return failedReport(translated, startedAt);
    return { ok: true, startedAt, value: pageOf(cursor, segment, translated.value) };
  }

  return {
    fillsAfter: (instruments, cursor) =>
      readPage(cursor, {
        name: isOlderThan(cursor, recentFillsMs) ? 'olderFills' : 'recentFills',
        query: { instType: 'SWAP' },
        translate: createFillTranslator(createOwnerFinder(owners), instruments),
      }),
    billsAfter: (instruments, cursor) =>
      readPage(cursor, {
        name: isOlderThan(cursor, recentBillsMs) ? 'olderBills' : 'recentBills',
        query: { ccy: 'USDT' },
        translate: createBillTranslator(createOwnerFinder(owners), instruments),
      }),
  };
}

/**
 * `values` are the translated rows. `read` are all rows of the page, also the rows that are not needed or not readable.
 * `isWhole` is false when the page ends before a row that only a later reading may translate.
 */
type TranslatedRows<T> = {
  readonly values: readonly T[];
  readonly unreadable: readonly UnreadableRow[];
  readonly read: readonly LedgerRow[];
  readonly isWhole: boolean;
};

// When only a later reading may translate a row, the page contains the rows before this row. When the row is the first
// row, the reading fails.
async function translateRows<T>(
  oldestFirst: readonly LedgerRow[],
  translate: Source<T>['translate'],
): Promise<Translated<TranslatedRows<T>>> {
  const values: T[] = [];
  const unreadable: UnreadableRow[] = [];
  for (const [index, row] of oldestFirst.entries()) {
    const result = await translate(row.raw);
    if (result === null) continue;
    if (result.kind === 'later' && index === 0) return result.failure;
    if (result.kind === 'later')
      return { ok: true, value: { values, unreadable, read: oldestFirst.slice(0, index), isWhole: false } };
    if (result.kind === 'value') values.push(result.value);
    if (result.kind === 'unreadable') unreadable.push(unreadableOf(row, result.cause));
  }
  return { ok: true, value: { values, unreadable, read: oldestFirst, isWhole: true } };
}

function unreadableOf({ id, at, raw }: LedgerRow, cause: string): UnreadableRow {
  const rowId = id === null ? null : String(id);
  const text = JSON.stringify(raw).slice(0, maxRawRowLength);
  return { rowId, instrumentId: instrumentIdOf(raw) || null, at, cause, raw: text };
}

// A price or a size off the known grid is readable as soon as the registry of instruments has finer units.
function resultOf<T>(translated: Translated<T>): RowResult<T> {
  if (translated.ok) return { kind: 'value', value: translated.value };
  if (translated.offGrid !== undefined) return { kind: 'later', failure: translated };
  return { kind: 'unreadable', cause: translated.cause };
}

function pageOf<T>(
  { walk, completeUntil = 0 }: LedgerCursor,
  { top, tops }: LedgerSegment,
  { values, unreadable, read, isWhole }: TranslatedRows<T>,
): LedgerPage<T> {
  const left = isWhole ? tops : [...tops, top];
  return {
    rows: values,
    unreadable,
    cursor: lastId(read.filter(({ at }) => at !== null && at <= completeUntil)),
    next: left.length === 0 ? null : { tops: left, readTo: lastId(read) ?? walk?.readTo ?? null },
  };
}

function lastId(rows: readonly LedgerRow[]): string | null {
  const last = rows.findLast(({ id }) => id !== null);
  return last === undefined ? null : String(last.id);
}

// A row without a readable id counts as older than every other row, so it does not become the cursor.
function byId({ id: left }: LedgerRow, { id: right }: LedgerRow): number {
  return Number((left ?? -1n) - (right ?? -1n));
}

/** Returns the client id of the order of a row. Returns null when the id could not be read now. */
type OwnerFinder = (row: Pick<OkxFill, 'clOrdId' | 'ordId' | 'instId'>) => Promise<string | null>;

// A page looks up at most `maxOwnerLookups` owners, so it ends before the next row.
function createOwnerFinder(owners: OrderOwners): OwnerFinder {
  let lookups = 0;
  return async ({ clOrdId, ordId, instId }) => {
    const known = clOrdId === '' ? owners.known(ordId) : clOrdId;
    if (known !== undefined) return known;
    lookups += 1;
    return lookups > maxOwnerLookups ? null : owners.find(instId, ordId);
  };
}

function ownerUnknown(ordId: string): RowResult<never> {
  return { kind: 'later', failure: { ok: false, cause: `the owner of the order ${ordId} could not be read` } };
}

// A fill without its client id would be applied to no bot, so a fill whose order could not be looked up is not
// translated. The value is null for a fill of another instrument.
function createFillTranslator(
  findOwner: OwnerFinder,
  instruments: readonly InstrumentRules[],
): Source<FillReport>['translate'] {
  const rules = new Map(instruments.map((one) => [one.id, one]));
  return async (raw) => {
    const ruled = rules.get(instrumentIdOf(raw));
    if (ruled === undefined) return null;
    const row = parseRow(okxFillSchema, raw);
    if (!row.ok) return { kind: 'unreadable', cause: row.cause };
    const clientId = await findOwner(row.value);
    return clientId === null ? ownerUnknown(row.value.ordId) : resultOf(toFillReport(row.value, ruled, clientId));
  };
}

/** The type of the bills of trades. */
const tradeBill = '2';

// The bill of an order that a trigger order created has no client id, like its fills. The owners of orders on other instruments are not looked up,
// because they have no bot.
function createBillTranslator(
  findOwner: OwnerFinder,
  instruments: readonly InstrumentRules[],
): Source<BillReport>['translate'] {
  const instrumentIds = new Set(instruments.map(({ id }) => id));
  return async (raw) => {
    const row = parseRow(okxBillSchema, raw);
    if (!row.ok) return { kind: 'unreadable', cause: row.cause };
    const bill = row.value;
    if (bill.ccy !== 'USDT') return null;
    const isOfOrder = bill.type === tradeBill && bill.ordId !== '' && instrumentIds.has(bill.instId);
    const clientId = isOfOrder ? await findOwner(bill) : bill.clOrdId;
    return clientId === null ? ownerUnknown(bill.ordId) : resultOf(toBillReport(bill, clientId));
  };
}
