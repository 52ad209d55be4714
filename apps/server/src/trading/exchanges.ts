// Creates the live client of each linked account. The signer has the secrets of the stored keys (decision 13).
import { createRateBudget, type Egress, type EgressLine, type LinkMeter, type RateBudget } from '@rondo/exchange';
import type { Chance, Clock, Exchange, Log } from '@rondo/engine/ports';
import type { AccountEnvironment, AccountRecord, Accounts, KeyChanges } from '@rondo/store';
import { serverLimits } from '../limits.ts';
import type { AccountKey, AccountKeys } from '../signer/account-keys.ts';
import { createReplaceableExchange, type ReplaceableExchange } from './replaceable-exchange.ts';
import { causeOf } from '../ops/log.ts';
import { tradingVenue } from '../venues/trading-venue.ts';
import type { AccountClient, KeySigner, MarketClient, VenueSite } from '../venues/venue.ts';

/** Decides to which exchange server the orders of an account are sent. */
export interface AccountPlace {
  readonly environment: AccountEnvironment;
  readonly domain: string;
}

export interface ExchangesDeps {
  readonly clock: Clock;
  readonly chance: Chance;
  readonly log: Log;
  readonly accounts: Pick<Accounts, 'find' | 'storeSourceAddress' | 'listKeyVersions'>;
  readonly keys: Pick<AccountKeys, 'open' | 'close'>;
  readonly keyChanges: Pick<KeyChanges, 'open'>;
  /** Returns whether no key of an account may be opened: the installation is frozen, or this node has no master key. */
  readonly areKeysClosed: () => boolean;
  readonly brokerCode: string;
  readonly market: MarketClient;
  readonly egress: Pick<Egress, 'linesFor'>;
  readonly meterOf: (accountId: string) => LinkMeter;
  /** Is called with the number of sockets of other programs that listen to an account. */
  readonly onOtherListeners: (accountId: string, others: number) => void;
  /** Returns the exchange addresses for the orders of an account with this environment and domain. Returns null when this venue does not serve the account. */
  readonly siteOf: (account: AccountPlace) => VenueSite | null;
}

/** What a client needs of a key. */
type ClientKey = Pick<AccountKey, 'apiKey' | 'signer'>;

interface ClientFields {
  readonly accountId: string;
  readonly place: AccountPlace;
  readonly key: ClientKey;
  readonly line: EgressLine;
}

export interface Exchanges {
  /**
   * Makes the client of an account. Returns false when this venue does not serve the account, and while no key may be opened. While a key change is unfinished, the client sends nothing to
   * the exchange (it is gated). Idempotent.
   */
  prepare(accountId: string): Promise<boolean>;
  /** Returns the prepared client. Throws when it was not prepared. */
  exchangeFor(accountId: string): Exchange;
  /** Returns the prepared client, or null when the client was not prepared. */
  find(accountId: string): ReplaceableExchange | null;
  /** Creates a client for a key that is not stored yet, to check it. */
  trial(accountId: string, place: AccountPlace, key: AccountKey): AccountClient;
  /** Ends the gate of a prepared account and continues with its stored key, which was just stored. */
  renew(accountId: string): Promise<void>;
  /** Removes the client of an unlinked account, and its key from the signer. */
  forget(accountId: string): void;
  /** Gates the client of an account, whose key was revoked, for ever, and removes the key from the signer. */
  revoke(accountId: string, place: AccountPlace): Promise<void>;
  /**
   * Replaces the client of each prepared account whose stored key was changed through another node. A revoked key is erased in the store, and its client is
   * gated. The signer forgets the key of an account that was unlinked through another node. While a key change is unfinished, nothing changes. The first call only reads the versions of the keys.
   */
  followKeys(): Promise<void>;
}

