// The live connection of a viewer to the exchange, which the WebSocket manager panel shows. Bots use separate connections.
import * as z from 'zod';
import { contractLimits } from '../limits.ts';

/** `balance` is served from the exchange's account channel (decision 16). */
const viewerChannelSchema = z.enum(['account', 'orders', 'balance', 'positions']);
/** A channel of the exchange. */
export type ViewerChannel = z.infer<typeof viewerChannelSchema>;

/** Specification 2: orders have the instType SPOT and positions SWAP. The other channels have no instType. */
export const viewerInstTypes = {
  account: null,
  orders: 'SPOT',
  balance: null,
  positions: 'SWAP',
} as const satisfies Record<ViewerChannel, string | null>;

/** POST .../websocket/connect. `term_id` names the viewer's device and is only returned in the status. */
export const connectRequestSchema = z.strictObject({
  account_id: z.string().min(1).max(64),
  term_id: z.string().max(contractLimits.termIdLength).optional(),
});
/** The state of the viewer's connection after the call. */
export const connectResponseSchema = z.object({
  success: z.literal(true),
  connected: z.boolean(),
  message: z.string(),
});

/** POST .../websocket/subscribe and unsubscribe. Specification 9: the default channel is account. */
export const subscribeRequestSchema = z.strictObject({
  channel: viewerChannelSchema.default('account'),
  inst_type: z.enum(['SPOT', 'SWAP', 'FUTURES', 'MARGIN', 'OPTION', 'ANY']).optional(),
});
/** The id of the subscription. */
export const subscribeResponseSchema = z.object({
  success: z.literal(true),
  subscription_id: z.string(),
  message: z.string(),
});

/** One message of the panel's log, without its content. */
const viewerMessageSchema = z.object({
  at: z.number(),
  channel: z.string(),
  event: z.string(),
  rows: z.number(),
});

/** GET .../websocket/status. Ids of subscriptions are `channel` or `channel:INSTTYPE`; `lastConnectedAt` is epoch ms. */
export const viewerStatusSchema = z.object({
  connected: z.boolean(),
  authenticated: z.boolean(),
  connecting: z.boolean(),
  accountId: z.string().nullable(),
  termId: z.string().nullable(),
  domain: z.string().nullable(),
  reconnectAttempts: z.number(),
  subscriptions: z.array(z.string()),
  lastConnectedAt: z.number().nullable(),
  uptimeSeconds: z.number(),
  /** Newest first, at most 10 (specification 2). */
  messages: z.array(viewerMessageSchema).max(contractLimits.viewerMessages),
  /** The reason why the connection is down, a code of the catalogue. */
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
});
/** The state of the viewer's connection. */
export type ViewerStatus = z.infer<typeof viewerStatusSchema>;
