// Opening of sandbox accounts with keys, position mode, and a first deposit with its bill.
import { book } from '../accounting/booking.ts';
import { sandboxLimits } from '../limits.ts';
import { createNamedPrng, randomName } from '../prng.ts';
import { parseBaseUnits } from '../base-units.ts';
import type { Account, AccountLevel, PosMode, Site } from '../state/records.ts';
import { addAccount, ledgerOf, nextId, recordChange, type World } from '../state/world.ts';

/** The optional settings of a new account. Missing keys are generated from the seed. */
export interface NewAccount {
  readonly label?: string;
  /** The deposit as a decimal text in USDT. The default is 10,000. */
  readonly usdt?: string;
  readonly posMode?: PosMode;
  readonly acctLv?: AccountLevel;
  readonly site?: Site;
  readonly roleType?: string;
  readonly environment?: 'live' | 'demo';
  readonly perm?: string;
  readonly ip?: string;
  readonly apiKey?: string;
  readonly secretKey?: string;
  readonly passphrase?: string;
}

/** The keys of an account: the secrets with which a client signs requests. */
export interface AccountKeys {
  readonly accountId: string;
  readonly label: string;
  readonly apiKey: string;
  readonly secretKey: string;
  readonly passphrase: string;
}

/** Opens an account. Returns undefined when the deposit is not a valid amount, the key exists, or the limit of accounts is reached. */
export function openAccount(world: World, wanted: NewAccount): AccountKeys | undefined {
  const deposit = parseBaseUnits(wanted.usdt ?? '10000');
  const accountId = `7${nextId(world).slice(-11)}`;
  const random = createNamedPrng(`${world.seed}:account:${accountId}:${wanted.label ?? ''}`);
  const keys: AccountKeys = {
    accountId,
    label: wanted.label ?? `account ${world.ledgers.size + 1}`,
    apiKey:
      wanted.apiKey ??
      `${randomName(random, 8)}-${randomName(random, 4)}-${randomName(random, 4)}-${randomName(random, 12)}`,
    secretKey: wanted.secretKey ?? randomName(random, 32).toUpperCase(),
    passphrase: wanted.passphrase ?? `Rondo-${randomName(random, 10)}1`,
  };
  if (
    deposit === undefined ||
    deposit < 0n ||
    world.keys.has(keys.apiKey) ||
    world.ledgers.size >= sandboxLimits.accounts
  )
    return undefined;
  const account: Account = {
    accountId,
    label: keys.label,
    createdAt: world.clock.now(),
    posMode: wanted.posMode ?? 'net_mode',
    acctLv: wanted.acctLv ?? '2',
    site: wanted.site ?? 'global',
    roleType: wanted.roleType ?? '0',
    ...(wanted.environment === 'demo' ? { isDemo: true } : {}),
    cash: 0n,
    leverage: {},
    cancelAllAt: {},
    updatedAt: world.clock.now(),
    keys: [
      {
        apiKey: keys.apiKey,
        secretKey: keys.secretKey,
        passphrase: keys.passphrase,
        perm: wanted.perm ?? 'read_only,trade',
        environment: wanted.environment ?? 'live',
        ip: wanted.ip ?? '',
        label: keys.label,
      },
    ],
  };
  addAccount(world, account);
  recordChange(world, { kind: 'account', value: account });
  if (deposit > 0n)
    book(world, ledgerOf(world, accountId), { type: '1', subType: '11', pnl: deposit, fee: 0n, notes: 'deposit' });
  return keys;
}

/** Returns the first key of each account. The oldest account is first. After a restart the result is the same. */
export function accountKeys(world: World): AccountKeys[] {
  return [...world.ledgers.values()].flatMap(({ account }) => {
    const key = account.keys[0];
    return key
      ? [
          {
            accountId: account.accountId,
            label: account.label,
            apiKey: key.apiKey,
            secretKey: key.secretKey,
            passphrase: key.passphrase,
          },
        ]
      : [];
  });
}
