// Frames of the OKX sockets: events (login, subscribe, error, notice) and pushed rows.
import * as z from 'zod';
import { okxText } from './field.ts';

/** The argument of a subscription; the exchange repeats it in its response and in every push (private channels add the uid). */
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

/** A received frame: a pong, an event, pushed rows, or an unreadable frame (a bounded excerpt of its text). */
export type OkxFrame =
  | { readonly kind: 'pong' }
  | ({ readonly kind: 'event' } & z.infer<typeof eventFrameSchema>)
  | ({ readonly kind: 'push' } & z.infer<typeof pushFrameSchema>)
  | { readonly kind: 'unrecognised'; readonly raw: string };

/** Parses one text frame. Never throws: an unreadable frame is `unrecognised` with its first 200 characters. */
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

/** A text that identifies a subscription: equal for a request and its echo, whatever the order of the fields. */
export function okxChannelKey(arg: OkxChannelArg): string {
  return [arg.channel, arg.instType, arg.instFamily, arg.instId, arg.ccy].map((part) => part ?? '').join('|');
}
