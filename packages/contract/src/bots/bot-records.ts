// The records of a bot: fills, commands with their reasons, and the bills of the exchange. They are returned in pages or as a CSV file.
import * as z from 'zod';
import { amountTextSchema, queryCount } from '../wire/amount.ts';
import { contractLimits } from '../limits.ts';

/** Offset 0 returns the first page. `total` in the response is the number of rows on all pages. */
export const pageQuerySchema = z.strictObject({
  offset: queryCount({ min: 0, max: 10_000_000 }).default(0),
  limit: queryCount({ min: 1, max: contractLimits.recordRows }).default(contractLimits.recordRows),
});

/** One command that was sent for a bot. `reason` is an English text. Clients translate `reason_key` and fill in the step and the round. */
const orderRecordSchema = z.object({
  client_id: z.string(),
  verb: z.enum(['place', 'amend', 'cancel']),
  round: z.number(),
  kind: z.string(),
  step: z.number(),
  generation: z.number(),
  side: z.enum(['buy', 'sell']).nullable(),
  price: amountTextSchema.nullable(),
  size: amountTextSchema.nullable(),
  state: z.string(),
  evidence: z.string(),
  reason: z.string(),
  reason_key: z.string(),
  at: z.number(),
});
/** One command of a bot with its reason. */
export type OrderRecordWire = z.infer<typeof orderRecordSchema>;
/** GET /api/bots/:id/orders returns the newest command first. */
export const orderRecordListSchema = z.object({ items: z.array(orderRecordSchema), total: z.number() });

/** One change of the balance that the exchange booked. Amounts are in USDT. A negative fee was paid by the account. */
const ledgerItemSchema = z.object({
  bill_id: z.string(),
  kind: z.enum(['trade', 'funding', 'liquidation', 'adl', 'settlement', 'transfer', 'other']),
  fill_id: z.string(),
  client_id: z.string(),
  balance_change: amountTextSchema,
  pnl: amountTextSchema,
  fee: amountTextSchema,
  at: z.number(),
});
/** One bill of a bot. */
export type LedgerItem = z.infer<typeof ledgerItemSchema>;
/** GET /api/bots/:id/ledger returns the oldest bill first. The sums include the bills of all pages. */
export const ledgerListSchema = z.object({
  items: z.array(ledgerItemSchema),
  total: z.number(),
  balance_change: amountTextSchema,
  funding: amountTextSchema,
  fees: amountTextSchema,
});
/** A page of bills with exact sums. */
export type LedgerList = z.infer<typeof ledgerListSchema>;

/** A CSV file in UTF-8 (RFC 4180). It has a header line, times are in UTC, and each line ends with CR LF. */
export const csvSchema = z.string();
/** GET /api/bots/:id/export. `of` chooses the kind of records. `signals` has the header `ts_ms,defense`, with times in epoch ms, for `rondo backtest --signals`. */
export const exportQuerySchema = z.strictObject({ of: z.enum(['fills', 'orders', 'ledger', 'signals']) });
