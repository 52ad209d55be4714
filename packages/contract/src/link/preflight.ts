// The findings about an account. The server checks an account when it is linked and before a bot starts. The message of each finding contains the remedy.
import * as z from 'zod';

/** One kind of finding. A finding with the severity `refuse` prevents the link or the bot. A finding with the severity `warn` is only shown. */
interface PreflightEntry {
  readonly severity: 'refuse' | 'warn';
  readonly messageKey: string;
  readonly message: string;
}

/** All findings. Sources: decisions 7, 18, 19; okx 1.2, 3.1, 5. */
export const preflightCatalogue = {
  KEY_MAY_WITHDRAW: {
    severity: 'refuse',
    messageKey: 'preflight.keyMayWithdraw',
    message:
      'The key can withdraw. Delete it at the exchange and link again: Rondo accepts only a key that cannot withdraw.',
  },
  KEY_CANNOT_TRADE: {
    severity: 'refuse',
    messageKey: 'preflight.keyCannotTrade',
    message: 'The key cannot trade. Link the account again and allow trading.',
  },
  KEY_REFUSED: {
    severity: 'refuse',
    messageKey: 'preflight.keyRefused',
    message: 'The exchange refuses the key ({reason}). Link the account again to create a new one.',
  },
  KEY_MISSING: {
    severity: 'refuse',
    messageKey: 'preflight.keyMissing',
    message:
      'The account has no trading key. Create one to run bots; running bots keep their orders at the exchange meanwhile.',
  },
  KEY_ENVIRONMENT: {
    severity: 'refuse',
    messageKey: 'preflight.keyEnvironment',
    message: 'The key belongs to another environment (demo or live). Link the account of the right environment.',
  },
  KEY_ADDRESS: {
    severity: 'refuse',
    messageKey: 'preflight.keyAddress',
    message:
      'The key is bound to IP addresses other than this server’s. Create a new key here, or add the IP address at the exchange.',
  },
  KEY_NOT_BOUND: {
    severity: 'warn',
    messageKey: 'preflight.keyNotBound',
    message:
      'The key is bound to no IP address, so the exchange deletes it after {days} days without use. Create a new key that is bound to this server’s IP addresses.',
  },
  KEY_UNBOUND: {
    severity: 'refuse',
    messageKey: 'preflight.keyUnbound',
    message:
      'The key is bound to no IP address. Bots with real money need a bound key: create a new key that is bound to this server’s IP addresses.',
  },
  ACCOUNT_LEVEL: {
    severity: 'refuse',
    messageKey: 'preflight.accountLevel',
    message:
      'The account’s mode ({level}) cannot run these bots. At the exchange choose “Futures” or “Multi-currency margin” as account mode.',
  },
  POSITION_MODE: {
    severity: 'refuse',
    messageKey: 'preflight.positionMode',
    message: 'The account’s position mode could not be read. At the exchange choose one-way or hedge mode.',
  },
  POSITION_MODE_CHANGED: {
    severity: 'refuse',
    messageKey: 'preflight.positionModeChanged',
    message:
      'The position mode was changed while bots were running. Set it back to {mode} at the exchange, or stop the bots first.',
  },
  LEAD_TRADER: {
    severity: 'refuse',
    messageKey: 'preflight.leadTrader',
    message:
      'The account is a copy-trading account ({role}). Use a sub-account that copies nobody and is copied by nobody.',
  },
  UID_LINKED: {
    severity: 'refuse',
    messageKey: 'preflight.uidLinked',
    message: 'This exchange account is already linked. Disconnect it first where it is linked, or link a sub-account.',
  },
  UID_DIFFERS: {
    severity: 'refuse',
    messageKey: 'preflight.uidDiffers',
    message:
      'The consent was given with another exchange account. Log in at the exchange with the account that is linked here.',
  },
  FOREIGN_POSITIONS: {
    severity: 'warn',
    messageKey: 'preflight.foreignPositions',
    message:
      'Positions without a bot share the margin: {instruments}. They can bring liquidation closer. We recommend a separate sub-account.',
  },
  FOREIGN_POSITION_HERE: {
    severity: 'refuse',
    messageKey: 'preflight.foreignPositionHere',
    message: '{instrument} has a position without a bot. Close it, or choose another pair.',
  },
  ACCOUNT_UNREADABLE: {
    severity: 'refuse',
    messageKey: 'preflight.accountUnreadable',
    message: 'The account could not be read just now. Try again in a moment.',
  },
} as const satisfies Record<string, PreflightEntry>;

/** The words that parameters of findings may contain. Clients translate a word with the key `preflight.word.` and the word in camel case. */
export const findingWords = ['spot', 'portfolio margin', 'lead trader', 'copy trader', 'one-way', 'hedge'] as const;
/** A word that a parameter of a finding may have. */
export type FindingWord = (typeof findingWords)[number];

/** A code of the preflight catalogue. */
export type PreflightCode = keyof typeof preflightCatalogue;

/** One finding in a response. `message` is an English text with the parameters filled in. Clients translate `message_key`. */
export const findingSchema = z.object({
  code: z.enum(Object.keys(preflightCatalogue) as [PreflightCode, ...PreflightCode[]]), // `Object.keys` returns exactly the codes of the catalogue.
  severity: z.enum(['refuse', 'warn']),
  message_key: z.string(),
  message: z.string(),
  parameters: z.record(z.string(), z.string()),
});
/** One finding of a preflight. */
export type Finding = z.infer<typeof findingSchema>;

/** Returns a finding of the catalogue and replaces the placeholders of its text with the parameters. */
export function findingOf(code: PreflightCode, parameters: Readonly<Record<string, string>> = {}): Finding {
  const { severity, messageKey, message } = preflightCatalogue[code];
  const text = message.replaceAll(/\{(\w+)\}/g, (whole, name: string) => parameters[name] ?? whole);
  return { code, severity, message_key: messageKey, message: text, parameters: { ...parameters } };
}

/** The query of GET /api/okx/preflight. */
export const preflightQuerySchema = z.strictObject({ account_id: z.string().max(64).optional() });
/** The findings about an account. `may_trade` is true when no finding has the severity `refuse`. */
export const preflightResponseSchema = z.object({
  account_id: z.string(),
  may_trade: z.boolean(),
  findings: z.array(findingSchema),
  at: z.number(),
});