/** Creates the clients of accounts. A client is created once and replaced when the key changes. */
export function createExchanges(deps: ExchangesDeps): Exchanges {
  const byAccount = new Map<string, ReplaceableExchange>();
  const budgets = new Map<string, RateBudget>();
  const addresses = new Map<string, string | null>(); // The stored source address of each account.
  const apiKeys = new WeakMap<AccountClient, string>();
  const keyVersions = new Map<string, string>();
  const budgetOf = (accountId: string): RateBudget => {
    const budget = budgets.get(accountId) ?? createRateBudget(deps.clock);
    budgets.set(accountId, budget);
    return budget;
  };
  const chooseAddress = createAddressChoice(deps);
  const lineOf = (accountId: string): EgressLine =>
    deps.egress.linesFor(accountId, addresses.get(accountId) ?? null)[0];
  const make = (fields: ClientFields): AccountClient => {
    const client = createClient(deps, fields, budgetOf(fields.accountId));
    apiKeys.set(client, fields.key.apiKey);
    return client;
  };
  const connect: Connect = (accountId, place, key) => make({ accountId, place, key, line: lineOf(accountId) });
  return {
    async prepare(accountId) {
      if (byAccount.has(accountId)) return true;
      if (deps.areKeysClosed()) return false;
      const account = await deps.accounts.find(accountId);
      // Bots trade only on the trading venue, so the server creates clients only for accounts of this venue.
      if (account?.exchange !== tradingVenue.id || deps.siteOf(account) === null) return false;
      const key = await deps.keys.open(accountId);
      addresses.set(accountId, await chooseAddress(account, (line) => make({ accountId, place: account, key, line })));
      const exchange = connect(accountId, account, key);
      const change = await deps.keyChanges.open(accountId);
      if (byAccount.has(accountId)) return true;
      const gateCause = change === null ? null : 'the key is being replaced';
      byAccount.set(accountId, createReplaceableExchange(exchange, { clock: deps.clock, gateCause }));
      return true;
    },
    exchangeFor(accountId) {
      const exchange = byAccount.get(accountId);
      if (exchange === undefined) throw new Error(`The exchange client of account ${accountId} was not prepared.`);
      return exchange;
    },
    find: (accountId) => byAccount.get(accountId) ?? null,
    trial: connect,
    renew: (accountId) => renewClient(deps, byAccount.get(accountId), { accountId, connect }),
    forget(accountId) {
      for (const known of [byAccount, budgets, addresses, keyVersions]) known.delete(accountId);
      void deps.keys.close(accountId, null);
    },
    async revoke(accountId, place) {
      byAccount.get(accountId)?.gate('the key was revoked', connect(accountId, place, noKey));
      await deps.keys.close(accountId, null);
    },
    followKeys: createKeyFollower(deps, {
      byAccount,
      keyVersions,
      apiKeyOf: (client) => apiKeys.get(client) ?? null,
      connect,
    }),
  };
}

type Connect = (accountId: string, place: AccountPlace, key: ClientKey) => AccountClient;

/** A signer that is starting again may not reply to the first attempts. The key is stored already, so the account must continue with it. */
async function renewClient(
  { accounts, keys, log }: ExchangesDeps,
  exchange: ReplaceableExchange | undefined,
  { accountId, connect }: { readonly accountId: string; readonly connect: Connect },
): Promise<void> {
  const account = exchange === undefined ? null : await accounts.find(accountId);
  if (account === null) return;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const key = await keys.open(accountId);
      exchange?.open(connect(accountId, account, key));
      return void keys.close(accountId, key);
    } catch (error) {
      if (attempt === serverLimits.renewAttempts) throw error;
      log.write('warn', 'account.notRenewed', { accountId, cause: causeOf(error) });
    }
  }
}

/** The key of an account whose key was revoked: it signs nothing, so its client sends nothing. */
const refuseAll: KeySigner = { signRequest: async () => null, signLogin: async () => null };
const noKey: ClientKey = { apiKey: '', signer: refuseAll };

