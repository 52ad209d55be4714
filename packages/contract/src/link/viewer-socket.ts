// The wire format of the live connection of a viewer to the exchange. The WebSocket panel shows this connection. Bots use separate connections.
import * as z from 'zod';
import { contractLimits } from '../limits.ts';

/** The channels. For `balance` the server subscribes to the account channel of the exchange (decision 16). */
const viewerChannelSchema = z.enum(['account', 'orders', 'balance', 'positions']);
/** A channel of the exchange. */
export type ViewerChannel = z.infer<typeof viewerChannelSchema>;

/** The instType of each channel (specification 2). Channels with null have no instType. */
export const viewerInstTypes = {
  account: null,
  orders: 'SPOT',
  balance: null,
  positions: 'SWAP',
} as const satisfies Record<ViewerChannel, string | null>;

/** The body of POST .../websocket/connect. `term_id` is the name of the viewer's device. The server only returns this name in the status. */
export const connectRequestSchema = z.strictObject({
  account_id: z.string().min(1).max(64),
  term_id: z.string().max(contractLimits.termIdLength).optional(),
});
/** The state of the connection after the call. */
export const connectResponseSchema = z.object({
  success: z.literal(true),
  connected: z.boolean(),
  message: z.string(),
});

/** The body of POST .../websocket/subscribe and .../unsubscribe. The default channel is account (specification 9). */
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

/** One message in the log of the panel, without the content of the message. */
const viewerMessageSchema = z.object({
  at: z.number(),
  channel: z.string(),
  event: z.string(),
  rows: z.number(),
});

/** The response of GET .../websocket/status. The id of a subscription is `channel` or `channel:INSTTYPE`. `lastConnectedAt` is in epoch ms. */
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
  /** The latest messages, newest first, at most 10 (specification 2). */
  messages: z.array(viewerMessageSchema).max(contractLimits.viewerMessages),
  /** The reason why the connection is down. `code` is a code of the error catalogue. */
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
});
/** The state of the viewer's connection. */
export type ViewerStatus = z.infer<typeof viewerStatusSchema>;
