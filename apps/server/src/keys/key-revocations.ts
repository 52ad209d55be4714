// Executes the revocations of trading keys that an operator has requested: waits until the bots have cancelled their entries, deletes the key at the exchange,
// and erases our copy of the key.
import pMap from 'p-map';
import { revocationJob, type AccountRecord } from '@rondo/store';
import { serverLimits } from '../limits.ts';
import { causeOf } from '../ops/log.ts';
import type { AppContext } from '../app-context.ts';
import { schedule, type Schedule } from '../async/scheduler.ts';

export type RevocationDeps = Pick<AppContext, 'store' | 'clock' | 'log'> & {
  readonly link: Pick<AppContext['link'], 'keyChanges' | 'deleteKey' | 'exchanges' | 'viewers'>;
  /** Returns whether another running node trades the account. That node revokes the key, because it also gates its client. */
  readonly isElsewhere: (accountId: string) => boolean;
};

/** What the revocation needs while no engine runs. */
type AloneDeps = Pick<AppContext, 'store' | 'clock' | 'log'> & {
  readonly link: Pick<AppContext['link'], 'keyChanges' | 'deleteKey'>;
};

type Ordered = Awaited<ReturnType<AppContext['store']['keyRevocations']['listOrdered']>>[number];

/** Polls each second. The requested revocations are stored in the database, so an interrupted revocation continues after a restart. */
export function startRevocations(context: RevocationDeps): Schedule {
  const { store, clock, log } = context;
  let isStopped = false;
  const writeHeartbeat = createHeartbeat(context);
  const polls = schedule(clock, {
    everyMs: serverLimits.revocationPollMs,
    async work() {
      await writeHeartbeat();
      const ordered = await store.keyRevocations.listOrdered(clock.now());
      const due = ordered.filter(({ accountId }) => !context.isElsewhere(accountId));
      const revokeOne = async (each: Ordered): Promise<void> => {
        if (isStopped) return;
        await writeHeartbeat();
        await revokeLocked(context, each, (account) => endAtEngine(context, account));
      };
      await pMap(due, revokeOne, { concurrency: serverLimits.revocationConcurrency, stopOnError: false });
    },
    onError: (error) => log.write('warn', 'key.revocations_deferred', { cause: causeOf(error) }),
  });
  return {
    stop() {
      isStopped = true;
      return polls.stop();
    },
  };
}

/** Ends the ordered keys at once, without an engine that cancels entries before. Returns when no key is waiting or `stopped` resolves. */
export async function revokeUntilDone(context: AloneDeps, stopped: Promise<void>): Promise<void> {
  const { store, clock } = context;
  let isStopped = false;
  void stopped.then(() => {
    isStopped = true;
  });
  const writeHeartbeat = createHeartbeat(context);
  while (!isStopped && (await store.keyRevocations.progress()).waiting > 0) {
    await writeHeartbeat();
    const due = await store.keyRevocations.listOrdered(clock.now());
    const revokeOne = async (each: Ordered): Promise<void> => {
      if (isStopped) return;
      await writeHeartbeat();
      await revokeLocked(context, each, null);
    };
    await pMap(due, revokeOne, { concurrency: serverLimits.revocationConcurrency, stopOnError: false });
    // The exchange did not respond for the remaining accounts, and each is tried again at its time.
    if (due.length === 0) await Promise.race([pause(clock, serverLimits.revocationPollMs), stopped]);
  }
}

function pause(clock: RevocationDeps['clock'], ms: number): Promise<void> {
  return new Promise((resolve) => void clock.after(ms, resolve));
}

/** Returns the heartbeat that the operator's command reads. It is called before each account, because a poll with many accounts takes long, and writes at most once per `revocationPollMs`. */
function createHeartbeat({ store, clock }: Pick<RevocationDeps, 'store' | 'clock'>): () => Promise<void> {
  let heartbeatAt = -Infinity;
  return async () => {
    const now = clock.now();
    if (now - heartbeatAt < serverLimits.revocationPollMs) return;
    heartbeatAt = now;
    await store.jobs.claim(revocationJob, serverLimits.revocationPollMs);
  };
}

/** Revokes the key, never concurrently with a change of the key by its owner. A failed revocation is retried later. */
async function revokeLocked(context: AloneDeps, ordered: Ordered, endAccount: EndAccount | null): Promise<void> {
  const { store, clock, log, link } = context;
  const { accountId } = ordered;
  try {
    await link.keyChanges.run(accountId, () => revoke(context, ordered, endAccount));
  } catch (error) {
    log.write('warn', 'key.revocation_deferred', { accountId, cause: causeOf(error) });
    await store.keyRevocations.defer(accountId, clock.now() + serverLimits.revocationRetryMs);
  }
}

/** Ends the connections of an account whose key was revoked. */
type EndAccount = (account: AccountRecord) => Promise<void>;

async function endAtEngine({ link }: RevocationDeps, account: AccountRecord): Promise<void> {
  await link.exchanges.prepare(account.id);
  await link.exchanges.revoke(account.id, account);
  link.viewers.closeAccount(account.id);
}

/**
 * Revokes the key. With an engine, during the first `revocationQuietMs` after the request, does nothing while entries rest or the key does not hold a bot yet. Throws when the exchange
 * does not respond.
 */
async function revoke(
  { store, clock, log, link }: AloneDeps,
  { accountId, orderedAt }: Ordered,
  endAccount: EndAccount | null,
): Promise<void> {
  const resting = await store.keyRevocations.resting(accountId);
  if (resting === null) return;
  const mayWait = endAccount !== null && clock.now() - orderedAt < serverLimits.revocationQuietMs;
  if (mayWait && (resting.entries > 0 || resting.unheldBots > 0)) return;
  const account = await store.accounts.find(accountId);
  // The account was unlinked, and the unlinking has ended the revocation.
  if (account === null) return;
  const deletion = await link.deleteKey(account);
  if (deletion === 'unknown') throw new Error('The exchange did not respond to the deletion of the key.');
  const outcome = deletion === 'deleted' ? 'deleted' : 'remains';
  await store.keyRevocations.complete(accountId, { outcome, resting, now: clock.now() });
  await endAccount?.(account);
  log.write('warn', 'key.revoked', { accountId, outcome, entriesLeft: resting.entries });
}
