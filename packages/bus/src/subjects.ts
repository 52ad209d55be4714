// The table of all subjects of NATS: who publishes, who subscribes, the fields, the largest size, and what replaces a lost hint. docs/bus.md shows it.
import * as z from 'zod';

/** The work of a node that publishes or subscribes. A node without a role of its own does both. */
export type BusRole = 'api' | 'engine';

/** One row of the table. */
interface SubjectRow {
  /** The end of the subject, after `subjectPrefix`. */
  readonly subject: string;
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

/**
 * All subjects. Every name in NATS begins with `subjectPrefix`. A hint never contains a key, a token, an e-mail address or the content of a command. A later
 * version may add fields, and an older version ignores them.
 */
export const subjects = {
  forget: {
    subject: 'forget',
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
    publishers: ['api', 'engine'],
    subscribers: ['engine'],
    fields: z.object({ accountId: z.string().max(64) }),
    maxBytes: 300,
    sentWhen: 'A command or a new bot of the account was recorded through a node that does not trade the account.',
    effect: 'The node that trades the account reads its recorded commands and new bots.',
    withoutIt: 'The node reads them each second (`workPollMs`).',
  },
  take: {
    subject: 'take',
    publishers: ['engine'],
    subscribers: ['engine'],
    fields: z.object({ accountId: z.string().max(64), next: z.string().max(64) }),
    maxBytes: 400,
    sentWhen: 'A node has released the lease of the account for the node with the name `next`.',
    effect: 'The node `next` looks for accounts without an owner and takes its accounts.',
    withoutIt: 'The node looks each second (`beatMs`).',
  },
} as const satisfies Readonly<Record<string, SubjectRow>>;

/** The name of a subject in the table. */
export type HintName = keyof typeof subjects;

/** The fields of a hint, without the envelope. */
export type HintFields<Name extends HintName> = z.output<(typeof subjects)[Name]['fields']>;

/** The beginning of every subject in NATS. The number is the version of the envelope. */
export const subjectPrefix = 'rondo.v1';

/** Returns the subject of a hint in NATS. */
export function subjectOf(name: HintName): string {
  return `${subjectPrefix}.${subjects[name].subject}`;
}

/** Returns the subjects that a node with this role publishes or receives. A node with the role `all` does the work of both roles. */
export function permittedSubjects(role: BusRole | 'all', side: 'publishers' | 'subscribers'): readonly string[] {
  const rows: readonly SubjectRow[] = Object.values(subjects);
  return rows
    .filter((row) => (role === 'all' ? row[side].length > 0 : row[side].includes(role)))
    .map(({ subject }) => `${subjectPrefix}.${subject}`);
}
