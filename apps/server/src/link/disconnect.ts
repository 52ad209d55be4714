// Unlinks an account without running bots. Its consents are erased, and its key is deleted at the exchange when a consent allows it.
import type { UserRecord } from '@rondo/store';
import { ApiError } from '../api/api-error.ts';
import type { AppContext } from '../app-context.ts';
import { tradingVenue } from '../venues/trading-venue.ts';

/** Unlinks the account. An unlinking and a change of the key of the account never overlap. Returns whether the key was also deleted at the exchange. */
export async function disconnect(
  context: AppContext,
  user: UserRecord,
  accountId: string,
): Promise<{ isKeyDeleted: boolean }> {
  return context.link.keyChanges.run(accountId, () => unlink(context, user, accountId));
}

/** Throws NOT_FOUND for an account of another user. */
async function unlink(context: AppContext, user: UserRecord, accountId: string): Promise<{ isKeyDeleted: boolean }> {
  const { store, clock, link } = context;
  const account = await store.accounts.find(accountId);
  const consents = (await store.consents.listByUser(user.id)).filter((consent) => consent.accountId === accountId);
  const isOwn =
    account === null ? consents.length > 0 : account.userId === user.id && account.exchange === tradingVenue.id;
  if (!isOwn) throw new ApiError('NOT_FOUND');
  if (account !== null && (await store.bots.listActiveOfAccount(accountId)).length > 0)
    throw new ApiError('BOTS_RUNNING');
  const isKeyDeleted = account !== null && (await link.deleteKey(account)) === 'deleted';
  if (account !== null) {
    const unlinked = await store.accounts.unlink(accountId, { isKeyDeleted, now: clock.now() });
    if (!unlinked.ok) throw new ApiError('BOTS_RUNNING');
  }
  for (const consent of consents) await store.consents.end(consent.id, clock.now());
  const change = await store.keyChanges.open(accountId);
  if (change !== null) await store.keyChanges.setStep(change.id, 'abandoned', clock.now());
  link.viewers.closeAccount(accountId);
  await link.forget(accountId);
  await store.audit.write({
    at: clock.now(),
    actorId: user.id,
    action: 'link.disconnected',
    subjectId: user.id,
    detail: accountId,
  });
  context.log.write('info', 'link.disconnected', { userId: user.id, accountId, isKeyDeleted });
  return { isKeyDeleted };
}
