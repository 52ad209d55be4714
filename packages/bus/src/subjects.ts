// The table of all subjects of NATS: who publishes, who subscribes, the fields, the largest size, and what replaces a lost hint. docs/bus.md shows it.
import * as z from 'zod';
import { maxChangedBots, maxChartCandles, maxWatchedAccounts } from './limits.ts';

/** The work of a node that publishes or subscribes. A node without a role of its own does both. */
export type BusRole = 'api' | 'engine';

/** One row of the table. */
interface SubjectRow {
  /** The end of the subject, after `subjectPrefix`. */
  readonly subject: string;
  /** The field whose value is the last part of the subject. Null when the subject has no such part. */
  readonly keyField: 'accountId' | null;
  readonly publishers: readonly BusRole[];
  readonly subscribers: readonly BusRole[];
  readonly fields: z.ZodObject;
  readonly maxBytes: number;
  /** When the hint is published. */
  readonly sentWhen: string;
  /** What a subscriber does. */
  readonly effect: string;
  /** What happens when the hint is lost, with its bound. */
  readonly withoutIt: string;
}

/** A price or an amount that is not negative. The candles of a chart are shown and never traded on. */
const decimalText = z
  .string()
  .max(40)
  .regex(/^\d+(\.\d+)?$/);

/**
 * All subjects. Every name in NATS begins with `subjectPrefix`. A hint never contains a key, a token, an e-mail address or the content of a command. A later
 * version may add fields, and an older version ignores them.
 */
export const subjects = {
  forget: {
    subject: 'forget',
    keyField: null,
    publishers: ['api', 'engine'],
    subscribers: ['api'],
    fields: z.object({}),
    maxBytes: 200,
    sentWhen: 'A session, a person, a linked account or a label of an account has changed.',
    effect: 'The node empties its cache of callers.',
    withoutIt: 'A cached caller is valid for at most 5 s (`callerCacheMs`).',
  },
  wake: {
    subject: 'wake',
    keyField: null,
    publishers: ['api', 'engine'],
    subscribers: ['engine'],
    fields: z.object({ accountId: z.string().max(64) }),
    maxBytes: 300,
    sentWhen: 'A command or a new bot of the account was recorded through a node that does not trade the account.',
    effect: 'The node that trades the account reads its recorded commands and new bots.',
    withoutIt: 'The node reads them each second (`workPollMs`).',
  },
  call: {
    subject: 'call',
    keyField: null,
    publishers: ['api'],
    subscribers: ['engine'],
    fields: z.object({}),
    maxBytes: 200,
    sentWhen: 'A node without the master key has recorded a call that needs the key.',
    effect: 'A node that trades takes the recorded call and carries it out.',
    withoutIt: 'The node looks for recorded calls each second (`workPollMs`).',
  },
  take: {
    subject: 'take',
    keyField: null,
    publishers: ['engine'],
    subscribers: ['engine'],
    fields: z.object({ accountId: z.string().max(64), next: z.string().max(64) }),
    maxBytes: 400,
    sentWhen: 'A node has released the lease of the account for the node with the name `next`.',
    effect: 'The node `next` looks for accounts without an owner and takes its accounts.',
    withoutIt: 'The node looks each second (`beatMs`).',
  },
  viewers: {
    subject: 'viewers',
    keyField: null,
    publishers: ['engine'],
    subscribers: ['api'],
    fields: z.object({}),
    maxBytes: 200,
    sentWhen: 'The node has started, and after each connection to NATS.',
    effect: 'The node publishes `watch` for all accounts with open pages at once.',
    withoutIt: 'The node publishes `watch` after at most 10 s (`watchRepeatMs`).',
  },
  watch: {
    subject: 'watch',
    keyField: null,
    publishers: ['api'],
    subscribers: ['engine'],
    fields: z.object({ accountIds: z.array(z.string().max(64)).max(maxWatchedAccounts) }),
    maxBytes: 16_000,
    sentWhen:
      'A page of an account was opened, a node has asked for viewers, every 10 s for all accounts with open pages, and after each connection to NATS.',
    effect: 'The node that trades an account of the list publishes its views for 30 s.',
    withoutIt:
      'The node publishes no views, and the nodes with open pages read the database each second (`remotePollMs`).',
  },
  view: {
    subject: 'view',
    keyField: 'accountId',
    publishers: ['engine'],
    subscribers: ['api'],
    fields: z.object({
      accountId: z.string().max(64),
      epoch: z.string().regex(/^\d{1,19}$/),
      picture: z.string(),
      botIds: z.array(z.string().max(64)).max(maxChangedBots),
    }),
    maxBytes: 60_000,
    sentWhen: 'A watched account or one of its bots has changed, and each second.',
    effect: 'The node shows the balance and the positions of the view, and sends the changed bots to the open pages.',
    withoutIt: 'The node reads the account and its bots in the database each second (`remotePollMs`).',
  },
  price: {
    subject: 'price',
    keyField: null,
    publishers: ['engine'],
    subscribers: ['api', 'engine'],
    fields: z.object({
      channel: z.enum(['tickers', 'markPrice']),
      row: z.looseObject({ instId: z.string().max(64) }),
      ageMs: z.number().nonnegative(),
      venueAt: z.number(),
    }),
    maxBytes: 2_000,
    sentWhen:
      'The node has received the ticker or the mark price of an instrument from the exchange, and no node with a smaller `from` publishes the instrument.',
    effect:
      'A node with a larger `from` leaves the instrument to this node after 30 s (`relayTrustedAfterMs`). A node of people shows the price.',
    withoutIt:
      'The node subscribes to the instrument and reads the mark prices itself within 5 s (`relaySilentMs`, `relayCheckMs`).',
  },
  chart: {
    subject: 'chart',
    keyField: null,
    publishers: ['api'],
    subscribers: ['api'],
    fields: z.object({
      instrumentId: z.string().max(64),
      bar: z.string().max(8),
      candles: z
        .array(z.tuple([z.int().nonnegative(), decimalText, decimalText, decimalText, decimalText, decimalText]))
        .min(1)
        .max(maxChartCandles),
      isWhole: z.boolean(),
      ageMs: z.int().nonnegative(),
      venueAt: z.int(),
    }),
    maxBytes: 60_000,
    sentWhen:
      'The node has read the candles of a chart from the exchange. A chart that the node knew before has only the candles since its newest known one. A chart whose candles have more than 59,000 bytes is not sent.',
    effect:
      'The node shows the candles as if it had read them at that time, when it knows the candles before them or `isWhole` is true.',
    withoutIt: 'The node reads the candles itself when a chart is asked for.',
  },
} as const satisfies Readonly<Record<string, SubjectRow>>;

