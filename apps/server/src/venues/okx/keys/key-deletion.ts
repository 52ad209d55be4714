// Deletes an account's key at the exchange without an action of the user. A stored consent of the user must allow the deletion.
import type { Clock } from '@rondo/engine/ports';
import type { AccountRecord, Consents } from '@rondo/store';
import type { KeyDeletion, LinkContext } from '../../../link/link-context.ts';

export interface KeyDeletionDeps extends Pick<LinkContext, 'oauth' | 'sites' | 'tokens'> {
  readonly clock: Pick<Clock, 'now'>;
  readonly consents: Pick<Consents, 'find' | 'unwrap'>;
}

/** Tries the consent for the key, and then the consent for trading. When a consent has expired and can be renewed, it is renewed first. */
export async function deleteAtExchange(deps: KeyDeletionDeps, account: AccountRecord): Promise<KeyDeletion> {
  let isUnknown = false;
  for (const kind of ['fast_api', 'oauth'] as const) {
    const deletion = await deleteWith(deps, account, kind);
    if (deletion === 'deleted') return deletion;
    isUnknown ||= deletion === 'unknown';
  }
  return isUnknown ? 'unknown' : 'refused';
}

async function deleteWith(
  { clock, consents, oauth, sites, tokens }: KeyDeletionDeps,
  account: AccountRecord,
  kind: 'fast_api' | 'oauth',
): Promise<KeyDeletion> {
  const consent = await consents.find(account.id, kind);
  // A consent deletes the key of its own exchange account, so a consent of another or an unknown account must not be used.
  if (consent === null || oauth === null || consent.uid !== account.uid) return 'refused';
  const origin = sites.originOf(consent.domain);
  if (origin === null) return 'refused';
  if (consent.expiresAt <= clock.now()) {
    const renewal = consent.refreshExpiresAt === null ? null : await tokens.renew(consent);
    if (renewal?.kind === 'failed') return 'unknown';
    if (renewal?.kind !== 'renewed') return 'refused';
  }
  const { accessToken } = await consents.unwrap(consent.id);
  const isDemo = account.environment === 'demo';
  const result = await oauth.client.deleteKey({ origin, accessToken: accessToken.reveal(), isDemo });
  return result.kind === 'done' ? 'deleted' : result.kind;
}
