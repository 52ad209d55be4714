// `rondo operator`: creates operators, decides about sign-ups and ends trading keys, without a browser.
import { randomBytes } from 'node:crypto';
import type { PersonRecord, Store } from '@rondo/store';
import { UsageError, exitCodes, type Command, type Terminal } from '../command.ts';
import { parseStrictly } from '../options/read-options.ts';
import { allowUnbound } from '../operator/unbound-key.ts';
import {
  revocationOrderOf,
  revokeKeys,
  type RevocationOrder,
  type RevocationStore,
  type RevokeAlone,
} from '../operator/revoke-keys.ts';

/** The parts of the store that this command uses. */
export type OperatorStore = Pick<
  Store,
  'users' | 'people' | 'passwords' | 'logins' | 'enrolments' | 'audit' | 'accounts' | 'close'
> &
  RevocationStore;

const usage = `rondo operator create <email> [--name NAME]
rondo operator list [--all]
rondo operator approve <email> [--level N]
rondo operator reject <email> --reason TEXT
rondo operator revoke <email> --reason TEXT
rondo operator reset <email>
rondo operator enrol <email>
rondo operator unbound-key <email> --uid UID (--reason TEXT | --end)
rondo operator revoke-keys --reason TEXT [--yes --as EMAIL --code CODE]
rondo operator revoke-keys --confirm --as EMAIL --code CODE [--alone]
rondo operator revoke-keys --follow [--alone]

Works beside a running server or alone, on the database of RONDO_HOME or DATABASE_URL. "create" makes an operator and
prints a password once; "list" shows who waits for approval, with --all everybody; "reset" prints the end of a link
that sets a new password once. "create" and "enrol" print the end of a link with which an operator turns on the second
factor once; "enrol" removes the old second factor and ends the sessions of the operator. Every decision is written to the audit.

"unbound-key" allows bots with real money to trade with a key that is bound to no IP address, for one exchange account, with a
written reason; with --end only a bound key is accepted again.

"revoke-keys" ends the trading keys of all OKX accounts at once, for a leak: without --yes it only counts. It needs two operators: the first
proposes with --yes, the second confirms within an hour. Each gives the own e-mail and a code of the authenticator or a recovery code. Bots stop
entering and their entries are cancelled; take-profits and stops stay at the exchange, where they can only reduce, and
positions stay open. Then the key is deleted at the exchange, or when no consent allows that our copy is destroyed. A
running server does it; with --alone the command itself does it when no server runs, and entries stay. It shows how far it is and may be
ended and continued with --follow at any time.

  --help   show this text
`;

const actions = [
  'create',
  'list',
  'approve',
  'reject',
  'revoke',
  'reset',
  'enrol',
  'unbound-key',
  'revoke-keys',
] as const;
type Action = (typeof actions)[number];
/** The largest number of people that `list` prints. */
const listRows = 200;
/** Length of a new password before its encoding: 120 random bits. */
const passwordBytes = 15;

interface Order {
  readonly action: Action;
  readonly email: string;
  readonly name: string;
  readonly reason: string;
  readonly level: number | null;
  readonly isAll: boolean;
  readonly uid: string;
  readonly isEnd: boolean;
  readonly revocation: RevocationOrder;
}

/** Creates the command. `open` opens the database. `revokeAlone` ends the ordered keys while no server runs, with a database connection of its own. */
export function operatorCommand(open: () => Promise<OperatorStore>, revokeAlone: RevokeAlone): Command {
  return {
    name: 'operator',
    summary: 'make operators, and decide about sign-ups',
    usage,
    run: async (args, { terminal, stopped }) => {
      const order = await readOrder(args);
      const store = await open();
      try {
        if (order.action === 'revoke-keys')
          return await revokeKeys(store, order.revocation, { terminal, stopped, revokeAlone });
        return await carryOut(store, { ...order, action: order.action }, terminal);
      } finally {
        await store.close();
      }
    },
  };
}

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const options = {
  name: text,
  reason: text,
  level: text,
  uid: text,
  all: flag,
  end: flag,
  as: text,
  code: text,
  confirm: flag,
  follow: flag,
  alone: flag,
  yes: flag,
} as const;

async function readOrder(args: readonly string[]): Promise<Order> {
  // The schemas are imported only here, because the other commands start faster without the schemas.
  const {
    approveRequestSchema: approveRequest,
    emailSchema: emailInput,
    registerRequestSchema: registerRequest,
  } = await import('@rondo/contract');
  const { values, positionals } = parseStrictly({
    args: [...args],
    allowPositionals: true,
    options,
  });
  const [word, typed, extra] = positionals;
  const action = actions.find((one) => one === word);
  if (action === undefined) throw new UsageError(`one of ${actions.join(', ')} is needed`);
  if (extra !== undefined) throw new UsageError(`"${extra}" is one word too many`);
  const email = emailInput.safeParse(typed ?? '');
  const isOfAll = action === 'list' || action === 'revoke-keys';
  if (action === 'revoke-keys' && typed !== undefined)
    throw new UsageError('revoke-keys ends all keys and takes no e-mail');
  if (!isOfAll && !email.success) throw new UsageError(`${action} needs an e-mail address`);
  const { data: reason } = approveRequest.shape.reason.safeParse(values.reason);
  if (reason === undefined) throw new UsageError('--reason must be one line of at most 500 characters');
  const revocation = revocationOrderOf({ ...values, reason });
  if (action === 'revoke-keys' && revocation === null)
    throw new UsageError(
      'revoke-keys needs --reason, --confirm or --follow, and --as and --code with --yes or --confirm',
    );
  const needsReason = action === 'reject' || action === 'revoke';
  if (needsReason && reason === '') throw new UsageError(`${action} needs --reason`);
  if (values.level !== undefined && !/^\d{1,2}$/.test(values.level))
    throw new UsageError('--level must be a whole number from 0 to 99');
  const level = values.level === undefined ? null : Number(values.level);
  const { data: name } = registerRequest.shape.name.safeParse(values.name ?? 'Operator');
  if (name === undefined) throw new UsageError('--name must be one line of at most 64 characters');
  const { all: isAll = false, end: isEnd = false, uid = '' } = values;
  if (action === 'unbound-key' && (uid === '' || isEnd === (reason !== '')))
    throw new UsageError('unbound-key needs --uid, and either --reason or --end');
  return {
    action,
    email: email.data ?? '',
    name,
    reason,
    level,
    isAll,
    isEnd,
    uid,
    revocation: revocation ?? { kind: 'follow', isAlone: false },
  };
}

