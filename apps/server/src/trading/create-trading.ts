// Creates the exchange clients, the engine that uses the clients, and the account linking of one venue.
import { createEgress, type HandshakeFigures, type Network } from '@rondo/exchange';
import type { Clock, Log } from '@rondo/engine/ports';
import type { Store } from '@rondo/store';
import { createEngineAccounts, type EngineAccounts } from './engine-accounts.ts';
import type { ServerConfig } from '../env.ts';
import { createExchanges } from './exchanges.ts';
import type { AccountHints } from '../nodes/account-hints.ts';
import { countedExchange, timedJournal } from '../ops/measured-ports.ts';
import type { Metrics } from '../ops/metrics.ts';
import { createLinkMeters, type LinkMeters } from '../link-health/link-meters.ts';
import type { LinkContext } from '../link/link-context.ts';
import { registerWithSandbox, sandboxProgram } from '../venues/sandbox/sandbox-program.ts';
import { sandboxLinkSites, sandboxSiteOf } from '../venues/sandbox/sandbox-sites.ts';
import type { Installation } from '../ops/installation.ts';
import { tradingVenue } from '../venues/trading-venue.ts';
import { venueLink } from '../venues/venue-link.ts';
import type { MarketClient, VenueSite } from '../venues/venue.ts';
import { steadyClock, wallChance, wallClock } from '../async/wall-clock.ts';

export interface TradingDeps {
  readonly config: Pick<ServerConfig, 'brokerCode' | 'program' | 'role' | 'databaseUrl'>;
  readonly log: Log;
  readonly store: Store;
  readonly installation: Installation;
  /** The addresses of the sandbox, or of the public site of the exchange. */
  readonly site: VenueSite;
  readonly isSandbox: boolean;
  /** The hints to and from the other nodes. */
  readonly hints: AccountHints;
  readonly metrics: Metrics;
  /** One network for each source address of this process. */
  readonly networks: readonly [Network, ...Network[]];
  /** The clock of account linking. A test advances this clock so that a consent expires. */
  readonly linkClock?: Clock;
  /** The origins that browsers use for this server. The first origin is the default. */
  readonly origins: () => readonly [string, ...string[]];
}

export interface Trading {
  /** Public market data. */
  readonly client: MarketClient;
  readonly live: EngineAccounts;
  /** Returns the waiting handshakes of all source addresses of this process. */
  readonly handshakes: () => HandshakeFigures;
  readonly link: LinkContext;
  /** Registers this server with the sandbox. An operator registers the server with the real exchange once by hand. */
  readonly register: () => Promise<void>;
}

/** Creates the parts and connects them. No part runs yet. */
export function createTrading(deps: TradingDeps): Trading {
  const { config, log, store, installation, site, isSandbox } = deps;
  const base = { clock: steadyClock, chance: wallChance, log };
  // The exchange counts handshakes and requests per address, so the accounts of one address share its budgets.
  const egress = createEgress(deps.networks, steadyClock);
  const { transport, addressBudget } = egress.first;
  const environment = isSandbox ? 'sandbox' : 'live';
  const client = tradingVenue.createMarketClient({ ...base, ...site, environment, transport, addressBudget });
  const meters = createLinkMeters(wallClock);
  const exchanges = createExchanges({
    ...base,
    accounts: store.accounts,
    keyChanges: store.keyChanges,
    isFrozen: () => installation.frozen() !== null,
    meterOf: (accountId) => meters.meterOf(accountId),
    brokerCode: config.brokerCode,
    market: client,
    egress,
    siteOf: (account) => (isSandbox ? sandboxSiteOf(account, site) : tradingVenue.siteOf(account)),
  });
  const hasWorkingKey = (accountId: string): boolean =>
    exchanges.find(accountId)?.isGated !== true && meters.now(accountId)?.isKeyAccepted !== false;
  const roles = { runsEngine: config.role !== 'api', isShared: config.databaseUrl !== null };
  const live = createEngineAccounts({
    ...base,
    store: { ...store, journal: timedJournal(store.journal, deps.metrics, () => steadyClock.now()) },
    installation,
    ...exchanges,
    exchangeFor: (accountId) => countedExchange(exchanges.exchangeFor(accountId), deps.metrics),
    hasWorkingKey,
    meters,
    ...roles,
    hints: deps.hints,
  });
  const program = isSandbox ? sandboxProgram(store.keys.sandboxClient) : config.program;
  const link = venueLink.create({
    ...base,
    clock: deps.linkClock ?? wallClock,
    store,
    exchanges,
    meters: shownMeters(meters, live),
    program,
    transport,
    environment,
    origins: deps.origins,
    sites: isSandbox ? sandboxLinkSites(site) : tradingVenue.linkSites(),
    isReachable: async () => (await client.markPrice('BTC-USDT-SWAP')).ok,
    endActor: (accountId) => live.end(accountId),
  });
  return {
    client,
    live,
    handshakes: () => egress.handshakes(),
    link,
    register: () => register(deps, program),
  };
}

async function register({ isSandbox, site, origins }: TradingDeps, program: ServerConfig['program']): Promise<void> {
  if (isSandbox && program !== null)
    await registerWithSandbox(site.restOrigin, program, venueLink.redirectUrisOf(origins()));
}

/** Returns the meters of the links, with the measurements of another node for the accounts that the other node trades. */
function shownMeters(meters: LinkMeters, live: Pick<EngineAccounts, 'remotePicture'>): LinkMeters {
  return {
    ...meters,
    now: (accountId) => live.remotePicture(accountId)?.link ?? meters.now(accountId),
    figures: (accountId, periodMs) =>
      live.remotePicture(accountId)?.figures?.[String(periodMs)] ?? meters.figures(accountId, periodMs),
  };
}
