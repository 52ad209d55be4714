// Reads the open orders and positions of the linked accounts from the exchange.
import { botExchange, createNodeTransport, createOkxExchange, createOkxPublic, type OkxPublic } from '@rondo/exchange';
import type { AccountKeys } from '@rondo/server/signer';
import type { AccountRecord, Store } from '@rondo/store';
import { reasonOf } from '../command.ts';
import { comparedAtOnce } from '../limits.ts';
import { wallClock } from '../wall-clock.ts';
import {
  compareAccount,
  type AccountDifferences,
  type AccountListing,
  type ComparedStore,
} from './account-differences.ts';

/** The addresses of the exchange for an account. */
export interface AccountSite {
  readonly restOrigin: string;
  readonly wsBase: string;
}

export interface ComparisonDeps {
  readonly store: ComparedStore & Pick<Store, 'accounts'>;
  /** The keys of the accounts. Their process signs the readings. */
  readonly keys: Pick<AccountKeys, 'open' | 'drop'>;
  /** Returns the addresses for an account, or null when no exchange serves it. */
  readonly siteOf: (account: Pick<AccountRecord, 'environment' | 'domain'>) => AccountSite | null;
}

/** Returns the differences of all linked accounts on which bots can run. The command reads only, and sends no order. */
export async function compareAccounts({ store, keys, siteOf }: ComparisonDeps): Promise<readonly AccountDifferences[]> {
  const accounts = (await store.accounts.listAll()).filter(({ exchange }) => exchange === botExchange);
  const transport = createNodeTransport();
  const log = { write: () => undefined };
  const chance = { next: () => 0.5 };
  const markets = new Map<string, SiteMarket>();
  const read = async (account: AccountRecord): Promise<AccountListing> => {
    const site = siteOf(account);
    if (site === null) return { ok: false, cause: 'no exchange serves this account' };
    const { environment } = account;
    const base = { ...site, environment, clock: wallClock, chance, log, transport };
    const opened = markets.get(site.restOrigin) ?? openMarket(base);
    markets.set(site.restOrigin, opened);
    const listed = await opened.instruments;
    if (!listed.ok) return listed;
    const key = await keys.open(account.id);
    try {
      const client = createOkxExchange({ ...base, market: opened.market, signer: key.signer, brokerTag: '' });
      const orders = await client.openOrders(listed.value.map(({ rules }) => rules));
      if (!orders.ok) return orders;
      const positions = await client.everyPosition();
      return positions.ok ? { ok: true, orders: orders.value, positions: positions.value } : positions;
    } finally {
      await keys.drop(key);
    }
  };
  const found: AccountDifferences[] = [];
  try {
    for (let from = 0; from < accounts.length; from += comparedAtOnce) {
      const part = accounts.slice(from, from + comparedAtOnce).map(async (account) => {
        const listing = await read(account).catch((error: unknown) => ({ ok: false as const, cause: reasonOf(error) }));
        return compareAccount(store, account, listing);
      });
      found.push(...(await Promise.all(part)));
    }
  } finally {
    for (const { market } of markets.values()) market.close();
    await transport.close();
  }
  return found;
}

/** The public data of the exchange at one address, with its instruments. */
interface SiteMarket {
  readonly market: OkxPublic;
  readonly instruments: ReturnType<OkxPublic['listInstruments']>;
}

/** Reads the instruments once for all accounts of the address. The list needs many requests for the margin tiers, and the exchange limits these requests. */
function openMarket(base: Parameters<typeof createOkxPublic>[0]): SiteMarket {
  const market = createOkxPublic(base);
  return { market, instruments: market.listInstruments() };
}
