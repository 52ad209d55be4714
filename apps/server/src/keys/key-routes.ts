// Exchange accounts that are linked with a key and a secret: list, create, edit, delete, test.
import { routes, type ExchangeItem, type KeyedAccount } from '@rondo/contract';
import { secretOf, type AccountCredentials, type AccountRecord, type LabelRecord } from '@rondo/store';
import { ApiError } from '../api/api-error.ts';
import { requireFreshProof, requireSecondFactor, type Caller } from '../api/guards.ts';
import { serve } from '../api/serve.ts';
import { testConsented, testKey } from './key-test.ts';
import { proveLbankKey, type KeyWish } from '../venues/lbank/lbank-key.ts';
import type { Parts, Serving } from '../app-context.ts';

/** Serves /api/exchange-accounts (spec sections 5 and 7). A key is proved at the exchange before it is kept. */
export function serveExchangeKeys(serving: Serving, parts: Parts): void {
  const { store, clock } = parts;

  serve(serving, routes.exchanges, async () => ({ exchanges: exchangesOf(parts) }));

  serve(serving, routes.exchangeAccounts, async ({ caller: { user }, query }) => {
    const wanted = query.exchange_name?.trim().toLowerCase();
    const accounts = await store.accounts.listByUser(user.id);
    const named = accounts.filter((account) => wanted === undefined || account.exchange === wanted);
    return { accounts: await Promise.all(named.map((account) => toAnswer(parts, account))) };
  });

  serve(serving, routes.exchangeAccount, async ({ caller, params }) =>
    toAnswer(parts, await requireOwn(parts, caller, params.id)),
  );

  serve(serving, routes.createExchangeAccount, async ({ caller, body }) => {
    const exchange = exchangesOf(parts).find((each) => each.id === body.exchange_id.trim().toLowerCase());
    if (exchange?.status === 'coming_soon') throw new ApiError('EXCHANGE_COMING_SOON');
    const wish: KeyWish = {
      apiKey: body.credentials.api_key,
      secretKey: body.credentials.secret_key,
      mayTrade: body.permissions.trade,
    };
    if ([body.account_name, wish.apiKey, wish.secretKey].includes('')) throw new ApiError('EXCHANGE_FIELDS_REQUIRED');
    if (exchange === undefined) throw new ApiError('EXCHANGE_UNKNOWN', { field: 'exchange_id' });
    if (exchange.id === 'okx') throw new ApiError('EXCHANGE_BY_CONSENT');
    requireProofOfKeys(parts, caller);
    refuseTestnet(parts, body.is_testnet);
    const proved = await proveLbankKey(parts.lbank, wish);
    const now = clock.now();
    const made = await store.accounts.create({
      userId: caller.user.id,
      exchange: 'lbank',
      label: body.account_name,
      uid: proved.uid,
      environment: parts.lbank.environment,
      domain: 'global',
      credentials: sealable(wish),
      now,
    });
    if (!made.ok) throw new ApiError('ACCOUNT_ALREADY_LINKED');
    const label = {
      isTestnet: body.is_testnet,
      mayRead: body.permissions.read,
      mayTrade: body.permissions.trade,
      tags: body.tags,
      description: body.description,
      status: 'connected',
      checkedAt: now,
    } as const;
    await store.accountLabels.save(made.account.id, { ...label, name: body.account_name });
    await audit(parts, caller, { action: 'account.link', accountId: made.account.id });
    return toAnswer(parts, made.account);
  });

  serveChanges(serving, parts);
}

function serveChanges(serving: Serving, parts: Parts): void {
  const { store, clock } = parts;

  serve(serving, routes.updateExchangeAccount, async ({ caller, params, body }) => {
    const account = await requireKeyed(parts, caller, params.id);
    requireProofOfKeys(parts, caller);
    refuseTestnet(parts, body.is_testnet ?? false);
    if (body.account_name === '') throw new ApiError('EXCHANGE_FIELDS_REQUIRED', { field: 'account_name' });
    const exchange = body.exchange_id?.trim().toLowerCase() ?? account.exchange;
    if (exchange !== account.exchange) throw new ApiError('EXCHANGE_UNKNOWN', { field: 'exchange_id' });
    const before = await labelOf(parts, account);
    const mayTrade = body.permissions?.trade ?? before.mayTrade;
    const { api_key: apiKey = '', secret_key: secretKey = '' } = body.credentials ?? {};
    const isProofNeeded = apiKey !== '' || secretKey !== '' || (mayTrade && !before.mayTrade);
    if (isProofNeeded)
      await proveChange(parts, account, { ...(await wishOf(parts, account, { apiKey, secretKey })), mayTrade });
    const label: LabelRecord = {
      isTestnet: body.is_testnet ?? before.isTestnet,
      mayRead: body.permissions?.read ?? before.mayRead,
      mayTrade,
      tags: body.tags ?? before.tags,
      description: body.description ?? before.description,
      status: isProofNeeded ? 'connected' : before.status,
      checkedAt: isProofNeeded ? clock.now() : before.checkedAt,
    };
    await store.accountLabels.save(account.id, { ...label, name: body.account_name ?? account.label });
    await audit(parts, caller, { action: 'account.change', accountId: account.id });
    return toAnswer(parts, await requireOwn(parts, caller, account.id));
  });

  serve(serving, routes.deleteExchangeAccount, async ({ caller, params }) => {
    const account = await requireKeyed(parts, caller, params.id);
    requireFreshProof(caller, clock.now());
    const result = await store.accounts.unlink(account.id, { isKeyDeleted: false, now: clock.now() });
    if (!result.ok) throw new ApiError('BOTS_RUNNING');
    await audit(parts, caller, { action: 'account.unlink', accountId: account.id });
    return { success: true as const };
  });

  serve(serving, routes.testExchangeAccount, async ({ caller, params }) => {
    const account = await requireOwn(parts, caller, params.id);
    if (account.exchange === 'okx')
      return { ...(await testConsented(parts, account)), account: await toAnswer(parts, account) };
    const label = await labelOf(parts, account);
    const held = await wishOf(parts, account, { apiKey: '', secretKey: '' });
    const found = await testKey(parts, { ...held, mayTrade: label.mayTrade });
    const status = found.success ? ('connected' as const) : ('failed' as const);
    await store.accountLabels.save(account.id, { ...label, status, checkedAt: clock.now(), name: account.label });
    return { ...found, account: await toAnswer(parts, account) };
  });
}

