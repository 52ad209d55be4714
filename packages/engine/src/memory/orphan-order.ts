// The orphan orders of an account: open orders with a client id of ours and without an intent.
import type { ParsedClientId } from '../orders/client-order-id.ts';
import type { OrderReport } from '../ports/index.ts';

/** An orphan order as the exchange last listed it. Times are local epoch ms. `cancelledAt` is the time of the latest cancel that was sent. */
export type OrphanOrder = {
  readonly order: OrderReport;
  readonly slot: ParsedClientId;
  readonly foundAt: number;
  cancelledAt: number | null;
};
