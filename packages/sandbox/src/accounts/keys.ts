// The life of API keys: what may be changed about one, its loss, its expiry, and the addresses it is bound to.
import { sandboxLimits } from '../limits.ts';
import type { ApiKey } from '../state/records.ts';
import { indexKeys, ledgerOf, touch, type World } from '../state/world.ts';

const HOUR_MS = 3_600_000;

/** Changes what a key may do; false for an unknown key. */
export function changeKey(
  world: World,
  apiKey: string,
  change: Partial<Pick<ApiKey, 'perm' | 'ip' | 'isFrozen' | 'passphrase' | 'usedAt'>>,
): boolean {
  const known = world.keys.get(apiKey);
  if (!known) return false;
  const key = { ...known.key, ...change };
  const { account } = ledgerOf(world, known.accountId);
  account.keys = account.keys.map((one) => (one.apiKey === apiKey ? key : one));
  indexKeys(world, account);
  touch(world, { kind: 'account', value: account });
  return true;
}

/** Makes a key with chosen secrets, as an account's owner does by hand; false when it is known already or incomplete. */
export function addKey(world: World, accountId: string, key: ApiKey): boolean {
  if (key.apiKey === '' || key.secretKey === '' || key.passphrase === '' || world.keys.has(key.apiKey)) return false;
  const { account } = ledgerOf(world, accountId);
  account.keys = [...account.keys, key];
  indexKeys(world, account);
  touch(world, { kind: 'account', value: account });
  return true;
}

/** Deletes a key: its sockets are closed with 4007 at the next flush, and from now on it does not exist (50119). False for an unknown key. */
export function loseKey(world: World, apiKey: string): boolean {
  const known = world.keys.get(apiKey);
  if (!known) return false;
  const { account } = ledgerOf(world, known.accountId);
  account.keys = account.keys.filter((one) => one.apiKey !== apiKey);
  indexKeys(world, account);
  world.lostKeys.add(apiKey);
  world.endedKeys.add(apiKey);
  touch(world, { kind: 'account', value: account });
  touch(world, { kind: 'lostKey', value: { apiKey } });
  return true;
}

/** Notes an authenticated use. Kept to the hour, so that reading does not write a journal line each time. */
export function noteUse(world: World, key: ApiKey): void {
  const now = world.clock.now();
  if (key.usedAt === undefined || now - key.usedAt >= HOUR_MS) changeKey(world, key.apiKey, { usedAt: now });
}

/** Whether a key has expired: it may trade, is bound to no address, and was not used for 14 days. Demo keys do not. */
export function isExpired(world: World, accountId: string, key: ApiKey): boolean {
  const isBound = key.ip !== '' || key.environment === 'demo';
  const mayMove = key.perm.includes('trade') || key.perm.includes('withdraw');
  const usedAt = key.usedAt ?? ledgerOf(world, accountId).account.createdAt;
  return !isBound && mayMove && world.clock.now() - usedAt > sandboxLimits.unboundKeyMs;
}

/** Whether a request from this address may use the key. */
export function isAllowedFrom(key: ApiKey, address: string | undefined): boolean {
  // In memory there are no addresses, so only callers that have one are compared.
  return key.ip === '' || address === undefined || key.ip.split(',').includes(address);
}
