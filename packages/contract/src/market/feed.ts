// Messages of the product's socket, /ws/okx?account_id&token, and the ticket that opens it.
import * as z from 'zod';
import { amountTextSchema } from '../wire/amount.ts';
import { botSchema } from '../bots/bots.ts';

/** POST /api/ws-ticket: a single-use token for one socket, valid for 30 s. */
export const ticketRequestSchema = z.strictObject({ account_id: z.string().min(1).max(64) });
/** The ticket and its end in epoch ms. */
export const ticketResponseSchema = z.object({ token: z.string(), expires_at: z.number() });
/** The ticket and its end in epoch ms. */
export type TicketResponse = z.infer<typeof ticketResponseSchema>;

/** One open position of the account, of a bot or of other trading. `pnl_percentage` is a percent of its margin. */
const feedPositionSchema = z.object({
  symbol: z.string(),
  side: z.enum(['long', 'short']),
  pnl: amountTextSchema,
  pnl_percentage: z.number(),
  entry_price: amountTextSchema,
  position_size: amountTextSchema,
  mark_price: amountTextSchema.nullable(),
  liquidation_price: amountTextSchema.nullable(),
});
/** One open position. */
export type FeedPosition = z.infer<typeof feedPositionSchema>;

/** A message of the server. A slow client may miss older balances and positions, and always receives the newest ones. */
export const feedMessageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ping'), at: z.number() }),
  z.object({
    type: z.literal('balance'),
    data: z.object({
      account_id: z.string(),
      total_balance: amountTextSchema,
      available_balance: amountTextSchema,
      at: z.number(),
    }),
  }),
  z.object({ type: z.literal('positions'), data: z.array(feedPositionSchema) }),
  z.object({ type: z.literal('bot'), data: botSchema }),
]);
/** A message of the feed. */
export type FeedMessage = z.infer<typeof feedMessageSchema>;

/** Close codes of the socket: ticket refused, session ended, too many sockets or messages, reader too slow. */
export const feedCloseCodes = { ticket: 4401, session: 4403, tooMany: 4429, slow: 1013 } as const;

/** GET /ws/okx: the account and its ticket. */
export const feedQuerySchema = z.strictObject({
  account_id: z.string().min(1).max(64),
  token: z.string().min(1).max(128),
});
