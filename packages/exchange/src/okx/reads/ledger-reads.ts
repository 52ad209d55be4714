// Reads all pages of fills and bills, with the oldest first.
import type { BillReport, Clock, FillReport, Report } from '@rondo/engine/ports';
import { okxBillSchema, okxFillSchema, type OkxBill, type OkxFill, type OkxSchema } from '@rondo/protocol';
import { maxOwnerLookups, recentBillsMs, recentFillsMs } from '../../limits.ts';
import type { EndpointName } from '../rest/endpoints.ts';
import { translateAll, type Translated } from './field-reader.ts';
import type { OrderOwners } from './order-owners.ts';
import { failedReport, type Rows } from '../commands/outcome.ts';
import { fetchNewerThan, fetchPages, reportOf, type Query } from './reads.ts';
import type { OkxRest } from '../rest/rest.ts';
import { toBillReport, toFillReport, type InstrumentRules } from './translate.ts';

/**
 * The start of a reading: after `billId`, or from `sinceAt` (exchange time in epoch ms) when `billId` is null.
 * `sinceAt` also selects the recent or the archive endpoint.
 */
export interface LedgerCursor {
  readonly billId: string | null;
  readonly sinceAt: number;
}

/**
 * The readings of fills and of USDT bills, with the oldest first. The promise of every method resolves, and a failed
 * reading returns a failed report.
 */
export interface LedgerReads {
  fillsAfter(instruments: readonly InstrumentRules[], cursor: LedgerCursor): Promise<Report<readonly FillReport[]>>;
  billsAfter(cursor: LedgerCursor): Promise<Report<readonly BillReport[]>>;
}

/** The dependencies of the ledger readings. `owners` finds the client id of a fill whose row has no client id. */
export interface LedgerReadDeps {
  readonly rest: OkxRest;
  readonly clock: Clock;
  readonly owners: OrderOwners;
}

/** Returns the readings. An older span is read from the archive endpoints. */
export function createLedgerReads({ rest, clock, owners }: LedgerReadDeps): LedgerReads {
  function fetchLedger<T extends OkxFill | OkxBill>(
    name: EndpointName,
    cursor: LedgerCursor,
    { query, row }: { readonly query: Query; readonly row: OkxSchema<T> },
  ): Promise<Rows<T>> {
    if (cursor.billId !== null) return fetchNewerThan(rest, name, { query, row, billId: cursor.billId });
    const isOld = (one: T): boolean => one.ts < cursor.sinceAt;
    return fetchPages(rest, name, { query, row, cursorOf: (one) => one.billId, isOld });
  }

  return {
    async fillsAfter(instruments, cursor) {
      const startedAt = clock.now();
      const rules = new Map(instruments.map((one) => [one.id, one]));
      const name = rest.serverClock.now() - cursor.sinceAt > recentFillsMs ? 'olderFills' : 'recentFills';
      const source = { query: { instType: 'SWAP' }, row: okxFillSchema };
      const rows = await reportOf(
        clock,
        () => fetchLedger(name, cursor, source),
        (all) => ({ ok: true, value: all }),
      );
      if (!rows.ok) return { ...rows, startedAt };
      const names = await addClientIds(owners, rows.value, rules);
      if (!names.ok) return failedReport(names, startedAt);
      const oldestFirst = rows.value.toSorted(byBillId);
      const own = oldestFirst.flatMap((row) => {
        const ruled = rules.get(row.instId);
        return ruled === undefined ? [] : [{ row, ruled }];
      });
      const fills = translateAll(own, ({ row, ruled }) => {
        const clientId =
          row.clOrdId === '' ? (names.value.get(row.ordId) ?? owners.known(row.ordId) ?? '') : row.clOrdId;
        return toFillReport(row, ruled, clientId);
      });
      return fills.ok ? { ok: true, value: fills.value, startedAt } : failedReport(fills, startedAt);
    },
    billsAfter(cursor) {
      const name = rest.serverClock.now() - cursor.sinceAt > recentBillsMs ? 'olderBills' : 'recentBills';
      const source = { query: { ccy: 'USDT' }, row: okxBillSchema };
      return reportOf(
        clock,
        () => fetchLedger(name, cursor, source),
        (rows) => {
          const usdt = rows.filter((row) => row.ccy === 'USDT').toSorted(byBillId);
          return translateAll(usdt, toBillReport);
        },
      );
    },
  };
}

function byBillId(a: { readonly billId: string }, b: { readonly billId: string }): number {
  const [left, right] = [BigInt(a.billId), BigInt(b.billId)];
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

// When a lookup fails, or more lookups than the bound are needed, the whole reading fails, because a fill must not lose its client id.
async function addClientIds(
  owners: OrderOwners,
  rows: readonly OkxFill[],
  instruments: ReadonlyMap<string, InstrumentRules>,
): Promise<Translated<ReadonlyMap<string, string>>> {
  const withoutClientId = rows.filter(
    (row) => row.clOrdId === '' && instruments.has(row.instId) && owners.known(row.ordId) === undefined,
  );
  const orders = [...new Map(withoutClientId.map((row) => [row.ordId, row.instId]))];
  const names = new Map<string, string>();
  for (const [ordId, instId] of orders.slice(0, maxOwnerLookups)) {
    const clientId = await owners.find(instId, ordId);
    if (clientId === null) return { ok: false, cause: `the owner of the order ${ordId} could not be read` };
    names.set(ordId, clientId);
  }
  if (orders.length > maxOwnerLookups)
    return { ok: false, cause: `${orders.length - maxOwnerLookups} orders without a client id were not looked up` };
  return { ok: true, value: names };
}
