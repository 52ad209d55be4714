// The process of the server: the whole server with real PostgreSQL and real sockets. Only its network has listeners that measure.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { priceOf } from '@rondo/decimal';
import { createServer } from '../../apps/server/src/create-server.ts';
import { readServerConfig } from '../../apps/server/src/env.ts';
import { ownUsage, serveOrders, setupOf } from './child.ts';
import { createPeople, type BenchMarket, type Keys } from './people.ts';
import { createReactions } from './reactions.ts';
import { countStatements } from './statements.ts';
import { epochMs, watchedNetworks } from './watched-network.ts';

/** The setup of this process. */
export interface ServerSetup {
  readonly databaseUrl: string;
  readonly homeFolder: string;
  readonly egress: readonly string[];
  readonly sandbox: { readonly rest: string; readonly ws: string };
}

const setup = setupOf<ServerSetup>();
const pauseResolutionMs = 20;
const releasedAfterMs = 200;
const pauses = monitorEventLoopDelay({ resolution: pauseResolutionMs });
pauses.enable();
const statements = countStatements();
const reactions = createReactions();
/** The local time of the first order and of the first cancel, by API key, and by API key and instrument. */
const firstOrders = new Map<string, number>();
let cancels = new Map<string, number>();
let isTickerDead = false;
const streamsAt = new Map<string, number>();
const managedAt = new Map<string, number>();

const server = await createServer(configOf(setup), {
  sandbox: {
    status: { pid: process.pid, port: 0, ...setup.sandbox, speed: 0, replayFile: null, accounts: [] },
    isReady: async () => true,
    stop: async () => undefined,
  },
  demoAccounts: [],
  networks: watchedNetworks(setup.egress, {
    reactions,
    isTickerDead: () => isTickerDead,
    onCommand({ apiKey, instId, path, at }) {
      const isCancel = path.includes('cancel');
      const [times, key] = isCancel ? [cancels, `${apiKey} ${instId}`] : [firstOrders, apiKey];
      if (path.includes('order') && !times.has(key)) times.set(key, at);
    },
  }),
});

const orders = {
  /** Creates the people with their accounts and bots. */
  seed: async ({ accounts, instIds }: { readonly accounts: readonly Keys[]; readonly instIds: readonly string[] }) => {
    const listings = await server.context.market.listings();
    if (!listings.ok) throw new Error(listings.cause);
    const markets: BenchMarket[] = [];
    for (const { rules: instrument } of instIds.flatMap((id) => listings.value.get(id) ?? [])) {
      const price = await server.context.market.price(instrument);
      if (!price.ok) throw new Error(price.cause);
      markets.push({ instrument, price: priceOf(price.value.last, instrument.tickSz) });
    }
    return createPeople(server.context.store, accounts, markets);
  },
  /** Listens, and starts the engine. Returns the port. */
  start: async () => {
    const { port } = new URL(await server.listen());
    watchAccounts();
    await server.startTrading();
    server.startJobs();
    return Number(port);
  },
  /** Collects garbage and returns the bytes of the heap. Buffers are released some time after a collection, so the bytes are counted after a second one. */
  heap: async () => {
    globalThis.gc?.();
    await wait(releasedAfterMs);
    globalThis.gc?.();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  },
  /** The pauses of the event loop are those since the last call. */
  usage: () => ({ ...ownUsage(), statements: statements(), pauses: takePauses() }),
  /** The local times at which accounts got their stream, were managed, and sent their first order. */
  progress: () => ({
    streams: [...streamsAt.values()],
    managed: [...managedAt.values()],
    firstOrders: [...firstOrders.values()],
    frozenBots: server.trading.live.streams().frozenBots,
  }),
  reactions: () => reactions.take(),
  /** Returns the first cancels by API key and instrument since the last call. */
  cancels: () => {
    const taken = Object.fromEntries(cancels);
    cancels = new Map();
    return taken;
  },
  silenceTickers: (isSilent: boolean) => void (isTickerDead = isSilent),
};
/** The functions of this process. */
export type ServerOrders = typeof orders;

serveOrders(orders);

function takePauses(): { readonly p99: number; readonly longest: number } {
  // Each sample is the time between two timer events, which is `pauseResolutionMs` without a pause.
  const [p99, longest] = [pauses.percentile(99), pauses.max].map((ns) => Math.max(0, ns / 1e6 - pauseResolutionMs));
  pauses.reset();
  return { p99: p99 ?? 0, longest: longest ?? 0 };
}

function configOf({ databaseUrl, homeFolder, egress }: ServerSetup) {
  const read = readServerConfig({
    PORT: '0',
    RONDO_HOME: homeFolder,
    DATABASE_URL: databaseUrl,
    RONDO_EGRESS: egress.join(','),
    RONDO_DEMO: 'none',
    RONDO_LOG: process.env['BENCH_LOG'] ?? 'error',
    RONDO_MASTER_KEY: '07'.repeat(32),
  });
  if (!read.ok) throw new Error(read.message);
  return read.config;
}

// An account is managed when its positions were read after the restore of its memory.
function watchAccounts(): void {
  const { engine } = server.trading.live;
  const timer = setInterval(() => {
    const now = epochMs();
    const accounts = engine.accountIds();
    for (const id of accounts) {
      if (managedAt.has(id) && streamsAt.has(id)) continue;
      const snapshot = engine.accountSnapshot(id);
      if (snapshot?.isConnected === true && !streamsAt.has(id)) streamsAt.set(id, now);
      if (snapshot !== null && snapshot.positionsAgeMs !== null && !managedAt.has(id)) managedAt.set(id, now);
    }
    if (accounts.length > 0 && streamsAt.size === accounts.length) clearInterval(timer);
  }, 500);
}
