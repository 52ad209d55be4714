// The wire format of the messages of our socket /ws/okx, and of the ticket that opens the socket.
import * as z from 'zod';
import { amountTextSchema } from '../wire/amount.ts';
import { botSchema } from '../bots/bots.ts';
import { positionSchema } from '../link/positions.ts';

/** The body of POST /api/ws-ticket. The call returns a ticket that opens one socket once and is valid for 30 s. */
export const ticketRequestSchema = z.strictObject({ account_id: z.string().min(1).max(64) });
/** The ticket and its end in epoch ms. */
export const ticketResponseSchema = z.object({ token: z.string(), expires_at: z.number() });
/** The ticket and its end in epoch ms. */
export type TicketResponse = z.infer<typeof ticketResponseSchema>;

/** A message of the server. A slow client may miss older balances and positions, but it always receives the newest balance and the newest positions. */
export const feedMessageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ping'), at: z.number() }),
  z.object({
    type: z.literal('balance'),
    data: z.object({
      account_id: z.string(),
      total_balance: amountTextSchema,
      available_balance: amountTextSchema,
      /** As in GET /api/margin. An older server does not send it. */
      covered_loss: amountTextSchema.optional(),
      at: z.number(),
    }),
  }),
  z.object({ type: z.literal('positions'), data: z.array(positionSchema) }),
  z.object({ type: z.literal('bot'), data: botSchema }),
]);
/** A message of the feed. */
export type FeedMessage = z.infer<typeof feedMessageSchema>;

/** The close codes of the socket: `ticket` for a refused ticket, `session` for an ended session, `tooMany` for too many sockets or messages, `slow` for a client that reads too slowly. */
export const feedCloseCodes = { ticket: 4401, session: 4403, tooMany: 4429, slow: 1013 } as const;

/** The query of GET /ws/okx: the account and the ticket. */
export const feedQuerySchema = z.strictObject({
  account_id: z.string().min(1).max(64),
  token: z.string().min(1).max(128),
});
