// Executes the revocations of trading keys that an operator has requested: waits until the bots have cancelled their entries, deletes the key at the exchange,
// and erases our copy of the key.
import pMap from 'p-map';
import { revocationJob } from '@rondo/store';
import { serverLimits } from '../limits.ts';
import { causeOf } from '../ops/log.ts';
import type { AppContext } from '../app-context.ts';
import { schedule, type Schedule } from '../async/scheduler.ts';

export type RevocationDeps = Pick<AppContext, 'store' | 'clock' | 'log'> & {
  readonly link: Pick<AppContext['link'], 'keyChanges' | 'deleteKey' | 'exchanges' | 'viewers'>;
  /** Returns whether another running node trades the account. That node revokes the key, because it also gates its client. */
  readonly isElsewhere: (accountId: string) => boolean;
};

type Ordered = Awaited<ReturnType<AppContext['store']['keyRevocations']['listOrdered']>>[number];

/** Polls each second. The requested revocations are stored in the database, so an interrupted revocation continues after a restart. */
export function startRevocations(context: RevocationDeps): Schedule {
  const { store, clock, log } = context;
  let isStopped = false;
  let heartbeatAt = -Infinity;
  // The operator's command reads this heartbeat. It is written before a poll and also before each account, because a poll with many accounts takes long. It is
  // written at most once per `revocationPollMs`.
  const writeHeartbeat = async (): Promise<void> => {
    const now = clock.now();
    if (now - heartbeatAt < serverLimits.revocationPollMs) return;
    heartbeatAt = now;
    await store.jobs.claim(revocationJob, serverLimits.revocationPollMs);
  };
  const polls = schedule(clock, {
    everyMs: serverLimits.revocationPollMs,
    async work() {
      await writeHeartbeat();
      const ordered = await store.keyRevocations.listOrdered(clock.now());
      const due = ordered.filter(({ accountId }) => !context.isElsewhere(accountId));
      const revokeOne = async (each: Ordered): Promise<void> => {
        if (isStopped) return;
        await writeHeartbeat();
        await revokeLocked(context, each);
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

/** Revokes the key, never concurrently with a change of the key by its owner. A failed revocation is retried later. */
async function revokeLocked(context: RevocationDeps, ordered: Ordered): Promise<void> {
  const { store, clock, log, link } = context;
  const { accountId } = ordered;
  try {
    await link.keyChanges.run(accountId, () => revoke(context, ordered));
  } catch (error) {
    log.write('warn', 'key.revocation_deferred', { accountId, cause: causeOf(error) });
    await store.keyRevocations.defer(accountId, clock.now() + serverLimits.revocationRetryMs);
  }
}

/**
 * Revokes the key. During the first `revocationQuietMs` after the request, does nothing while entries rest or the key does not hold a bot yet. Throws when the exchange
 * does not respond.
 */
async function revoke(context: RevocationDeps, { accountId, orderedAt }: Ordered): Promise<void> {
  const { store, clock, log, link } = context;
  const resting = await store.keyRevocations.resting(accountId);
  if (resting === null) return;
  const mayWait = clock.now() - orderedAt < serverLimits.revocationQuietMs;
  if (mayWait && (resting.entries > 0 || resting.unheldBots > 0)) return;
  const account = await store.accounts.find(accountId);
  // The account was unlinked, and the unlinking has ended the revocation.
  if (account === null) return;
  const deletion = await link.deleteKey(account);
  if (deletion === 'unknown') throw new Error('The exchange did not respond to the deletion of the key.');
  const outcome = deletion === 'deleted' ? 'deleted' : 'remains';
  await store.keyRevocations.complete(accountId, { outcome, resting, now: clock.now() });
  await link.exchanges.prepare(accountId);
  await link.exchanges.revoke(accountId, account);
  link.viewers.closeAccount(accountId);
  log.write('warn', 'key.revoked', { accountId, outcome, entriesLeft: resting.entries });
}
