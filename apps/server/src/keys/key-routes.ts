// The routes that list, create, edit, delete and test exchange accounts with a typed key and secret.
import { routes, type ExchangeItem, type KeyedAccount } from '@rondo/contract';
import { newAccountId, type AccountRecord, type LabelRecord, type SealedKey } from '@rondo/store';
import { ApiError } from '../api/api-error.ts';
import { linkRefusals } from '../link/link-refusals.ts';
import { requireFreshProof, requireProofOfKeys, type Caller } from '../api/guards.ts';
import { serve } from '../api/serve.ts';
import { exchangeCalls } from '../edge/exchange-calls.ts';
import { testConsented } from './key-test.ts';
import { tradingVenue } from '../venues/trading-venue.ts';
import type { KeyCallInput, KeyCallOutput } from '../key-calls/key-call-table.ts';
import type { Router } from '../api/router.ts';
import type { AppContext } from '../app-context.ts';

/** Serves /api/exchange-accounts (specification 5 and 7). A key is checked at the exchange before it is stored. */
export function serveExchangeKeys(router: Router, context: AppContext): void {
  const { store, clock } = context;

  serve(router, routes.exchanges, async () => ({ exchanges: exchangesOf(context) }));

  serve(router, routes.exchangeAccounts, async ({ caller: { user }, query }) => {
    const wanted = query.exchange_name?.trim().toLowerCase();
    const accounts = await store.accounts.listByUser(user.id);
    const named = accounts.filter((account) => wanted === undefined || account.exchange === wanted);
    return { accounts: await Promise.all(named.map((account) => toKeyedAccount(context, account))) };
  });

  serve(router, routes.exchangeAccount, async ({ caller, params }) =>
    toKeyedAccount(context, await requireOwn(context, caller, params.id)),
  );

  serve(router, routes.createExchangeAccount, async ({ caller, body }) => {
    const exchange = exchangesOf(context).find((each) => each.id === body.exchange_id.trim().toLowerCase());
    if (exchange?.status === 'coming_soon') throw new ApiError('EXCHANGE_COMING_SOON');
    const { api_key: apiKey, secret_key: secretKey } = body.credentials;
    if ([body.account_name, apiKey, secretKey].includes('')) throw new ApiError('EXCHANGE_FIELDS_REQUIRED');
    if (exchange === undefined) throw new ApiError('EXCHANGE_UNKNOWN', { field: 'exchange_id' });
    if (exchange.id === tradingVenue.id) throw new ApiError('EXCHANGE_BY_CONSENT');
    requireProofOfKeys(context, caller);
    refuseTestnet(context, body.is_testnet);
    await exchangeCalls(context).spend(caller.user.id);
    const id = newAccountId();
    const now = clock.now();
    const typed = { apiKey, secretKey };
    const mayTrade = body.permissions.trade;
    const { uid, key } = await context.keyCalls.checkTypedKey({ accountId: id, typed, isChange: false, mayTrade });
    const made = await store.accounts.create({
      id,
      userId: caller.user.id,
      exchange: context.keyedVenue.id,
      label: body.account_name,
      uid,
      environment: context.keyedVenue.environment,
      domain: 'global',
      key: sealedKeyOf(key),
      now,
    });
    if (!made.ok) throw new ApiError(linkRefusals[made.refusal]);
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
    await audit(context, caller, { action: 'account.link', accountId: made.account.id });
    return toKeyedAccount(context, made.account);
  });

  serveChanges(router, context);
}

