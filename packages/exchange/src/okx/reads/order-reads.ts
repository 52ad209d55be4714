// Reads orders and trigger orders: one order by its client id, all open orders, or all finished orders.
import type { OrderReport, Report } from '@rondo/engine/ports';
import { okxAlgoOrderSchema, okxOrderSchema, type OkxAlgoOrder, type OkxOrder } from '@rondo/protocol';
import { translateAll, type Translated } from './field-reader.ts';
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

/** Returns the readings. Orders of other instruments are ignored. An unreadable order of a requested instrument makes the reading fail. */
export function createOrderReads({ rest, clock, owners }: OrderReadDeps): OrderReads {
  const one = createOrderLookup({ rest, clock, owners });
  return {
    lookup: (instrument, clientId, trigger) =>
      trigger ? one.lookupTrigger(instrument, clientId) : one.lookupOrder(instrument, { clOrdId: clientId }),
    async openOrders(instruments, listing) {
      const startedAt = clock.now();
      const paging = { query: { instType: 'SWAP' }, row: okxOrderSchema, cursorOf: (row: OkxOrder) => row.ordId };
      const triggerPaging = {
        query: { ordType: triggerTypes, instType: 'SWAP' },
        row: okxAlgoOrderSchema,
        cursorOf: (row: OkxAlgoOrder) => row.algoId,
      };
      // Trigger orders are read first. A trigger order that is triggered between the two readings is then in both
      // lists. With the opposite sequence it could be missing from both lists.
      const triggers: Report<readonly OrderReport[]> =
        listing === 'withoutTriggers'
          ? { ok: true, value: [], startedAt }
          : await reportOf(
              clock,
              () => fetchPages(rest, 'pendingTriggers', triggerPaging),
              toTriggerReports(instruments, owners),
            );
      if (!triggers.ok) return { ...triggers, startedAt };
      const orders = await reportOf(
        clock,
        () => fetchPages(rest, 'pendingOrders', paging),
        toReports(instruments, owners),
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

function toReports(
  instruments: readonly InstrumentRules[],
  owners: OrderOwners,
): (rows: readonly OkxOrder[]) => Translated<readonly OrderReport[]> {
  const rules = new Map(instruments.map((one) => [one.id, one]));
  return (rows) =>
    translateAll(
      rows.flatMap((row) => pair(row, rules)),
      ([row, own]) => {
        if (row.clOrdId === '' && row.algoClOrdId !== '') owners.remember(row.ordId, row.algoClOrdId);
        return toOrderReport(row, own);
      },
    );
}

function toTriggerReports(
  instruments: readonly InstrumentRules[],
  owners: OrderOwners,
): (rows: readonly OkxAlgoOrder[]) => Translated<readonly OrderReport[]> {
  const rules = new Map(instruments.map((one) => [one.id, one]));
  return (rows) =>
    translateAll(
      rows.flatMap((row) => pair(row, rules)),
      ([row, own]) => {
        const made = madeOrderId(row);
        if (made !== null) owners.remember(made, row.algoClOrdId);
        return toTriggerReport(row, own);
      },
    );
}

function pair<Row extends { readonly instId: string }>(
  row: Row,
  rules: ReadonlyMap<string, InstrumentRules>,
): readonly (readonly [Row, InstrumentRules])[] {
  const own = rules.get(row.instId);
  return own === undefined ? [] : [[row, own]];
}
