// Finds the client id of orders that a trigger order created, because the fills of these orders have no client id.
import { okxAlgoOrderSchema, okxOrderSchema, type OkxOrder } from '@rondo/protocol';
import { maxRememberedOwners } from '../../limits.ts';
import { fetchRows } from './reads.ts';
import type { OkxRest } from '../rest/rest.ts';

/**
 * The cache that maps an exchange order id to a client id, for orders that a trigger order created. `known` returns
 * undefined when the cache does not contain the order.
 */
export interface OrderOwners {
  remember(venueOrderId: string, clientId: string): void;
  known(venueOrderId: string): string | undefined;
  /**
   * Reads the client id from the exchange. Returns '' when the order has no client id or does not exist. Returns null
   * when the reading failed.
   */
  find(instrumentId: string, venueOrderId: string): Promise<string | null>;
}

/** Returns an empty cache of limited size. The oldest entry is dropped first. */
export function createOrderOwners(rest: OkxRest): OrderOwners {
  const clientIds = new Map<string, string>();

  function remember(venueOrderId: string, clientId: string): void {
    clientIds.set(venueOrderId, clientId);
    if (clientIds.size <= maxRememberedOwners) return;
    const oldest = clientIds.keys().next();
    if (!oldest.done) clientIds.delete(oldest.value);
  }

  // Returns the client id of the trigger order that created this order. The order row contains only the exchange id of
  // the trigger order (`algoId`).
  async function findMaker({ algoId }: OkxOrder): Promise<string | null> {
    if (algoId === '') return '';
    const rows = await fetchRows(rest, 'triggerDetails', { query: { algoId }, row: okxAlgoOrderSchema });
    if (rows.kind === 'failed') return null;
    return rows.kind === 'rows' ? (rows.rows[0]?.algoClOrdId ?? '') : '';
  }

  return {
    remember,
    known: (venueOrderId) => clientIds.get(venueOrderId),
    async find(instrumentId, venueOrderId) {
      const rows = await fetchRows(rest, 'orderDetails', {
        query: { instId: instrumentId, ordId: venueOrderId },
        row: okxOrderSchema,
      });
      if (rows.kind === 'failed') return null;
      const row = rows.kind === 'rows' ? rows.rows[0] : undefined;
      const clientId = row === undefined ? '' : row.clOrdId || row.algoClOrdId || (await findMaker(row));
      if (clientId !== null) remember(venueOrderId, clientId);
      return clientId;
    },
  };
}
