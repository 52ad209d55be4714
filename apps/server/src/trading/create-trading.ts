// Creates the exchange clients, the engine that uses the clients, and the account linking of one venue.
import {
  createAddressShares,
  createEgress,
  type Egress,
  type HandshakeFigures,
  type Network,
  type PricePort,
} from '@rondo/exchange';
import type { Clock, Log } from '@rondo/engine/ports';
import type { Store, StoredNodes } from '@rondo/store';
import { createEngineAccounts, type EngineAccounts } from './engine-accounts.ts';
import type { ServerConfig } from '../env.ts';
import { createExchanges } from './exchanges.ts';
import type { AccountHints } from '../nodes/account-hints.ts';
import { countedExchange, timedJournal } from '../ops/measured-ports.ts';
import type { Metrics } from '../ops/metrics.ts';
import type { AccountKeys } from '../signer/account-keys.ts';
import { createLinkMeters, type LinkMeters } from '../link-health/link-meters.ts';
import type { LinkContext } from '../link/link-context.ts';
import { registerWithSandbox, sandboxProgram } from '../venues/sandbox/sandbox-program.ts';
import { sandboxLinkSites, sandboxSiteOf } from '../venues/sandbox/sandbox-sites.ts';
import { areKeysClosed, hasMasterKey } from '../ops/frozen-keys.ts';
import type { Installation } from '../ops/installation.ts';
import { createExchangeReach, type ExchangeReach } from '../venues/exchange-reach.ts';
import { tradingVenue } from '../venues/trading-venue.ts';
import { venueLink } from '../venues/venue-link.ts';
import type { MarketClient, VenueSite } from '../venues/venue.ts';
import { steadyClock, wallChance, wallClock } from '../async/wall-clock.ts';

export interface TradingDeps {
  readonly config: Pick<ServerConfig, 'brokerCode' | 'program' | 'role' | 'databaseUrl' | 'bus'>;
  readonly log: Log;
  readonly store: Store;
  /** The stored keys of accounts, whose secrets are in the signer. */
  readonly keys: AccountKeys;
  readonly installation: Installation;
  /** The addresses of the sandbox, or of the public site of the exchange. */
  readonly site: VenueSite;
  readonly isSandbox: boolean;
  /** The hints to and from the other nodes. */
  readonly hints: AccountHints;
  /** The prices from and for the other nodes. */
  readonly prices: PricePort;
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
  readonly reach: ExchangeReach;
  readonly live: EngineAccounts;
  /** The nodes of the installation. Each beat of this node renews its shares in the limits of its source addresses. */
  readonly nodes: StoredNodes;
  /** Returns the waiting handshakes of all source addresses of this process. */
  readonly handshakes: () => HandshakeFigures;
  readonly link: LinkContext;
  /** Registers this server with the sandbox. An operator registers the server with the real exchange once by hand. */
  readonly register: () => Promise<void>;
}

/** Creates the parts and connects them. No part runs yet. */
export function createTrading(deps: TradingDeps): Trading {
  const { config, log, store, installation, site, isSandbox, prices } = deps;
  const base = { clock: steadyClock, chance: wallChance, log };
  const { egress, nodes } = openEgress(deps);
  const { transport, addressBudget } = egress.first;
  const environment = isSandbox ? 'sandbox' : 'live';
  const client = tradingVenue.createMarketClient({ ...base, ...site, environment, transport, addressBudget, prices });
  const reach = createExchangeReach({ client, clock: deps.linkClock ?? steadyClock });
  const meters = createLinkMeters(wallClock);
  const exchanges = createExchanges({
    ...base,
    accounts: store.accounts,
    keys: deps.keys,
    keyChanges: store.keyChanges,
    areKeysClosed: () => areKeysClosed(store, installation),
    meterOf: (accountId) => meters.meterOf(accountId),
    onOtherListeners: (accountId, others) => installation.watch.note(accountId, others),
    brokerCode: config.brokerCode,
    market: client,
    egress,
    siteOf: (account) => (isSandbox ? sandboxSiteOf(account, site) : tradingVenue.siteOf(account)),
  });
  const hasWorkingKey = (accountId: string): boolean =>
    exchanges.find(accountId)?.isGated !== true && meters.now(accountId)?.isKeyAccepted !== false;
  const live = createEngineAccounts({
    ...base,
    store: { ...store, nodes, journal: timedJournal(store.journal, deps.metrics, () => steadyClock.now()) },
    installation,
    ...exchanges,
    exchangeFor: (accountId) => countedExchange(exchanges.exchangeFor(accountId), deps.metrics),
    hasWorkingKey,
    meters,
    ...rolesOf(config),
    hints: deps.hints,
  });
  const program = programOf(deps);
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
    isReachable: async () => (await reach()).ok,
    endActor: (accountId) => live.end(accountId),
  });
  return {
    client,
    reach,
    live,
    nodes,
    handshakes: () => egress.handshakes(),
    link,
    register: () => register(deps, program),
  };
}

/** The exchange counts handshakes and requests per address, so the accounts and nodes of one address share its budgets. */
function openEgress({ networks, store }: TradingDeps): { readonly egress: Egress; readonly nodes: StoredNodes } {
  const shares = createAddressShares(steadyClock);
  return {
    egress: createEgress(networks, steadyClock, (address) => shares.shareOf(address)),
    nodes: {
      ...store.nodes,
      async beat(report) {
        const sight = await store.nodes.beat(report);
        shares.note(sight.addressShares);
        return sight;
      },
    },
  };
}

function rolesOf({ role, databaseUrl, bus }: TradingDeps['config']) {
  return {
    runsEngine: role !== 'api',
    isShared: databaseUrl !== null,
    // A node of the role `all` without NATS is usually the only one.
    startsWithOthers: role === 'engine' || bus !== null,
  };
}

/** Returns the OAuth program with the client secret of `rondo keys rotate --oauth-secret`, or with the one of the settings when no secret was stored. */
function programOf({ config, isSandbox, store }: TradingDeps) {
  const { trading } = store.keys;
  const given = isSandbox ? sandboxProgram(trading?.sandboxClient ?? null) : config.program;
  if (given === null) return null;
  if (trading === null) return { clientId: given.clientId, readClientSecret: refuseSecret };
  const { clientId, clientSecret } = given;
  return { clientId, readClientSecret: async () => (await store.oauthSecret.read())?.reveal() ?? clientSecret };
}

/** A node with the people key uses only the id of the program, for the addresses of consent pages. */
async function refuseSecret(): Promise<never> {
  throw new Error('a node with the people key has no client secret');
}

async function register(
  { isSandbox, store, site, origins }: TradingDeps,
  program: ReturnType<typeof programOf>,
): Promise<void> {
  if (!isSandbox || program === null || !hasMasterKey(store)) return;
  const registered = { clientId: program.clientId, clientSecret: await program.readClientSecret() };
  await registerWithSandbox(site.restOrigin, registered, venueLink.redirectUrisOf(origins()));
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
