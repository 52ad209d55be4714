// API keys: changes, deletion, expiry, and the addresses from which a key may be used.
import { sandboxLimits } from '../limits.ts';
import type { ApiKey } from '../state/records.ts';
import { indexKeys, ledgerOf, recordChange, type World } from '../state/world.ts';

const HOUR_MS = 3_600_000;

/** Changes permissions, addresses or state of a key. Returns false for an unknown key. */
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
  recordChange(world, { kind: 'account', value: account });
  return true;
}

/** Adds a key with given secrets, as the owner of the account does in the app. Returns false when the key exists or a field is empty. */
export function addKey(world: World, accountId: string, key: ApiKey): boolean {
  if (key.apiKey === '' || key.secretKey === '' || key.passphrase === '' || world.keys.has(key.apiKey)) return false;
  const { account } = ledgerOf(world, accountId);
  account.keys = [...account.keys, key];
  indexKeys(world, account);
  recordChange(world, { kind: 'account', value: account });
  return true;
}

/** Deletes a key. The sockets of the key close with 4007 at the next flush, and later requests get 50119. Returns false for an unknown key. */
export function loseKey(world: World, apiKey: string): boolean {
  const known = world.keys.get(apiKey);
  if (!known) return false;
  const { account } = ledgerOf(world, known.accountId);
  account.keys = account.keys.filter((one) => one.apiKey !== apiKey);
  indexKeys(world, account);
  world.lostKeys.add(apiKey);
  world.endedKeys.add(apiKey);
  recordChange(world, { kind: 'account', value: account });
  recordChange(world, { kind: 'lostKey', value: { apiKey } });
  return true;
}

/** Stores the time of an authenticated use at most once an hour, because each change writes a journal line. */
export function recordUse(world: World, key: ApiKey): void {
  const now = world.clock.now();
  if (key.usedAt === undefined || now - key.usedAt >= HOUR_MS) changeKey(world, key.apiKey, { usedAt: now });
}

/** Returns whether a key has expired. A key that can trade or withdraw and has no address list expires after 14 days without use. Demo keys do not expire. */
export function isExpired(world: World, accountId: string, key: ApiKey): boolean {
  const isBound = key.ip !== '' || key.environment === 'demo';
  const mayMove = key.perm.includes('trade') || key.perm.includes('withdraw');
  const usedAt = key.usedAt ?? ledgerOf(world, accountId).account.createdAt;
  return !isBound && mayMove && world.clock.now() - usedAt > sandboxLimits.unboundKeyMs;
}

/** Returns whether a request from this address may use the key. */
export function isAllowedFrom(key: ApiKey, address: string | undefined): boolean {
  // A caller that uses the exchange in memory has no network address and is accepted.
  return key.ip === '' || address === undefined || key.ip.split(',').includes(address);
}
