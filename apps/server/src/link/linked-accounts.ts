// Lists the accounts of the caller on which bots can trade: accounts with a key, with a token, or with both.
import { minutesLeft, type ExchangeAccountWire } from '@rondo/contract';
import type { AccountRecord, ConsentRecord, UserRecord } from '@rondo/store';
import { ApiError } from '../api/api-error.ts';
import type { AppContext } from '../app-context.ts';
import { tradingVenue } from '../venues/trading-venue.ts';

/** Returns the accounts with a key, then the consents without a key. Bots sign with the key, which does not expire (decision 18). */
export async function listLinked(context: AppContext, user: UserRecord): Promise<ExchangeAccountWire[]> {
  const { store } = context;
  const accounts = (await store.accounts.listByUser(user.id)).filter((account) => account.exchange === tradingVenue.id);
  const consents = (await store.consents.listByUser(user.id)).filter((consent) => consent.kind === 'oauth');
  const missing = new Set((await store.keyChanges.listOpen(user.id)).map((change) => change.accountId));
  const revoked = new Set(await store.keyRevocations.listRevoked(user.id));
  const known = new Set(accounts.map((account) => account.id));
  await context.live.see([...known]);
  const withKey = accounts.map((account) => ({
    ...placeOf(account),
    name: account.label,
    api_key: account.maskedKey,
    permissions: permissionsOf(context, account.id),
    key_state: revoked.has(account.id)
      ? ('revoked' as const)
      : keyStateOf(context, account.id, missing.has(account.id)),
    ...expiryOf(context, consents.find((consent) => consent.accountId === account.id) ?? null),
  }));
  const withoutKey = consents
    .filter((consent) => !known.has(consent.accountId))
    .map((consent) => ({
      ...placeOf({ ...consent, id: consent.accountId }),
      name: consent.uid === null ? tradingVenue.name : `${tradingVenue.name} ${consent.uid}`,
      api_key: '',
      permissions: null,
      key_state: 'none' as const,
      ...expiryOf(context, consent),
    }));
  return [...withKey, ...withoutKey];
}

/** Returns the account with this id, or the first linked account when no id is given. Returns null when no account is linked. Throws NOT_FOUND for an account of another user. */
export async function findLinked(
  context: AppContext,
  user: UserRecord,
  accountId: string | undefined,
): Promise<AccountRecord | null> {
  const accounts = (await context.store.accounts.listByUser(user.id)).filter(
    (account) => account.exchange === tradingVenue.id,
  );
  if (accountId === undefined) return accounts[0] ?? null;
  const account = accounts.find((each) => each.id === accountId);
  if (account !== undefined) return account;
  const consents = await context.store.consents.listByUser(user.id);
  if (consents.some((consent) => consent.accountId === accountId)) return null;
  throw new ApiError('NOT_FOUND');
}

function keyStateOf({ link }: AppContext, accountId: string, isMissing: boolean): ExchangeAccountWire['key_state'] {
  if (isMissing) return 'missing';
  return link.meters.now(accountId)?.isKeyAccepted === false ? 'refused' : 'active';
}

function permissionsOf({ live }: AppContext, accountId: string): string[] | null {
  const permissions = live.account(accountId)?.permissions ?? null;
  return permissions === null ? null : [...permissions];
}

function placeOf(account: Pick<AccountRecord, 'id' | 'environment' | 'domain'>) {
  return {
    id: account.id,
    exchange: tradingVenue.id,
    environment: account.environment,
    domain: account.domain,
  };
}

function expiryOf(context: AppContext, consent: ConsentRecord | null) {
  if (consent === null) return { is_expired: false, expires_at: null, minutes_left: null, has_auto_refresh: false };
  const expiresAt = Math.floor(consent.expiresAt / 1_000);
  const minutes = minutesLeft(expiresAt, Math.floor(context.clock.now() / 1_000));
  return {
    is_expired: minutes <= 0,
    expires_at: expiresAt,
    minutes_left: Math.max(0, minutes),
    has_auto_refresh: consent.refreshExpiresAt !== null,
  };
}