function serveChanges(router: Router, context: AppContext): void {
  const { store, clock } = context;
  const calls = exchangeCalls(context);

  serve(router, routes.updateExchangeAccount, async ({ caller, params, body }) => {
    const account = await requireKeyed(context, caller, params.id);
    requireProofOfKeys(context, caller);
    refuseTestnet(context, body.is_testnet ?? false);
    if (body.account_name === '') throw new ApiError('EXCHANGE_FIELDS_REQUIRED', { field: 'account_name' });
    const exchange = body.exchange_id?.trim().toLowerCase() ?? account.exchange;
    if (exchange !== account.exchange) throw new ApiError('EXCHANGE_UNKNOWN', { field: 'exchange_id' });
    const before = await labelOf(context, account);
    const mayTrade = body.permissions?.trade ?? before.mayTrade;
    const { api_key: apiKey = '', secret_key: secretKey = '' } = body.credentials ?? {};
    const isCheckNeeded = apiKey !== '' || secretKey !== '' || (mayTrade && !before.mayTrade);
    if (isCheckNeeded) await calls.spend(caller.user.id);
    if (isCheckNeeded) await replaceKey(context, account, { typed: { apiKey, secretKey }, mayTrade });
    const label: LabelRecord = {
      isTestnet: body.is_testnet ?? before.isTestnet,
      mayRead: body.permissions?.read ?? before.mayRead,
      mayTrade,
      tags: body.tags ?? before.tags,
      description: body.description ?? before.description,
      status: isCheckNeeded ? 'connected' : before.status,
      checkedAt: isCheckNeeded ? clock.now() : before.checkedAt,
    };
    await store.accountLabels.save(account.id, { ...label, name: body.account_name ?? account.label });
    await audit(context, caller, { action: 'account.change', accountId: account.id });
    return toKeyedAccount(context, await requireOwn(context, caller, account.id));
  });

  serve(router, routes.deleteExchangeAccount, async ({ caller, params }) => {
    const account = await requireKeyed(context, caller, params.id);
    requireFreshProof(caller, clock.now());
    const result = await store.accounts.unlink(account.id, { isKeyDeleted: false, now: clock.now() });
    if (!result.ok) throw new ApiError('BOTS_RUNNING');
    await audit(context, caller, { action: 'account.unlink', accountId: account.id });
    return { success: true as const };
  });

  serve(router, routes.testExchangeAccount, async ({ caller, params }) => {
    const account = await requireOwn(context, caller, params.id);
    await calls.spend(caller.user.id);
    if (account.exchange === tradingVenue.id)
      return { ...(await testConsented(context, account)), account: await toKeyedAccount(context, account) };
    const label = await labelOf(context, account);
    const found = await context.keyCalls.testTypedKey({ accountId: account.id, mayTrade: label.mayTrade });
    const status = found.success ? ('connected' as const) : ('failed' as const);
    await store.accountLabels.save(account.id, { ...label, status, checkedAt: clock.now(), name: account.label });
    return { ...found, account: await toKeyedAccount(context, account) };
  });
}

/** Stores a changed key. A blank part keeps its stored text. Throws KEY_OF_ANOTHER_ACCOUNT when the key belongs to another exchange account. */
async function replaceKey(
  context: AppContext,
  account: AccountRecord,
  { typed, mayTrade }: Pick<KeyCallInput<'checkTypedKey'>, 'typed' | 'mayTrade'>,
): Promise<void> {
  const { uid, key } = await context.keyCalls.checkTypedKey({ accountId: account.id, typed, isChange: true, mayTrade });
  if (uid !== account.uid) throw new ApiError('KEY_OF_ANOTHER_ACCOUNT');
  await context.store.accounts.replaceKey(account.id, sealedKeyOf(key));
}

/** Returns the sealed parts of a key that was checked. */
function sealedKeyOf({ maskedKey, ...texts }: KeyCallOutput<'checkTypedKey'>['key']): SealedKey {
  const of = (text: string): Uint8Array => Buffer.from(text, 'base64');
  return {
    maskedKey,
    wrappedKey: of(texts.wrappedKey),
    apiKey: of(texts.apiKey),
    secretKey: of(texts.secretKey),
    passphrase: of(texts.passphrase),
  };
}

/** Throws when the request chooses the test network on a live venue, because the exchange has no public test network. */
function refuseTestnet({ venue }: AppContext, isTestnet: boolean): void {
  if (isTestnet && venue !== 'sandbox') throw new ApiError('TESTNET_MISSING', { field: 'is_testnet' });
}

async function requireOwn({ store }: AppContext, { user }: Caller, accountId: string): Promise<AccountRecord> {
  const account = await store.accounts.find(accountId);
  if (account === null || account.userId !== user.id) throw new ApiError('NOT_FOUND');
  return account;
}

async function requireKeyed(context: AppContext, caller: Caller, accountId: string): Promise<AccountRecord> {
  const account = await requireOwn(context, caller, accountId);
  if (account.exchange === tradingVenue.id) throw new ApiError('EXCHANGE_BY_CONSENT');
  return account;
}

async function audit(
  { store, clock }: AppContext,
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

function exchangesOf({ keyedVenue }: AppContext): ExchangeItem[] {
  const status = keyedVenue.isOpen ? ('available' as const) : ('coming_soon' as const);
  return [
    { id: tradingVenue.id, name: tradingVenue.name, status: 'available', offers_bots: true },
    { id: keyedVenue.id, name: keyedVenue.name, status, offers_bots: false },
  ];
}

/** Returns the stored labels of an account. An account that was linked by consent has no stored labels until they are edited, so it gets default labels. */
async function labelOf({ store }: AppContext, account: AccountRecord): Promise<LabelRecord> {
  const known = await store.accountLabels.find(account.id);
  const plain = { isTestnet: account.environment === 'demo', mayRead: true, mayTrade: true, tags: [], description: '' };
  return known ?? { ...plain, status: 'connected', checkedAt: null };
}

async function toKeyedAccount(context: AppContext, account: AccountRecord): Promise<KeyedAccount> {
  const label = await labelOf(context, account);
  const exchange = exchangesOf(context).find((each) => each.id === account.exchange);
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
