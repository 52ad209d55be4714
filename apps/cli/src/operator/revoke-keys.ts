// `rondo operator revoke-keys`: counts the keys, lets two operators order their revocation, and shows the progress or carries it out.
import { setTimeout as wait } from 'node:timers/promises';
import { botExchange } from '@rondo/exchange';
import type { RestingOrders, Store } from '@rondo/store';
import { exitCodes, type CommandContext, type Terminal } from '../command.ts';
import { revocationLookMs, serverSilenceMs } from '../limits.ts';

/** The parts of the store that this command uses. */
export type RevocationStore = Pick<Store, 'keyRevocations' | 'users' | 'secondFactors' | 'audit'>;

/** Ends the ordered keys in this process until none is left or `stopped` resolves. Returns the reason of a refusal, or null. */
export type RevokeAlone = (stopped: Promise<void>) => Promise<string | null>;

/** What the command does. `email` and `code` are the proof of an operator. */
export type RevocationOrder =
  | { readonly kind: 'count' }
  | { readonly kind: 'propose'; readonly reason: string; readonly email: string; readonly code: string }
  | { readonly kind: 'confirm'; readonly email: string; readonly code: string; readonly isAlone: boolean }
  | { readonly kind: 'follow'; readonly isAlone: boolean };

interface TypedValues {
  readonly reason: string;
  readonly as?: string | undefined;
  readonly code?: string | undefined;
  readonly yes?: boolean | undefined;
  readonly confirm?: boolean | undefined;
  readonly follow?: boolean | undefined;
  readonly alone?: boolean | undefined;
}

interface Surroundings extends Pick<CommandContext, 'terminal' | 'stopped'> {
  readonly revokeAlone: RevokeAlone;
}

type Progress = Awaited<ReturnType<Store['keyRevocations']['progress']>>;

/** Returns what the typed options mean, or null when an option is missing or two options exclude each other. */
export function revocationOrderOf(values: TypedValues): RevocationOrder | null {
  const { reason, as: email = '', code = '', yes = false, confirm = false, follow = false } = values;
  const { alone: isAlone = false } = values;
  const proof = email === '' || code === '' ? null : { email: email.trim().toLowerCase(), code };
  if ([reason !== '', confirm, follow].filter(Boolean).length !== 1) return null;
  if (follow) return { kind: 'follow', isAlone };
  if (confirm) return proof === null ? null : { kind: 'confirm', ...proof, isAlone };
  if (!yes) return { kind: 'count' };
  return proof === null || isAlone ? null : { kind: 'propose', reason, ...proof };
}

/** Runs `rondo operator revoke-keys`. */
export async function revokeKeys(
  store: RevocationStore,
  order: RevocationOrder,
  surroundings: Surroundings,
): Promise<number> {
  const { keyRevocations } = store;
  const { terminal } = surroundings;
  if (order.kind === 'count' || order.kind === 'propose') await printCount(keyRevocations, terminal);
  switch (order.kind) {
    case 'count':
      terminal.out('Nothing was changed. Add --yes --as EMAIL --code CODE to propose to end them all.\n');
      return exitCodes.done;
    case 'propose': {
      const by = await proveOperator(store, order, terminal);
      if (by === null) return exitCodes.failed;
      await keyRevocations.propose({ exchange: botExchange, reason: order.reason, by }, Date.now());
      terminal.out(
        'Nothing was ended yet. Within an hour another operator types\n  rondo operator revoke-keys --confirm --as EMAIL --code CODE\n',
      );
      return exitCodes.done;
    }
    case 'confirm': {
      const by = await proveOperator(store, order, terminal);
      const confirmed = by === null ? null : await keyRevocations.confirm(by, Date.now());
      if (confirmed === null) return exitCodes.failed;
      if (!confirmed.ok) {
        const why = {
          no_proposal: 'nobody has proposed it within the last hour',
          same_person: 'another operator has to confirm',
          proposer_left: 'the person who has proposed it is no operator any more; propose it again',
        };
        terminal.err(`rondo operator: ${why[confirmed.refusal]}\n`);
        return exitCodes.failed;
      }
      const { accounts, reason } = confirmed;
      terminal.out(
        `Ordered: ${accounts} (${reason}). Within seconds the bots of these accounts place no more entries.\n`,
      );
      return finish(keyRevocations, order.isAlone, surroundings);
    }
    case 'follow':
      return finish(keyRevocations, order.isAlone, surroundings);
    default:
      return order satisfies never;
  }
}

async function printCount(keyRevocations: Store['keyRevocations'], terminal: Terminal): Promise<void> {
  const found = await keyRevocations.count(botExchange);
  const before = await keyRevocations.progress();
  terminal.out(
    `Keys to end: ${found.accounts} (running bots ${found.bots}, ${describeResting(found)}).\n` +
      `Ordered before and not finished: ${before.waiting}.\n`,
  );
}