/** A new key has to be of the same account at the exchange. */
async function proveChange(parts: Parts, account: AccountRecord, wish: KeyWish): Promise<void> {
  const proved = await proveLbankKey(parts.lbank, wish);
  if (proved.uid !== account.uid) throw new ApiError('KEY_OF_ANOTHER_ACCOUNT');
  await parts.store.accounts.replaceCredentials(account.id, sealable(wish));
}

/** What was typed, and for what is blank what is held. */
async function wishOf(
  { store }: Parts,
  account: AccountRecord,
  typed: Pick<KeyWish, 'apiKey' | 'secretKey'>,
): Promise<Omit<KeyWish, 'mayTrade'>> {
  if (typed.apiKey !== '' && typed.secretKey !== '') return typed;
  const held = await store.accounts.unwrap(account.id);
  return {
    apiKey: typed.apiKey === '' ? held.apiKey.reveal() : typed.apiKey,
    secretKey: typed.secretKey === '' ? held.secretKey.reveal() : typed.secretKey,
  };
}

/** LBank knows no passphrase. */
function sealable(wish: Pick<KeyWish, 'apiKey' | 'secretKey'>): AccountCredentials {
  return { apiKey: secretOf(wish.apiKey), secretKey: secretOf(wish.secretKey), passphrase: secretOf('') };
}

function requireProofOfKeys(parts: Parts, caller: Caller): void {
  requireFreshProof(caller, parts.clock.now());
  requireSecondFactor(parts, caller);
}

/** LBank has no public test network; in the sandbox everything is one. */
function refuseTestnet({ venue }: Parts, isTestnet: boolean): void {
  if (isTestnet && venue !== 'sandbox') throw new ApiError('TESTNET_MISSING', { field: 'is_testnet' });
}

async function requireOwn({ store }: Parts, { user }: Caller, accountId: string): Promise<AccountRecord> {
  const account = await store.accounts.find(accountId);
  if (account === null || account.userId !== user.id) throw new ApiError('NOT_FOUND');
  return account;
}

async function requireKeyed(parts: Parts, caller: Caller, accountId: string): Promise<AccountRecord> {
  const account = await requireOwn(parts, caller, accountId);
  if (account.exchange === 'okx') throw new ApiError('EXCHANGE_BY_CONSENT');
  return account;
}

async function audit(
  { store, clock }: Parts,
  { user }: Caller,
  act: { readonly action: string; readonly accountId: string },
): Promise<void> {
  await store.audit.write({
    at: clock.now(),
    actorId: user.id,
    action: act.action,
    subjectId: user.id,
    detail: act.accountId,
  });
}

function exchangesOf(parts: Parts): ExchangeItem[] {
  const lbank = parts.lbank.client === null ? ('coming_soon' as const) : ('available' as const);
  return [
    { id: 'okx', name: 'OKX', status: 'available', offers_bots: true },
    { id: 'lbank', name: 'LBank', status: lbank, offers_bots: false },
  ];
}

/** An account that came by consent has no labels of its own. */
async function labelOf({ store }: Parts, account: AccountRecord): Promise<LabelRecord> {
  const known = await store.accountLabels.find(account.id);
  const plain = { isTestnet: account.environment === 'demo', mayRead: true, mayTrade: true, tags: [], description: '' };
  return known ?? { ...plain, status: 'connected', checkedAt: null };
}

async function toAnswer(parts: Parts, account: AccountRecord): Promise<KeyedAccount> {
  const label = await labelOf(parts, account);
  const exchange = exchangesOf(parts).find((each) => each.id === account.exchange);
  return {
    id: account.id,
    exchange_id: account.exchange,
    exchange_name: exchange?.name ?? '',
    account_name: account.label,
    api_key: account.maskedKey,
    secret_key: null,
    is_testnet: label.isTestnet,
    permissions: { read: label.mayRead, trade: label.mayTrade },
    tags: [...label.tags],
    description: label.description,
    status: label.status,
    checked_at: label.checkedAt,
    offers_bots: exchange?.offers_bots ?? false,
    created_at: account.createdAt,
  };
}
