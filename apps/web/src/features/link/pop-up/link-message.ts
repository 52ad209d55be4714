// What the pop-up and the page that opened it tell each other. Only our origin, the very window and this attempt's nonce count.
import { oauthKindSchema } from '@rondo/contract';
import * as z from 'zod';

/** Longest text of a reason that is carried between the windows. */
const reasonLength = 300;
const idText = z.string().min(1).max(64);
const nonceText = z.string().min(16).max(128);

const linkMessage = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('okx-oauth-success'),
    oauth_type: oauthKindSchema,
    account_id: idText,
    nonce: nonceText,
  }),
  z.strictObject({ type: z.literal('okx-oauth-error'), error: z.string().max(reasonLength), nonce: nonceText }),
]);
/** From the pop-up to its opener (specification 4), with the nonce of decision 18. */
export type LinkMessage = z.infer<typeof linkMessage>;

const heardMessage = z.strictObject({ type: z.literal('okx-oauth-heard'), nonce: nonceText });
/** The opener's answer to an error: it shows the reason now, so the pop-up may close. */
export type HeardMessage = z.infer<typeof heardMessage>;

/** The part of a message event that is judged. */
export type Arrival = { readonly origin: string; readonly source: unknown; readonly data: unknown };

/** Where a message must come from. */
export type Expected = { readonly origin: string; readonly source: unknown; readonly nonce: string };

const isExpected = (arrival: Arrival, expected: Expected): boolean =>
  arrival.origin === expected.origin && arrival.source !== null && arrival.source === expected.source;

/** The pop-up's message, or null when it came from elsewhere, belongs to another attempt or is none of ours. */
export const readLinkMessage = (arrival: Arrival, expected: Expected): LinkMessage | null => {
  if (!isExpected(arrival, expected)) return null;
  const parsed = linkMessage.safeParse(arrival.data);
  return parsed.success && parsed.data.nonce === expected.nonce ? parsed.data : null;
};

/** Whether this is the opener's answer. */
export const isHeardMessage = (arrival: Arrival, expected: Expected): boolean => {
  if (!isExpected(arrival, expected)) return false;
  const parsed = heardMessage.safeParse(arrival.data);
  return parsed.success && parsed.data.nonce === expected.nonce;
};

/** A reason cut to what a message may carry; the specification's default stands for none. */
export const reasonText = (reason: string | null): string =>
  reason === null || reason.trim() === '' ? 'Unknown error' : reason.slice(0, reasonLength);
