// Reads orders and trigger orders: one order by its client id, all open orders, or all finished orders.
import type { OrderReport, Report } from '@rondo/engine/ports';
import { lots } from '@rondo/decimal';
import {
  okxAlgoOrderSchema,
  okxAnyRowSchema,
  okxOrderSchema,
  type OkxAlgoOrder,
  type OkxOrder,
  type OkxSchema,
} from '@rondo/protocol';
import { instrumentIdOf, parseRow, textOf, translateAll, type Translated } from './field-reader.ts';
import type { OrderOwners } from './order-owners.ts';
import { createOrderLookup, madeOrderId, type OrderReadDeps } from './order-lookup.ts';
import { fetchPages, reportOf } from './reads.ts';
import { toOrderReport, toTriggerReport, type InstrumentRules } from './translate.ts';

/**
 * The readings of orders and trigger orders. The promise of a method never rejects. `lookup` returns null when the
 * order does not exist.
 */
export interface OrderReads {
  lookup(instrument: InstrumentRules, clientId: string, trigger: boolean): Promise<Report<OrderReport | null>>;
  openOrders(
    instruments: readonly InstrumentRules[],
    listing?: 'withoutTriggers',
  ): Promise<Report<readonly OrderReport[]>>;
  orderHistory(instruments: readonly InstrumentRules[], sinceAt: number): Promise<Report<readonly OrderReport[]>>;
}

const triggerTypes = 'conditional';
const finishedTriggerStates = ['effective', 'canceled', 'order_failed'] as const;

/** Returns the readings. Orders of other instruments are ignored. An unreadable order of a requested instrument makes the reading of finished orders fail, and it is one entry without terms among the open orders. */
export function createOrderReads({ rest, clock, owners }: OrderReadDeps): OrderReads {
  const one = createOrderLookup({ rest, clock, owners });
  return {
    lookup: (instrument, clientId, trigger) =>
      trigger ? one.lookupTrigger(instrument, clientId) : one.lookupOrder(instrument, { clOrdId: clientId }),
    async openOrders(instruments, listing) {
      const startedAt = clock.now();
      // Each row is parsed on its own, so that one unreadable row does not hide the other orders of the account.
      const paging = { query: { instType: 'SWAP' }, row: okxAnyRowSchema, cursorOf: textOf('ordId') };
      const triggerPaging = {
        query: { ordType: triggerTypes, instType: 'SWAP' },
        row: okxAnyRowSchema,
        cursorOf: textOf('algoId'),
      };
      // Trigger orders are read first. A trigger order that is triggered between the two readings is then in both
      // lists. With the opposite sequence it could be missing from both lists.
      const triggers: Report<readonly OrderReport[]> =
        listing === 'withoutTriggers'
          ? { ok: true, value: [], startedAt }
          : await reportOf(
              clock,
              () => fetchPages(rest, 'pendingTriggers', triggerPaging),
              openReports(instruments, okxAlgoOrderSchema, readTrigger(owners)),
            );
      if (!triggers.ok) return { ...triggers, startedAt };
      const orders = await reportOf(
        clock,
        () => fetchPages(rest, 'pendingOrders', paging),
        openReports(instruments, okxOrderSchema, readOrder(owners)),
      );
      return orders.ok
        ? { ok: true, value: [...orders.value, ...triggers.value], startedAt }
        : { ...orders, startedAt };
    },
    async orderHistory(instruments, sinceAt) {
      const startedAt = clock.now();
      const isOld = (row: { readonly cTime: number }): boolean => row.cTime < sinceAt;
      const paging = {
        query: { instType: 'SWAP' },
        row: okxOrderSchema,
        cursorOf: (row: OkxOrder) => row.ordId,
        isOld,
      };
      const orders = await reportOf(
        clock,
        () => fetchPages(rest, 'orderHistory', paging),
        toReports(instruments, owners),
      );
      if (!orders.ok) return { ...orders, startedAt };
      const all = [...orders.value];
      for (const state of finishedTriggerStates) {
        const triggers = await finishedTriggers({ rest, clock, owners }, instruments, { state, isOld });
        if (!triggers.ok) return { ...triggers, startedAt };
        // A trigger order that was triggered is reported as the order that it created. The list above already contains this order.
        if (state !== 'effective') all.push(...triggers.value);
      }
      const named = all.map((order) =>
        order.clientId === '' ? { ...order, clientId: owners.known(order.venueOrderId) ?? '' } : order,
      );
      return { ok: true, value: named.toSorted((a, b) => b.updatedAt - a.updatedAt), startedAt };
    },
  };
}