/** The name of a subject in the table. */
export type HintName = keyof typeof subjects;

/** The fields of a hint, without the envelope. */
export type HintFields<Name extends HintName> = z.output<(typeof subjects)[Name]['fields']>;

/** The beginning of every subject in NATS. The number is the version of the envelope. */
export const subjectPrefix = 'rondo.v1';

/** Returns the subject of a hint in NATS. `key` is the last part of a subject with a key field. Throws when a key is missing or may not be a part of a subject. */
export function subjectOf(name: HintName, key?: string): string {
  const { subject, keyField } = subjects[name];
  if (keyField === null) return `${subjectPrefix}.${subject}`;
  if (key === undefined || !/^[\w-]{1,64}$/.test(key)) throw new Error(`The hint "${name}" has no usable ${keyField}.`);
  return `${subjectPrefix}.${subject}.${key}`;
}

/** Returns the value of the key field of a hint, or undefined when the subject of the hint has no key. */
export function keyOf<Name extends HintName>(name: Name, fields: HintFields<Name>): string | undefined {
  return subjects[name].keyField !== null && 'accountId' in fields ? fields.accountId : undefined;
}

/** Returns the subjects that a node with this role publishes or receives. A node with the role `all` does the work of both roles. */
export function permittedSubjects(role: BusRole | 'all', side: 'publishers' | 'subscribers'): readonly string[] {
  const rows: readonly SubjectRow[] = Object.values(subjects);
  return rows
    .filter((row) => (role === 'all' ? row[side].length > 0 : row[side].includes(role)))
    .map(({ subject, keyField }) => `${subjectPrefix}.${subject}${keyField === null ? '' : '.*'}`);
}
