// Messages between the pop-up and its opener. A message is accepted only when it has our origin, the expected window and the nonce of the attempt.
import { oauthKindSchema } from '@rondo/contract';
import * as z from 'zod';

/** The largest length of the reason in a message, in characters. */
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
/** A message from the pop-up to its opener (specification 4). It contains the nonce of decision 18. */
export type LinkMessage = z.infer<typeof linkMessage>;

const acknowledgeMessage = z.strictObject({ type: z.literal('okx-oauth-heard'), nonce: nonceText });
/** The opener's acknowledgement of an error. The opener shows the reason of the error, so the pop-up may close. */
export type AcknowledgeMessage = z.infer<typeof acknowledgeMessage>;

/** The fields of a message event that are checked. */
export type ReceivedMessage = { readonly origin: string; readonly source: unknown; readonly data: unknown };

/** The origin, the window and the nonce that a message must have. */
export type ExpectedSender = { readonly origin: string; readonly source: unknown; readonly nonce: string };

const hasExpectedSender = (received: ReceivedMessage, expected: ExpectedSender): boolean =>
  received.origin === expected.origin && received.source !== null && received.source === expected.source;

/** Returns the message of the pop-up. Returns null when the sender or the attempt differs from `expected`, or when the message is unknown. */
export const readLinkMessage = (received: ReceivedMessage, expected: ExpectedSender): LinkMessage | null => {
  if (!hasExpectedSender(received, expected)) return null;
  const parsed = linkMessage.safeParse(received.data);
  return parsed.success && parsed.data.nonce === expected.nonce ? parsed.data : null;
};

/** Returns true when the message is the opener's acknowledgement of this attempt. */
export const isAcknowledgeMessage = (received: ReceivedMessage, expected: ExpectedSender): boolean => {
  if (!hasExpectedSender(received, expected)) return false;
  const parsed = acknowledgeMessage.safeParse(received.data);
  return parsed.success && parsed.data.nonce === expected.nonce;
};

/** Returns the reason truncated to `reasonLength`, or the default text of the specification when the reason is empty. */
export const reasonText = (reason: string | null): string =>
  reason === null || reason.trim() === '' ? 'Unknown error' : reason.slice(0, reasonLength);
