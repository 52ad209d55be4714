// Creates the live client of each linked account. Only this file decrypts the credentials for the client (decision 13).
import { createRateBudget, type LinkMeter, type RateBudget, type Transport } from '@rondo/exchange';
import type { Chance, Clock, Exchange, Log } from '@rondo/engine/ports';
import type { AccountCredentials, AccountEnvironment, Accounts, KeyChanges } from '@rondo/store';
import { createReplaceableExchange, type ReplaceableExchange } from './replaceable-exchange.ts';
import { tradingVenue } from '../venues/trading-venue.ts';
import type { AccountClient, MarketClient, VenueSite } from '../venues/venue.ts';

/** Decides to which exchange server the orders of an account are sent. */
export interface AccountPlace {
  readonly environment: AccountEnvironment;
  readonly domain: string;
}

export interface ExchangesDeps {
  readonly clock: Clock;
  readonly chance: Chance;
  readonly log: Log;
  readonly accounts: Pick<Accounts, 'find' | 'unwrap'>;
  readonly keyChanges: Pick<KeyChanges, 'open'>;
  readonly brokerCode: string;
  readonly market: MarketClient;
  readonly transport: Transport;
  readonly addressBudget: RateBudget;
  readonly meterOf: (accountId: string) => LinkMeter;
  /** Returns the exchange addresses for the orders of an account with this environment and domain. Returns null when this venue does not serve the account. */
  readonly siteOf: (account: AccountPlace) => VenueSite | null;
}

export interface Exchanges {
  /**
   * Makes the client of an account. Returns false when this venue does not serve the account. While a key change is unfinished, the client sends nothing to
   * the exchange (it is gated). Idempotent.
   */
  prepare(accountId: string): Promise<boolean>;
  /** Returns the prepared client. Throws when it was not prepared. */
  exchangeFor(accountId: string): Exchange;
  /** Returns the prepared client, or null when the client was not prepared. */
  find(accountId: string): ReplaceableExchange | null;
  /** Creates a client for credentials that are not stored yet, to check them. */
  trial(accountId: string, place: AccountPlace, credentials: AccountCredentials): AccountClient;
  /** Removes the client of an unlinked account. */
  forget(accountId: string): void;
}

/** Creates the clients of accounts. A client is created once and replaced when the key changes. */
export function createExchanges(deps: ExchangesDeps): Exchanges {
  const byAccount = new Map<string, ReplaceableExchange>();
  const budgets = new Map<string, RateBudget>();
  const budgetOf = (accountId: string): RateBudget => {
    const budget = budgets.get(accountId) ?? createRateBudget(deps.clock);
    budgets.set(accountId, budget);
    return budget;
  };
  const make = (accountId: string, place: AccountPlace, credentials: AccountCredentials): AccountClient => {
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
      transport: deps.transport,
      accountBudget: budgetOf(accountId),
      addressBudget: deps.addressBudget,
      meter: deps.meterOf(accountId),
      credentials: {
        apiKey: credentials.apiKey.reveal(),
        secretKey: credentials.secretKey.reveal(),
        passphrase: credentials.passphrase.reveal(),
      },
    });
  };
  return {
    async prepare(accountId) {
      if (byAccount.has(accountId)) return true;
      const account = await deps.accounts.find(accountId);
      // Bots trade only on the trading venue, so the server creates clients only for accounts of this venue.
      if (account?.exchange !== tradingVenue.id || deps.siteOf(account) === null) return false;
      const exchange = make(accountId, account, await deps.accounts.unwrap(accountId));
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
    trial: make,
    forget(accountId) {
      byAccount.delete(accountId);
      budgets.delete(accountId);
    },
  };
}