async function carryOut(
  store: OperatorStore,
  order: Order & { readonly action: Exclude<Action, 'revoke-keys'> },
  terminal: Terminal,
): Promise<number> {
  switch (order.action) {
    case 'create':
      return create(store, order, terminal);
    case 'list':
      return list(store, order, terminal);
    case 'reset':
      return reset(store, order, terminal);
    case 'enrol':
      return enrol(store, order, terminal);
    case 'unbound-key':
      return allowUnbound(store, order, terminal);
    case 'approve':
    case 'reject':
    case 'revoke':
      return decide(store, { ...order, action: order.action }, terminal);
    default:
      return order.action satisfies never;
  }
}

async function create(store: OperatorStore, { email, name }: Order, terminal: Terminal): Promise<number> {
  const password = randomBytes(passwordBytes).toString('base64url');
  const hashed = await store.passwords.hashPassword(password);
  if (!hashed.ok) throw new Error('the password could not be hashed');
  const now = Date.now();
  const made = await store.users.create({
    email,
    username: email,
    name,
    role: 'operator',
    hasGranted: true,
    passwordHash: hashed.passwordHash,
    now,
  });
  if (!made.ok) {
    terminal.err(`rondo operator: somebody has ${email} already\n`);
    return exitCodes.failed;
  }
  await store.audit.write({
    at: now,
    actorId: null,
    action: 'operator.create',
    subjectId: made.user.id,
    detail: 'from the command line',
  });
  const token = await store.enrolments.enrol(made.user.id, now);
  terminal.out(
    `Operator ${email}, password ${password}\nIt is shown this once. Log in, change it and turn on a second factor with\n${enrolmentText(token)}`,
  );
  return exitCodes.done;
}

async function list(store: OperatorStore, { isAll }: Order, terminal: Terminal): Promise<number> {
  const { people, total } = await store.people.list({
    limit: listRows,
    offset: 0,
    ...(isAll ? {} : { approval: 'pending' as const }),
  });
  await store.audit.write({
    at: Date.now(),
    actorId: null,
    action: 'people.listed',
    subjectId: null,
    detail: `${people.length} of ${total}`,
  });
  for (const person of people) terminal.out(`${describe(person)}\n`);
  if (total > people.length) terminal.out(`... and ${total - people.length} more\n`);
  if (total === 0) terminal.out(isAll ? 'Nobody has signed up.\n' : 'Nobody is waiting.\n');
  return exitCodes.done;
}

function describe(person: PersonRecord): string {
  const since = new Date(person.createdAt).toISOString().slice(0, 10);
  return [since, person.approval.padEnd(8), person.role.padEnd(8), person.email, person.name, person.ref ?? '-'].join(
    '  ',
  );
}

async function decide(
  store: OperatorStore,
  order: Order & { readonly action: 'approve' | 'reject' | 'revoke' },
  terminal: Terminal,
): Promise<number> {
  const user = await find(store, order.email, terminal);
  if (user === null) return exitCodes.failed;
  const result = await store.people.decide({
    userId: user,
    verdict: order.action,
    actorId: null,
    reason: order.reason,
    now: Date.now(),
    ...(order.level === null ? {} : { level: order.level }),
  });
  if (!result.ok) throw new Error(`${order.email} was deleted meanwhile`);
  terminal.out(`${describe(result.person)}\n`);
  return exitCodes.done;
}

async function reset(store: OperatorStore, { email }: Order, terminal: Terminal): Promise<number> {
  const user = await find(store, email, terminal);
  if (user === null) return exitCodes.failed;
  const { token } = await store.logins.createResetLink({ userId: user, actorId: null, now: Date.now() });
  terminal.out(`/reset-password#${token}\nAppend it to the address of the site. It works once, within a day.\n`);
  return exitCodes.done;
}

async function enrol(store: OperatorStore, { email }: Order, terminal: Terminal): Promise<number> {
  const user = await store.users.findByEmail(email);
  if (user?.role !== 'operator') {
    terminal.err(`rondo operator: no operator has ${email}\n`);
    return exitCodes.failed;
  }
  terminal.out(enrolmentText(await store.enrolments.enrol(user.id, Date.now())));
  return exitCodes.done;
}

function enrolmentText(token: string): string {
  return `/dashboard/security#enrolment=${token}\nAppend it to the address of the site. It works once, within a day.\n`;
}

async function find(store: OperatorStore, email: string, terminal: Terminal): Promise<string | null> {
  const user = await store.users.findByEmail(email);
  if (user === null) terminal.err(`rondo operator: nobody has ${email}\n`);
  return user?.id ?? null;
}
