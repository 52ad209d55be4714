// Messages of the product's own socket, /ws/okx?account_id&token, and the ticket that opens it.
import * as z from 'zod';
import { amountText } from '../wire/amount.ts';
import { bot } from '../bots/bots.ts';

/** POST /api/ws-ticket: a single-use token for one socket, valid for 30 s. */
export const ticketRequest = z.strictObject({ account_id: z.string().min(1).max(64) });
export const ticketAnswer = z.object({ token: z.string(), expires_at: z.number() });
export type TicketAnswer = z.infer<typeof ticketAnswer>;

/** One open position of the account, the bots' and others' alike. `pnl_percentage` is of its margin. */
export const feedPosition = z.object({
  symbol: z.string(),
  side: z.enum(['long', 'short']),
  pnl: amountText,
  pnl_percentage: z.number(),
  entry_price: amountText,
  position_size: amountText,
  mark_price: amountText.nullable(),
  liquidation_price: amountText.nullable(),
});
export type FeedPosition = z.infer<typeof feedPosition>;

/** What the server sends. A slow reader loses older balances and positions, never the newest. */
export const feedMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ping'), at: z.number() }),
  z.object({
    type: z.literal('balance'),
    data: z.object({
      account_id: z.string(),
      total_balance: amountText,
      available_balance: amountText,
      at: z.number(),
    }),
  }),
  z.object({ type: z.literal('positions'), data: z.array(feedPosition) }),
  z.object({ type: z.literal('bot'), data: bot }),
]);
export type FeedMessage = z.infer<typeof feedMessage>;

/** Close codes of the socket: ticket refused, session ended, too many sockets or messages, reader too slow. */
export const feedCloseCodes = { ticket: 4401, session: 4403, tooMany: 4429, slow: 1013 } as const;

export const feedQuery = z.strictObject({ account_id: z.string().min(1).max(64), token: z.string().min(1).max(128) });