function createClient(
  deps: ExchangesDeps,
  { accountId, place, key, line: { transport, addressBudget } }: ClientFields,
  accountBudget: RateBudget,
): AccountClient {
  const site = deps.siteOf(place);
  if (site === null) throw new Error(`This venue does not serve ${place.environment} accounts of ${place.domain}.`);
  return tradingVenue.createAccountClient({
    ...site,
    environment: place.environment,
    brokerTag: deps.brokerCode,
    clock: deps.clock,
    chance: deps.chance,
    log: { write: (level, event, fields) => deps.log.write(level, event, { accountId, ...fields }) },
    market: deps.market,
    transport,
    accountBudget,
    addressBudget,
    meter: deps.meterOf(accountId),
    onOtherListeners: (others) => deps.onOtherListeners(accountId, others),
    signer: key.signer,
  });
}

interface KeyFollowerContext {
  readonly byAccount: ReadonlyMap<string, ReplaceableExchange>;
  readonly keyVersions: Map<string, string>;
  readonly apiKeyOf: (client: AccountClient) => string | null;
  readonly connect: Connect;
}

/** Returns the function `followKeys`. */
function createKeyFollower(
  { accounts, keys, keyChanges, log }: ExchangesDeps,
  { byAccount, keyVersions, apiKeyOf, connect }: KeyFollowerContext,
): () => Promise<void> {
  /** Returns false when the change of the key has not ended, so that the key must be read again. */
  const followKey = async (accountId: string, exchange: ReplaceableExchange): Promise<boolean> => {
    const account = await accounts.find(accountId);
    if (account === null) return false;
    const key = await keys.open(accountId);
    const { apiKey } = key;
    if (apiKeyOf(exchange.current) === apiKey) return true;
    if (apiKey === '') {
      exchange.gate('the key was revoked', connect(accountId, account, key));
      void keys.close(accountId, key);
      return true;
    }
    if ((await keyChanges.open(accountId)) !== null) return false;
    exchange.open(connect(accountId, account, key));
    void keys.close(accountId, key);
    log.write('info', 'account.keyFollowed', { accountId });
    return true;
  };
  return async () => {
    if (byAccount.size === 0) return;
    const versions = await accounts.listKeyVersions([...byAccount.keys()]);
    const linked = new Set(versions.map(({ accountId }) => accountId));
    for (const accountId of byAccount.keys()) if (!linked.has(accountId)) void keys.close(accountId, null);
    for (const { accountId, version } of versions) {
      const exchange = byAccount.get(accountId);
      const known = keyVersions.get(accountId);
      if (exchange === undefined || known === version) continue;
      if (known === undefined || (await followKey(accountId, exchange))) keyVersions.set(accountId, version);
    }
  };
}

// Returns the function that returns the source address of an account. When the address is not stored, the lines are tried until
// the exchange does not refuse the key because of its address. The accepted address is stored, so that the account uses the same
// address after the server gets more addresses.
function createAddressChoice({ egress, accounts, clock, log }: ExchangesDeps) {
  let isQuietUntil = 0;
  return async (
    { id: accountId, sourceAddress }: AccountRecord,
    connect: (line: EgressLine) => AccountClient,
  ): Promise<string | null> => {
    const lines = egress.linesFor(accountId, sourceAddress);
    const preferred = lines[0].address;
    const store = async (address: string): Promise<string> => {
      await accounts.storeSourceAddress(accountId, address);
      log.write('info', 'account.addressChosen', { accountId, from: sourceAddress, to: address });
      return address;
    };
    if (preferred === null || preferred === sourceAddress) return preferred;
    if (lines.length === 1) return store(preferred);
    // While the exchange does not respond, the start of the other accounts must not wait for more time-outs.
    if (clock.now() < isQuietUntil) return preferred;
    for (const line of lines) {
      const report = await connect(line).settings();
      if (report.ok && line.address !== null) return store(line.address);
      if (report.ok || !tradingVenue.isAddressRefusal(report)) break;
    }
    isQuietUntil = clock.now() + serverLimits.addressQuietMs;
    return preferred;
  };
}
