// The reasons why a part of a server is not ready or does not do all of its work. Screens write a reason by its code in the language of the person.
import * as z from 'zod';

/** The English sentence of each reason, for a person who reads the response of the server. A name in braces stands for a value of the reason. */
export const healthSentences = {
  late: 'no response in time',
  unreachable: 'not reachable',
  database: 'the database does not respond',
  starting: 'the engine has not started yet',
  ending: 'this node is ending',
  draining: 'this node is draining',
  signer: 'the signer does not run, so nothing is sent to the exchange',
  foreign_key: 'a key was used that no part of the product uses (log event signer.honeyUsed)',
  frozen: 'the installation is frozen until `rondo restore confirm`',
  suspects: 'other programs listen to {count} accounts, and no order is sent until they are counted again',
  unreadable_keys: 'the keys of {count} accounts cannot be read',
  stale: 'an account was not read recently',
  blind:
    '{count} of {accounts} accounts receive no messages from the exchange ({waiting} handshakes wait, {opening} have begun)',
  no_stream: '{count} of {accounts} accounts have no private stream',
  frozen_bots: '{count} bots are frozen',
  orphan_orders: '{count} open orders have no intent',
  copy_orders: 'another copy of this installation has sent {count} orders',
  later_listeners: 'other programs have begun to listen to {count} accounts, so a copy of this installation may run',
  bus: 'this node has no connection to NATS',
  sandbox: 'the sandbox does not respond',
  exchange: 'the exchange does not respond',
  exchange_code: 'the exchange does not respond ({code})',
  demo_preparing: 'the demo world is being prepared',
  demo_incomplete: 'the demo world is incomplete: {cause}',
  no_backup: 'no backup was made yet',
  old_backup: 'the newest backup is {hours} hours old',
} as const;
/** The codes of this version. */
export type HealthCode = keyof typeof healthSentences;

/** The code is a text, because a server of a newer version may send a code that this version does not know. */
export const healthReasonSchema = z.object({
  code: z.string(),
  values: z.record(z.string(), z.union([z.number(), z.string()])),
});
/** A reason on the wire. */
export type HealthReasonWire = z.infer<typeof healthReasonSchema>;

/** A reason with a code of this version. */
export type HealthReason = Omit<HealthReasonWire, 'code'> & { readonly code: HealthCode };

/** Returns a reason with its values. */
export const healthReason = (code: HealthCode, values: HealthReason['values'] = {}): HealthReason => ({ code, values });

/** Returns the English sentence of a reason. */
export const healthSentence = ({ code, values }: HealthReason): string =>
  healthSentences[code].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
