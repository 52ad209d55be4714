// The measured process. It runs the real application with real PostgreSQL and real sockets. A script replaces only the exchange.
import type { AddressInfo } from 'node:net';
import { openBus } from '@rondo/bus';
import { createNodeTransport } from '@rondo/exchange';
import { ethSwap } from '@rondo/testkit';
import { createHostList } from '../../apps/server/src/api/host-list.ts';
import { createLocalKeyCalls } from '../../apps/server/src/key-calls/local-key-calls.ts';
import { sharedBudgets } from '../../apps/server/src/api/budgets.ts';
import { createApp } from '../../apps/server/src/app.ts';
import { createCandles } from '../../apps/server/src/candles/create-candles.ts';
import { createProvenWatch } from '../../apps/server/src/ops/copy-watch.ts';
import type { Installation } from '../../apps/server/src/ops/installation.ts';
import { createHealthReport } from '../../apps/server/src/ops/health-report.ts';
import { createAccountHints } from '../../apps/server/src/nodes/account-hints.ts';
import { createPriceHints } from '../../apps/server/src/nodes/market-hints.ts';
import { createLog } from '../../apps/server/src/ops/log.ts';
import type { LiveAccounts } from '../../apps/server/src/trading/live-accounts.ts';
import type { Listing, Market } from '../../apps/server/src/market/market.ts';
import { createMetrics } from '../../apps/server/src/ops/metrics.ts';
import type { AppContext } from '../../apps/server/src/app-context.ts';
import { serverLimits } from '../../apps/server/src/limits.ts';
import { createTrading } from '../../apps/server/src/trading/create-trading.ts';
import { openKeyedVenue } from '../../apps/server/src/venues/keyed-venue.ts';
import { wallClock } from '../../apps/server/src/async/wall-clock.ts';
import { decimal, zero } from '@rondo/decimal';
import { startBenchDatabase } from '../database.ts';
import { createMembers, type Member } from './members.ts';
import { createScriptedLive } from './scripted-live.ts';
import { startSigning, type SigningCounts } from './signing.ts';

/** The messages of the measured process to the measuring process. */
export type MeasuredMessage =
  | { readonly kind: 'ready'; readonly port: number; readonly members: readonly Member[] }
  | ({ readonly kind: 'used'; readonly cpuMs: number; readonly residentBytes: number } & SigningCounts);
/** The messages of the measuring process to the measured process. */
export type Order = { readonly kind: 'use' } | { readonly kind: 'move' } | { readonly kind: 'stop' };

const listing: Listing = {
  rules: ethSwap,
  baseCurrency: 'ETH',
  quoteCurrency: 'USDT',
  settlementCurrency: 'USDT',
  state: 'live',
  endsAt: null,
  maxLeverage: decimal('100'),
};
const silent = { ok: false, cause: 'the benchmark has no prices' } as const;
const market: Market = {
  listings: async () => ({ ok: true, value: new Map([[ethSwap.id, listing]]) }),
  tradingOf: () => null,
  price: async () => silent,
  dayVolume: async () => silent,
  askPrice: async () => silent,
  candles: async () => silent,
  pastCandles: async () => silent,
};

async function run(memberCount: number): Promise<void> {
  const database = await startBenchDatabase();
  const store = await database.openStore();
  const members = await createMembers(store, memberCount, Date.now());
  const accountIds = members.map((member) => member.accountId);
  const live = createScriptedLive(accountIds);
  const metrics = createMetrics({ maxSeries: serverLimits.metricSeries, isProcess: false });
  const log = createLog('warn', metrics);
  const signing = await startSigning({ log, metrics, store });
  const api = await createApp(await contextOf({ log, metrics, store, keys: signing.keys, live }));
  await signing.begin(accountIds);
  await api.listen({ port: 0, host: '127.0.0.1' });
  const { port } = api.server.address() as AddressInfo; // The server listens on TCP, so its address is a record.
  const stop = (): void =>
    void api
      .close()
      .then(() => signing.stop())
      .then(() => database.stop())
      .then(() => process.exit(0));
  // The process ends when the measuring process has ended.
  process.once('disconnect', stop);
  process.on('message', (order: Order) => {
    if (order.kind === 'move') live.move();
    if (order.kind === 'use') sendMessage({ kind: 'used', ...usage(), ...signing.counts() });
    if (order.kind === 'stop') stop();
  });
  sendMessage({ kind: 'ready', port, members });
}

function sendMessage(message: MeasuredMessage): void {
  process.send?.(message);
}

function usage() {
  const { user, system } = process.cpuUsage();
  return { cpuMs: (user + system) / 1_000, residentBytes: process.memoryUsage.rss() };
}

/** The bench trades nothing, so its installation has no mark of a database. */
const installation: Installation = {
  mark: '0000',
  name: '0000',
  confirmedAt: 0,
  watch: createProvenWatch({ clock: wallClock, log: { write: () => undefined }, sharedAccounts: [] }),
  frozen: () => null,
  freeze: async () => undefined,
  follow: async () => undefined,
  keepLastSeen: () => ({ name: 'last seen', close: async () => undefined }),
  onFreeze: () => undefined,
};

interface ContextDeps extends Pick<AppContext, 'log' | 'metrics' | 'store' | 'keys'> {
  readonly live: LiveAccounts;
}

async function contextOf({ log, metrics, store, keys, live }: ContextDeps): Promise<AppContext> {
  const origins = ['http://127.0.0.1'] as const;
  const bus = await openBus({ clock: wallClock, log, installation: 'bench', node: 'bench', settings: null });
  const { link } = createTrading({
    config: { brokerCode: '', program: null, role: 'api', databaseUrl: null, bus: null },
    log,
    store,
    keys,
    installation,
    site: { restOrigin: origins[0], wsBase: 'ws://127.0.0.1' },
    isSandbox: true,
    metrics,
    hints: createAccountHints(bus, 'api'),
    prices: createPriceHints(bus, 'api'),
    networks: [{ address: null, transport: createNodeTransport() }],
    origins: () => origins,
  });
  const context: AppContext = {
    role: 'all',
    access: null,
    backups: null,
    publicUrl: null,
    budgets: sharedBudgets(store.throttles),
    clock: wallClock,
    log,
    store,
    keys,
    keyCalls: createLocalKeyCalls(() => context),
    metrics,
    live,
    ai: null,
    link,
    installation,
    market,
    candles: createCandles({ homeFolder: '.rondo', candlesMb: 0, venue: 'sandbox' }, { clock: wallClock, log, market }),
    venue: 'sandbox',
    brokerCode: '',
    keyedVenue: openKeyedVenue(
      { venue: 'sandbox', isKeyedVenueOn: false, keyedVenueOrigin: '' },
      createNodeTransport(),
      null,
    ),
    promotions: [],
    planSlots: 0,
    allowedMarkets: { instruments: null, minVolume: zero },
    help: { guide_url: null, documentation_url: null, support_url: null },
    isRegistrationOpen: true,
    prohibitedRegions: [],
    isInsecureHttp: false,
    trustedProxies: ['loopback'],
    metricsFrom: ['loopback'],
    hooksFrom: null,
    hostList: createHostList({ publicUrl: null, hosts: [] }),
    webFolder: '',
    health: createHealthReport({ clock: wallClock, venue: 'sandbox', needed: {}, checks: {} }),
  };
  return context;
}

// This call is last, because the constants above must exist before it.
await run(Number(process.argv[2]));
