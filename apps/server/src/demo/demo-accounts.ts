// Links an account of the sandbox to a demo user, and stores the new keys of the account when the sandbox was emptied.
import {
  newAccountId,
  secretOf,
  type AccountCredentials,
  type AccountRecord,
  type Store,
  type UserRecord,
} from '@rondo/store';
import type { AccountKeys } from '../signer/account-keys.ts';
import type { SandboxStatus } from '../venues/sandbox/sandbox-status.ts';
import { tradingVenue } from '../venues/trading-venue.ts';

interface DemoAccountDeps {
  readonly store: Store;
  readonly keys: Pick<AccountKeys, 'open' | 'seal'>;
}

/** The labels of the accounts that the sandbox creates itself. */
export type DemoAccountLabel = 'member' | 'operator';

/**
 * Returns the sandbox account of the user, and links an account first when the user has none. Each account of the sandbox begins with 10,000 USDT (specification 9).
 * Returns null when the account was moved to another database of the installation.
 */
export async function ensureSandboxAccount(
  deps: DemoAccountDeps,
  user: UserRecord,
  options: { readonly status: SandboxStatus; readonly label: DemoAccountLabel; readonly now: number },
): Promise<AccountRecord | null> {
  const { store } = deps;
  const found = options.status.accounts.find((account) => account.label === options.label);
  if (found === undefined) throw new Error(`The sandbox has no account named ${options.label}.`);
  const credentials: AccountCredentials = {
    apiKey: secretOf(found.apiKey),
    secretKey: secretOf(found.secretKey),
    passphrase: secretOf(found.passphrase),
  };
  const linked = await sandboxAccountOf(store, user);
  if (linked !== undefined) {
    // Without this condition, a restart would store a working key again for an account whose key the operator has revoked.
    const isRevoked = (await store.keyRevocations.listRevoked(user.id)).includes(linked.id);
    if (!isRevoked) await renewKey(deps, linked, credentials);
    return linked;
  }
  const id = newAccountId();
  const key = await deps.keys.seal(id, credentials);
  const made = await store.accounts.create({
    id,
    userId: user.id,
    exchange: tradingVenue.id,
    label: 'Sandbox',
    uid: found.accountId,
    environment: 'sandbox',
    domain: 'global',
    key: key.sealed,
    now: options.now,
  });
  if (made.ok) return made.account;
  // The link is refused when another node has linked the account since the first search.
  return (await sandboxAccountOf(store, user)) ?? null;
}

async function sandboxAccountOf(store: Store, user: UserRecord): Promise<AccountRecord | undefined> {
  return (await store.accounts.listByUser(user.id)).find((account) => account.environment === 'sandbox');
}

async function renewKey(
  { store, keys }: DemoAccountDeps,
  linked: AccountRecord,
  credentials: AccountCredentials,
): Promise<void> {
  const held = await keys.open(linked.id);
  if (held.apiKey === credentials.apiKey.reveal()) return;
  const { sealed } = await keys.seal(linked.id, credentials);
  await store.accounts.replaceKey(linked.id, sealed);
}
