// The frames of the OKX sockets: events (login, subscribe, error, notice) and pushed rows.
import * as z from 'zod';
import { okxText } from './field.ts';

/** The argument of a subscription. The exchange repeats the argument in its response and in every push. On private channels the exchange adds the uid. */
export const okxChannelArgSchema = z.object({
  channel: z.string(),
  instType: z.string().optional(),
  instFamily: z.string().optional(),
  instId: z.string().optional(),
  ccy: z.string().optional(),
  extraParams: z.string().optional(),
});
/** A parsed `okxChannelArgSchema`. */
export type OkxChannelArg = z.infer<typeof okxChannelArgSchema>;

const eventFrameSchema = z.object({
  event: z.string(),
  code: okxText,
  msg: okxText,
  arg: okxChannelArgSchema.optional(),
  channel: okxText,
  connCount: okxText,
  id: okxText,
});

const pushFrameSchema = z.object({
  arg: okxChannelArgSchema,
  data: z.array(z.unknown()),
  action: okxText,
  eventType: okxText,
  curPage: z.number().optional(),
  lastPage: z.boolean().optional(),
});

/** A received frame: a pong, an event, pushed rows, or an unrecognised frame with the beginning of its text. */
export type OkxFrame =
  | { readonly kind: 'pong' }
  | ({ readonly kind: 'event' } & z.infer<typeof eventFrameSchema>)
  | ({ readonly kind: 'push' } & z.infer<typeof pushFrameSchema>)
  | { readonly kind: 'unrecognised'; readonly raw: string };

/** Parses one text frame. The function does not throw: a frame that cannot be parsed becomes `unrecognised` with its first 200 characters. */
export function parseOkxFrame(text: string): OkxFrame {
  if (text === 'pong') return { kind: 'pong' };
  const unrecognised: OkxFrame = { kind: 'unrecognised', raw: text.slice(0, 200) };
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return unrecognised;
    throw error;
  }
  const push = pushFrameSchema.safeParse(body);
  if (push.success) return { kind: 'push', ...push.data };
  const event = eventFrameSchema.safeParse(body);
  return event.success ? { kind: 'event', ...event.data } : unrecognised;
}

/** Returns a text that identifies a subscription. A request and its echo have equal texts, even when their fields are in a different sequence. */
export function okxChannelKey(arg: OkxChannelArg): string {
  return [arg.channel, arg.instType, arg.instFamily, arg.instId, arg.ccy].map((part) => part ?? '').join('|');
}