function finishedTriggers(
  { rest, clock, owners }: OrderReadDeps,
  instruments: readonly InstrumentRules[],
  of: { readonly state: string; readonly isOld: (row: OkxAlgoOrder) => boolean },
): Promise<Report<readonly OrderReport[]>> {
  const paging = {
    query: { ordType: triggerTypes, instType: 'SWAP', state: of.state },
    row: okxAlgoOrderSchema,
    cursorOf: (row: OkxAlgoOrder) => row.algoId,
    isOld: of.isOld,
  };
  return reportOf(clock, () => fetchPages(rest, 'triggerHistory', paging), toTriggerReports(instruments, owners));
}

type ReadRow<Row> = (row: Row, rules: InstrumentRules) => Translated<OrderReport>;

function readOrder(owners: OrderOwners): ReadRow<OkxOrder> {
  return (row, rules) => {
    if (row.clOrdId === '' && row.algoClOrdId !== '') owners.remember(row.ordId, row.algoClOrdId);
    return toOrderReport(row, rules);
  };
}

function readTrigger(owners: OrderOwners): ReadRow<OkxAlgoOrder> {
  return (row, rules) => {
    const made = madeOrderId(row);
    if (made !== null) owners.remember(made, row.algoClOrdId);
    return toTriggerReport(row, rules);
  };
}

// An order that cannot be translated is reported with its ids. A price or a size off the known units makes the reading fail, because the
// next reading has finer units.
function openReports<Row>(
  instruments: readonly InstrumentRules[],
  schema: OkxSchema<Row>,
  read: ReadRow<Row>,
): (rows: readonly unknown[]) => Translated<readonly OrderReport[]> {
  const rules = new Map(instruments.map((one) => [one.id, one]));
  return (rows) => {
    const reports: OrderReport[] = [];
    for (const raw of rows) {
      const own = rules.get(instrumentIdOf(raw));
      if (own === undefined) continue;
      const parsed = parseRow(schema, raw);
      const report = parsed.ok ? read(parsed.value, own) : parsed;
      if (!report.ok && report.offGrid !== undefined) return report;
      reports.push(report.ok ? report.value : unreadableOrder(raw, report.cause));
    }
    return { ok: true, value: reports };
  };
}

function unreadableOrder(raw: unknown, cause: string): OrderReport {
  const [ordId, algoId] = [textOf('ordId')(raw), textOf('algoId')(raw)];
  const clientId = textOf('clOrdId')(raw) || textOf('algoClOrdId')(raw);
  return {
    instrumentId: instrumentIdOf(raw),
    venueOrderId: algoId || ordId,
    clientId,
    side: 'buy',
    positionSide: 'net',
    state: 'live',
    trigger: textOf('clOrdId')(raw) === '',
    price: null,
    lots: lots(0n),
    filledLots: lots(0n),
    cancelSource: '',
    createdAt: 0,
    updatedAt: 0,
    unreadable: cause,
  };
}

function toReports(
  instruments: readonly InstrumentRules[],
  owners: OrderOwners,
): (rows: readonly OkxOrder[]) => Translated<readonly OrderReport[]> {
  const rules = new Map(instruments.map((one) => [one.id, one]));
  const read = readOrder(owners);
  return (rows) =>
    translateAll(
      rows.flatMap((row) => pair(row, rules)),
      ([row, own]) => read(row, own),
    );
}

function toTriggerReports(
  instruments: readonly InstrumentRules[],
  owners: OrderOwners,
): (rows: readonly OkxAlgoOrder[]) => Translated<readonly OrderReport[]> {
  const rules = new Map(instruments.map((one) => [one.id, one]));
  const read = readTrigger(owners);
  return (rows) =>
    translateAll(
      rows.flatMap((row) => pair(row, rules)),
      ([row, own]) => read(row, own),
    );
}

function pair<Row extends { readonly instId: string }>(
  row: Row,
  rules: ReadonlyMap<string, InstrumentRules>,
): readonly (readonly [Row, InstrumentRules])[] {
  const own = rules.get(row.instId);
  return own === undefined ? [] : [[row, own]];
}