/** Returns the id of the operator whose code is correct. Otherwise prints the reason, writes it into the audit and returns null. */
async function proveOperator(
  { users, secondFactors, audit }: RevocationStore,
  { email, code }: { readonly email: string; readonly code: string },
  terminal: Terminal,
): Promise<string | null> {
  const user = await users.findByEmail(email);
  const isOperator = user?.role === 'operator' && user.hasGranted;
  if (isOperator && (await secondFactors.status(user.id)) === null) {
    terminal.err(
      `rondo operator: ${email} has no second factor; "rondo operator enrol" prints a link that turns it on\n`,
    );
    return null;
  }
  if (isOperator && (await secondFactors.verify(user.id, code, Date.now())) === 'right') return user.id;
  const subjectId = isOperator ? user.id : null;
  await audit.write({ at: Date.now(), actorId: null, action: 'operator.notProven', subjectId, detail: 'revoke-keys' });
  terminal.err('rondo operator: the e-mail is of no operator, or the code is wrong or was used\n');
  return null;
}

/** Waits for the running server, or ends the keys in this process. */
async function finish(
  keyRevocations: Store['keyRevocations'],
  isAlone: boolean,
  { terminal, stopped, revokeAlone }: Surroundings,
): Promise<number> {
  if (isAlone && !isIdle(await keyRevocations.progress())) {
    terminal.err('rondo operator: a server runs and ends the keys; type the command without --alone\n');
    return exitCodes.failed;
  }
  const ended = new AbortController();
  const work = isAlone ? revokeAlone(stopped).finally(() => ended.abort()) : null;
  const isDone = await follow(keyRevocations, { terminal, stopped, ended: work === null ? null : ended.signal });
  const refusal = work === null ? null : await work;
  if (refusal !== null) terminal.err(`rondo operator: ${refusal}\n`);
  await report(keyRevocations, terminal);
  return isDone && refusal === null ? exitCodes.done : exitCodes.failed;
}

interface Following extends Pick<Surroundings, 'terminal' | 'stopped'> {
  /** Is aborted when the work in this process has ended. Null when a server works. */
  readonly ended: AbortSignal | null;
}

/** Prints the progress until no key is waiting. Returns false when the user stopped the command, or when nobody works on the revocation. */
async function follow(
  keyRevocations: Store['keyRevocations'],
  { terminal, stopped, ended }: Following,
): Promise<boolean> {
  let isStopped = false;
  void stopped.then(() => {
    isStopped = true;
  });
  let shown = '';
  for (;;) {
    const isLast = ended?.aborted === true;
    const progress = await keyRevocations.progress();
    const line = `${progress.deleted + progress.remaining} ended, ${progress.waiting} to go\n`;
    if (line !== shown) terminal.out(line);
    shown = line;
    if (progress.waiting === 0) return true;
    if (isStopped) {
      terminal.err(
        ended === null
          ? 'rondo operator: the server continues the revocation; type revoke-keys --follow to see the progress\n'
          : 'rondo operator: type revoke-keys --follow --alone to continue the revocation\n',
      );
      return false;
    }
    if (isLast) return false;
    if (ended === null && isIdle(progress)) {
      terminal.err(
        'rondo operator: no server processes the revocation. The bots of these accounts place no entries, but the keys still exist: start the server, or type revoke-keys --follow --alone\n',
      );
      return false;
    }
    await Promise.race([wait(revocationLookMs), stopped]);
  }
}

function isIdle({ workedAt }: Progress): boolean {
  return Date.now() - (workedAt ?? 0) > serverSilenceMs;
}

async function report(keyRevocations: Store['keyRevocations'], terminal: Terminal): Promise<void> {
  const { deleted, remaining, left } = await keyRevocations.progress();
  terminal.out(
    `Deleted at the exchange: ${deleted}. Still known there, our copy destroyed: ${remaining}.\n` +
      `Left at the exchange without a bot that manages them: ${describeResting(left)}. The bots manage them again when the owner creates a new key.\n`,
  );
  if (remaining === 0) return;
  terminal.out('These people have to delete the key in the app of the exchange themselves:\n');
  const people = await keyRevocations.listRemaining();
  for (const { email, uid, label } of people) terminal.out(`${email}  uid ${uid}  ${label}\n`);
  if (remaining > people.length) terminal.out(`... and ${remaining - people.length} more\n`);
}

function describeResting({ entries, exits, positions }: RestingOrders): string {
  return `entries ${entries}, exits ${exits}, positions ${positions}`;
}
