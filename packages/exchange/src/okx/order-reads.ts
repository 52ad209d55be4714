// Reads of orders and trigger orders: one by client id, all that are open, all that finished.
import type { Clock, OrderReport, Report } from '@rondo/engine/ports';
import { okxAlgoOrder, okxOrder, type OkxAlgoOrder, type OkxOrder } from '@rondo/protocol';
import { translateAll, type Translated } from './field-reader.ts';
import type { OrderOwners } from './order-owners.ts';
import { failedReport } from './outcome.ts';
import { fetchPages, fetchRows, reportOf } from './reads.ts';
import type { OkxRest } from './rest.ts';
import { toOrderReport, toTriggerReport, type InstrumentRules } from './translate.ts';

export interface OrderReads {
  lookup(instrument: InstrumentRules, clientId: string, trigger: boolean): Promise<Report<OrderReport | null>>;
  openOrders(instruments: readonly InstrumentRules[]): Promise<Report<readonly OrderReport[]>>;
  orderHistory(instruments: readonly InstrumentRules[], sinceAt: number): Promise<Report<readonly OrderReport[]>>;
}

export interface OrderReadParts {
  readonly rest: OkxRest;
  readonly clock: Clock;
  readonly owners: OrderOwners;
}

const triggerTypes = 'conditional';
const finishedTriggerStates = ['effective', 'canceled', 'order_failed'] as const;

/** Makes the reads. Orders of instruments that are not asked for are left out; a fault in one that is asked for fails the read. */
export function createOrderReads({ rest, clock, owners }: OrderReadParts): OrderReads {
  async function lookupOrder(
    instrument: InstrumentRules,
    query: Readonly<Record<string, string>>,
  ): Promise<Report<OrderReport | null>> {
    const startedAt = clock.now();
    const rows = await fetchRows(rest, 'orderDetails', { query: { instId: instrument.id, ...query }, row: okxOrder });
    if (rows.kind === 'failed') return failedReport(rows, startedAt);
    const row = rows.kind === 'rows' ? rows.rows[0] : undefined;
    if (row === undefined) return { ok: true, value: null, startedAt };
    const order = toOrderReport(row, instrument);
    return order.ok ? { ok: true, value: order.value, startedAt } : failedReport(order, startedAt);
  }

  async function lookupTrigger(instrument: InstrumentRules, clientId: string): Promise<Report<OrderReport | null>> {
    const startedAt = clock.now();
    const rows = await fetchRows(rest, 'triggerDetails', { query: { algoClOrdId: clientId }, row: okxAlgoOrder });
    if (rows.kind === 'failed') return failedReport(rows, startedAt);
    const row = rows.kind === 'rows' ? rows.rows.find((one) => one.instId === instrument.id) : undefined;
    if (row === undefined) return { ok: true, value: null, startedAt };
    const made = madeOrderId(row);
    if (made !== null) {
      owners.remember(made, clientId);
      const order = await lookupOrder(instrument, { ordId: made });
      if (!order.ok) return { ...order, startedAt };
      if (order.value !== null) return { ok: true, value: { ...order.value, clientId, trigger: true }, startedAt };
    }
    const order = toTriggerReport(row, instrument);
    return order.ok ? { ok: true, value: order.value, startedAt } : failedReport(order, startedAt);
  }

  function toReports(
    instruments: readonly InstrumentRules[],
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

  return {
    lookup: (instrument, clientId, trigger) =>
      trigger ? lookupTrigger(instrument, clientId) : lookupOrder(instrument, { clOrdId: clientId }),
    async openOrders(instruments) {
      const startedAt = clock.now();
      const paging = { query: { instType: 'SWAP' }, row: okxOrder, cursorOf: (row: OkxOrder) => row.ordId };
      const triggerPaging = {
        query: { ordType: triggerTypes, instType: 'SWAP' },
        row: okxAlgoOrder,
        cursorOf: (row: OkxAlgoOrder) => row.algoId,
      };
      // Triggers first: one that fires in between is then seen twice, never not at all.
      const triggers = await reportOf(
        clock,
        () => fetchPages(rest, 'pendingTriggers', triggerPaging),
        toTriggerReports(instruments),
      );
      if (!triggers.ok) return { ...triggers, startedAt };
      const orders = await reportOf(clock, () => fetchPages(rest, 'pendingOrders', paging), toReports(instruments));
      return orders.ok
        ? { ok: true, value: [...orders.value, ...triggers.value], startedAt }
        : { ...orders, startedAt };
    },
    async orderHistory(instruments, sinceAt) {
      const startedAt = clock.now();
      const isOld = (row: { readonly cTime: number }): boolean => row.cTime < sinceAt;
      const paging = { query: { instType: 'SWAP' }, row: okxOrder, cursorOf: (row: OkxOrder) => row.ordId, isOld };
      const orders = await reportOf(clock, () => fetchPages(rest, 'orderHistory', paging), toReports(instruments));
      if (!orders.ok) return { ...orders, startedAt };
      const all = [...orders.value];
      for (const state of finishedTriggerStates) {
        const query = { ordType: triggerTypes, instType: 'SWAP', state };
        const triggerPaging = { query, row: okxAlgoOrder, cursorOf: (row: OkxAlgoOrder) => row.algoId, isOld };
        // A trigger order that fired is told by the order it made, which the list above holds.
        const toFinished = toTriggerReports(instruments);
        const triggers = await reportOf(clock, () => fetchPages(rest, 'triggerHistory', triggerPaging), toFinished);
        if (!triggers.ok) return { ...triggers, startedAt };
        if (state !== 'effective') all.push(...triggers.value);
      }
      const named = all.map((order) =>
        order.clientId === '' ? { ...order, clientId: owners.known(order.venueOrderId) ?? '' } : order,
      );
      return { ok: true, value: named.toSorted((a, b) => b.updatedAt - a.updatedAt), startedAt };
    },
  };
}

function pair<Row extends { readonly instId: string }>(
  row: Row,
  rules: ReadonlyMap<string, InstrumentRules>,
): readonly (readonly [Row, InstrumentRules])[] {
  const own = rules.get(row.instId);
  return own === undefined ? [] : [[row, own]];
}

function madeOrderId(row: OkxAlgoOrder): string | null {
  const id = row.ordIdList[0] ?? row.ordId;
  return id === '' ? null : id;
}
