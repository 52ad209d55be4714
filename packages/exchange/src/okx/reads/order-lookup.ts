// Looks up a single order or trigger order.
import type { Clock, OrderReport, Report } from '@rondo/engine/ports';
import { okxAlgoOrderSchema, okxOrderSchema, type OkxAlgoOrder } from '@rondo/protocol';
import type { OrderOwners } from './order-owners.ts';
import { failedReport } from '../commands/outcome.ts';
import { fetchRows } from './reads.ts';
import type { OkxRest } from '../rest/rest.ts';
import { toOrderReport, toTriggerReport, type InstrumentRules } from './translate.ts';

/** The dependencies of the order readings. `owners` stores the client id of each order that a trigger order created. */
export interface OrderReadDeps {
  readonly rest: OkxRest;
  readonly clock: Clock;
  readonly owners: OrderOwners;
}

/**
 * The lookups of a single order. The promise of a method never rejects. A failed lookup returns a report with `ok:
 * false`.
 */
export interface OrderLookup {
  /**
   * Looks up an order by the `clOrdId` or `ordId` in `query`. Returns null when the exchange reports that the order
   * does not exist.
   */
  lookupOrder(
    instrument: InstrumentRules,
    query: Readonly<Record<string, string>>,
  ): Promise<Report<OrderReport | null>>;
  /**
   * Looks up a trigger order by its client id. When the trigger order was triggered, returns the order that it created.
   * Returns null when the trigger order does not exist.
   */
  lookupTrigger(instrument: InstrumentRules, clientId: string): Promise<Report<OrderReport | null>>;
}

/** Returns the lookups. */
export function createOrderLookup({ rest, clock, owners }: OrderReadDeps): OrderLookup {
  async function lookupOrder(
    instrument: InstrumentRules,
    query: Readonly<Record<string, string>>,
  ): Promise<Report<OrderReport | null>> {
    const startedAt = clock.now();
    const rows = await fetchRows(rest, 'orderDetails', {
      query: { instId: instrument.id, ...query },
      row: okxOrderSchema,
    });
    if (rows.kind === 'failed') return failedReport(rows, startedAt);
    const row = rows.kind === 'rows' ? rows.rows[0] : undefined;
    if (row === undefined) return { ok: true, value: null, startedAt };
    const order = toOrderReport(row, instrument);
    return order.ok ? { ok: true, value: order.value, startedAt } : failedReport(order, startedAt);
  }

  async function lookupTrigger(instrument: InstrumentRules, clientId: string): Promise<Report<OrderReport | null>> {
    const startedAt = clock.now();
    const rows = await fetchRows(rest, 'triggerDetails', { query: { algoClOrdId: clientId }, row: okxAlgoOrderSchema });
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

  return { lookupOrder, lookupTrigger };
}

/**
 * Returns the id of the order that a trigger order created when it was triggered. Returns null when the trigger order
 * has not created an order.
 */
export function madeOrderId(row: OkxAlgoOrder): string | null {
  const id = row.ordIdList[0] ?? row.ordId;
  return id === '' ? null : id;
}
