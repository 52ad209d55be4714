// The live client of each linked account. Its credentials are unwrapped here and nowhere else (decisions.md 13).
import { createOkxExchange, type OkxPublic } from '@rondo/exchange';
import type { Chance, Clock, Exchange, Log } from '@rondo/engine/ports';
import type { Accounts } from '@rondo/store';
import type { VenueSite } from './venue-sites.ts';

export interface ExchangesDeps {
  readonly clock: Clock;
  readonly chance: Chance;
  readonly log: Log;
  readonly accounts: Pick<Accounts, 'find' | 'unwrap'>;
  readonly brokerCode: string;
  readonly market: OkxPublic;
  /** Where an account's orders go, by its environment and domain; null when this venue does not serve it. */
  readonly siteOf: (account: { readonly environment: string; readonly domain: string }) => VenueSite | null;
}

export interface Exchanges {
  /** Makes the client of an account; false when this venue does not serve it. Idempotent. */
  prepare(accountId: string): Promise<boolean>;
  /** The prepared client; throws when it was not prepared. */
  exchangeFor(accountId: string): Exchange;
}

/** Clients by account, made once. */
export function createExchanges(deps: ExchangesDeps): Exchanges {
  const byAccount = new Map<string, Exchange>();
  return {
    async prepare(accountId) {
      if (byAccount.has(accountId)) return true;
      const account = await deps.accounts.find(accountId);
      // Bots trade on OKX only: LBank offers its perpetual swaps to no ordinary key.
      const site = account?.exchange === 'okx' ? deps.siteOf(account) : null;
      if (account === null || site === null) return false;
      const sealed = await deps.accounts.unwrap(accountId);
      const exchange = createOkxExchange({
        ...site,
        environment: account.environment,
        brokerTag: deps.brokerCode,
        clock: deps.clock,
        chance: deps.chance,
        log: deps.log,
        market: deps.market,
        credentials: {
          apiKey: sealed.apiKey.reveal(),
          secretKey: sealed.secretKey.reveal(),
          passphrase: sealed.passphrase.reveal(),
        },
      });
      byAccount.set(accountId, exchange);
      return true;
    },
    exchangeFor(accountId) {
      const exchange = byAccount.get(accountId);
      if (exchange === undefined) throw new Error(`the exchange of account ${accountId} was not prepared`);
      return exchange;
    },
  };
}
