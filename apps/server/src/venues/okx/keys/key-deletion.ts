// Deletes an account's key at the exchange without its user, which only a consent of that user allows.
import type { AccountRecord } from '@rondo/store';
import type { AppContext } from '../../../app-context.ts';

/** deleted: the exchange no longer has it. refused: no stored consent allows it. unknown: no response. */
export type KeyDeletion = 'deleted' | 'refused' | 'unknown';

export type KeyDeletionDeps = Pick<AppContext, 'store' | 'clock'> & {
  readonly link: Pick<AppContext['link'], 'oauth' | 'sites' | 'tokens'>;
};

/** Tries the consent for the key, then the one for trading; an expired one is renewed first when it can be. */
export async function deleteAtExchange(context: KeyDeletionDeps, account: AccountRecord): Promise<KeyDeletion> {
  let isUnknown = false;
  for (const kind of ['fast_api', 'oauth'] as const) {
    const deletion = await deleteWith(context, account, kind);
    if (deletion === 'deleted') return deletion;
    isUnknown ||= deletion === 'unknown';
  }
  return isUnknown ? 'unknown' : 'refused';
}

async function deleteWith(
  { store, clock, link }: KeyDeletionDeps,
  account: AccountRecord,
  kind: 'fast_api' | 'oauth',
): Promise<KeyDeletion> {
  const consent = await store.consents.find(account.id, kind);
  // A consent deletes the key of its own exchange account. One of another or unknown account must not be used.
  if (consent === null || link.oauth === null || consent.uid !== account.uid) return 'refused';
  const origin = link.sites.originOf(consent.domain);
  if (origin === null) return 'refused';
  if (consent.expiresAt <= clock.now()) {
    const renewal = consent.refreshExpiresAt === null ? null : await link.tokens.renew(consent);
    if (renewal?.kind === 'failed') return 'unknown';
    if (renewal?.kind !== 'renewed') return 'refused';
  }
  const { accessToken } = await store.consents.unwrap(consent.id);
  const isDemo = account.environment === 'demo';
  const result = await link.oauth.client.deleteKey({ origin, accessToken: accessToken.reveal(), isDemo });
  return result.kind === 'done' ? 'deleted' : result.kind;
}
