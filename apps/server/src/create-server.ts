// Creates the whole server from its configuration. The program (main.ts) and the tests use this function. Tests replace some parts with `overrides`.
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { openBus, type Bus } from '@rondo/bus';
import { healthReason, type HealthReason } from '@rondo/contract';
import type { Transport } from '@rondo/exchange';
import type { Clock, Log } from '@rondo/engine/ports';
import { openServerStore, type AccountRecord, type NodeIdentity, type Store } from '@rondo/store';
import type { Api } from './api/api.ts';
import { startAccessLog, type AccessLog } from './access/access-log.ts';
import { createHostList } from './api/host-list.ts';
import { sharedBudgets } from './api/budgets.ts';
import type { AppContext } from './app-context.ts';
import { closeApp, createApp } from './app.ts';
import { openBackups, startBackups } from './backup/backup-service.ts';
import { createAiDecider, type AiDecider } from './ai/ai-decider.ts';
import { aiEndpointOf } from './ai/ai-settings.ts';
import { createCandles } from './candles/create-candles.ts';
import { steadyClock, wallClock } from './async/wall-clock.ts';
import { createDemo, fillDemoWorld, fillsDemoWorld } from './demo/create-demo.ts';
import type { DemoAccountLabel } from './demo/demo-accounts.ts';
import type { DemoPeople } from './demo/demo-people.ts';
import type { ServerConfig } from './env.ts';
import { createKeyCalls, serveKeyCalls } from './key-calls/create-key-calls.ts';
import { startHoneyJob } from './keys/honey-job.ts';
import { startRevocations } from './keys/key-revocations.ts';
import { addInstallationGauges, copyReasons, followFreeze } from './ops/freeze-follower.ts';
import { createChartHints, createPriceHints } from './nodes/market-hints.ts';
import { createAccountHints } from './nodes/account-hints.ts';
import { startHints } from './nodes/hints.ts';
import { createPresence, type Presence } from './nodes/presence.ts';
import { startAuditJob } from './ops/audit-job.ts';
import type { AuditExport } from './ops/audit-marks.ts';
import { createHealthReport, silentExchange, type ComponentState } from './ops/health-report.ts';
import { enterInstallation, type Installation } from './ops/installation.ts';
import { createLog } from './ops/log.ts';
import type { Metrics } from './ops/metrics.ts';
import { addBusGauges, addStreamGauges, createServerMetrics } from './ops/server-gauges.ts';
import { startRetentionJob } from './ops/retention-job.ts';
import { shutDown, type ShutdownStep } from './ops/shutdown.ts';
import { versionWithBuild } from './program-version.ts';
import { findProjectRoot } from './project-root.ts';
import { servedSettings } from './served-settings.ts';
import type { EngineAccounts } from './trading/engine-accounts.ts';
import { startHookSignals } from './signals/hook-signals.ts';
import { startEntrySignals } from './signals/entry-signals.ts';
import { createClosedBars } from './signals/closed-bars.ts';
import { createTrading, type Trading } from './trading/create-trading.ts';
import { areKeysClosed, withFrozenKeys } from './ops/frozen-keys.ts';
import { degradedReasons, streamProblem } from './trading/stream-figures.ts';
import { openNetworks, type OpenNetwork } from './trading/networks.ts';
import { destinationsOf } from './venues/destinations.ts';
import { openKeyedVenue } from './venues/keyed-venue.ts';
import { startSandbox } from './venues/sandbox/node-sandbox.ts';
import type { SandboxProcess } from './venues/sandbox/sandbox-process.ts';
import { createSignerHost, openSigner, type Signer } from './signer/open-signer.ts';
import type { SignerLine } from './signer/signer-line.ts';
import { tradingVenue } from './venues/trading-venue.ts';
import type { VenueSite } from './venues/venue.ts';

/** The parts that a test can replace. A missing part is created as in the program. */
export interface ServerOverrides {
  /** The clock of the API and of linking. The engine and the exchange clients use the real clock. */
  readonly clock?: Clock;
  readonly log?: Log;
  /** A running sandbox that the server uses instead of starting a new process. */
  readonly sandbox?: SandboxProcess;
  /** The demo users to whom the server links an account of the sandbox. */
  readonly demoAccounts?: readonly DemoAccountLabel[];
  /** The origins that browsers use for this server. */
  readonly origins?: readonly [string, ...string[]];
  readonly webFolder?: string;
  /** The digest of the place of this server, as if it ran on another machine. */
  readonly place?: string;
  /** The networks of the source addresses. A benchmark measures their messages. */
  readonly networks?: readonly [OpenNetwork, ...OpenNetwork[]];
  /** A connection to a signer in this process, so that a test starts no process of its own. */
  readonly signer?: SignerLine;
}

export interface Server {
  readonly context: AppContext;
  readonly api: Api;
  readonly trading: Trading;
  /** The demo users, or null on a live venue, because a live venue has no demo users. */
  readonly people: DemoPeople | null;
  /** The linked accounts of `demoAccounts`, in the sequence of `demoAccounts`. */
  readonly demoAccounts: readonly AccountRecord[];
  /** Listens on the configured host and port. Returns the address. */
  listen(): Promise<string>;
  /** Registers with the sandbox and starts the engine for every linked account. */
  startTrading(): Promise<void>;
  /** Starts token renewal, key revocation and the retention job. */
  startJobs(): void;
  /** Fills the demo world. The health report shows the demo world as not ready until it is complete. */
  fillDemoWorld(): Promise<void>;
  /** Stops the parts of the server in the reverse order of their creation. */
  close(): Promise<void>;
}

/** Creates the server, which does not listen or trade yet. When the creation of a part fails, the parts that were created before are closed. */
export async function createServer(config: ServerConfig, overrides: ServerOverrides = {}): Promise<Server> {
  const steps: ShutdownStep[] = [];
  try {
    return await wire(config, overrides, steps);
  } catch (error) {
    await shutDown(steps);
    throw error;
  }
}

async function wire(config: ServerConfig, overrides: ServerOverrides, steps: ShutdownStep[]): Promise<Server> {
  const metrics = createServerMetrics();
  const log = overrides.log ?? createLog(config.logLevel, metrics);
  const node = randomUUID();
  const data = await openData(config, { log, metrics, node, overrides }, steps);
  const { store, installation, signer } = data;
  const bus = await openBus({ clock: steadyClock, log, installation: installation.name, node, settings: config.bus });
  steps.push({ name: 'bus', close: () => bus.close() });
  const sandbox = config.venue === 'sandbox' ? (overrides.sandbox ?? (await startSandbox(config, store, log))) : null;
  if (sandbox !== null) steps.push({ name: 'sandbox', close: () => sandbox.stop() });
  const labels = overrides.demoAccounts ?? ['member', 'operator'];
  const demo = sandbox === null ? null : await createDemo(config, { ...data, status: sandbox.status, labels });
  const site = siteOf(sandbox);
  const networks = overrides.networks ?? (await openNetworks(config.egress, destinationsOf(config, sandbox && site)));
  for (const { transport } of networks) steps.push({ name: 'network', close: () => transport.close() });
  const listening = { port: config.port };
  const trading = createTrading({
    config,
    log,
    store,
    keys: signer.keys,
    installation,
    site,
    metrics,
    networks,
    isSandbox: sandbox !== null,
    hints: createAccountHints(bus, config.role),
    prices: createPriceHints(bus, config.role),
    linkClock: overrides.clock ?? wallClock,
    origins: () => overrides.origins ?? originsOf(config, listening.port),
  });
  const { client, live, link } = trading;
  const isShared = config.databaseUrl !== null;
  steps.push(followFreeze({ clock: steadyClock, log, installation, trading, isShared, commits: store.commits }));
  startHints({ bus, role: config.role, nodeName: config.node.name, callers: store.callers, live });
  const presence = openPresence(config, { log, trading, installation });
  steps.push({ name: 'presence', close: () => presence.stop() });
  steps.push({ name: 'market', close: async () => client.close() });
  steps.push({ name: 'engine', close: () => live.stop() });
  steps.push({ name: 'link', close: async () => stopLink(link) });
  const isFilled = demo !== null && fillsDemoWorld(config, installation);
  const demoState: Wired['demoState'] = { problem: isFilled ? healthReason('demo_preparing') : null };
  const network = networks[0].transport;
  const access = startAccessLog({ clock: wallClock, log, folder: config.accessLogFolder }, steps);
  const wired = { ...data, access, overrides, log, metrics, bus, sandbox, network, trading, presence, demoState };
  const context = createContext(config, wired);
  const api = await createApp(context);
  steps.push({ name: 'http', close: () => closeApp(api, steadyClock) });
  return {
    context,
    api,
    trading,
    people: demo?.people ?? null,
    demoAccounts: demo?.accounts ?? [],
    async listen() {
      const address = await api.listen({ port: config.port, host: config.host });
      listening.port = Number(new URL(address).port || listening.port);
      return address;
    },
    startTrading: () => trading.register().then(() => live.start()),
    startJobs: () => startJobs({ ...context, installation, bus, isShared, exported: exportOf(config) }, live, steps),
    async fillDemoWorld() {
      if (isFilled) demoState.problem = await fillDemoWorld(context, demo.people, config.sandbox.seed);
    },
    async close() {
      await presence.end();
      await shutDown(steps);
    },
  };
}

interface JobContext extends AppContext {
  readonly installation: Installation;
  readonly bus: Bus;
  readonly isShared: boolean;
  readonly exported: AuditExport;
}

interface DataDeps extends Pick<Wired, 'log' | 'metrics' | 'overrides'> {
  readonly node: string;
}

/** Starts the signer, opens the database with it, and claims the database for the venue of this server. */
async function openData(
  config: ServerConfig,
  { log, metrics, node, overrides }: DataDeps,
  steps: ShutdownStep[],
): Promise<Pick<Wired, 'store' | 'installation' | 'signer'>> {
  const identity = identityOf(config);
  const host = createSignerHost(config, { log, line: overrides.signer ?? null, signs: 'everything' });
  steps.push({ name: 'signer', close: () => host.stop() });
  const opened = await openServerStore({ ...databaseOf(config), seals: host.seals, log, nodeId: node, identity });
  steps.push({ name: 'store', close: () => opened.close() });
  const installation = await enterInstallation({
    config,
    instances: opened.instances,
    clock: steadyClock,
    log,
    ...overrides,
  });
  const store = withFrozenKeys(opened, installation);
  return { store, installation, signer: openSigner(host, { log, metrics, store }) };
}

interface Wired {
  readonly overrides: ServerOverrides;
  readonly access: AccessLog | null;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly store: Store;
  readonly signer: Signer;
  readonly bus: Bus;
  readonly sandbox: SandboxProcess | null;
  readonly network: Transport;
  readonly trading: Trading;
  readonly installation: Installation;
  readonly presence: Presence;
  readonly demoState: { problem: HealthReason | null };
}

function createContext(config: ServerConfig, wired: Wired): AppContext {
  const { overrides, log, metrics, store, signer, bus, sandbox, network, trading, installation, presence, demoState } =
    wired;
  const { client, live, link } = trading;
  addStreamGauges(metrics, trading);
  addInstallationGauges(metrics, installation, live);
  if (config.bus !== null) addBusGauges(metrics, bus);
  const database = { ...databaseOf(config), log, isGuest: true };
  const backups = openBackups(config.backup, { clock: wallClock, log, database, jobs: store.jobs });
  backups?.addGauges(metrics);
  const market = tradingVenue.createMarket({ client, clock: steadyClock, charts: createChartHints(bus, config.role) });
  const databaseState = async (): Promise<ComponentState> => ({
    problem: (await store.ready()) ? null : healthReason('database'),
  });
  const context: AppContext = {
    ...servedSettings(config),
    access: wired.access,
    backups,
    budgets: sharedBudgets(store.throttles),
    clock: overrides.clock ?? wallClock,
    log,
    store,
    keys: signer.keys,
    keyCalls: createKeyCalls(() => context, { store, bus }),
    metrics,
    live,
    ai: openDecider(config, wired),
    link,
    installation,
    market,
    candles: createCandles(config, { clock: wallClock, log, market }),
    hostList: createHostList(config),
    keyedVenue: openKeyedVenue(config, network, sandbox?.status.rest ?? null),
    webFolder: overrides.webFolder ?? path.join(findProjectRoot(), 'dist', 'web'),
    health: createHealthReport({
      clock: wallClock,
      venue: config.venue,
      needed: {
        database: databaseState,
        start: async () => ({ problem: live.isStarted() ? null : healthReason('starting') }),
        node: async () => ({ problem: presence.problem() }),
      },
      checks: {
        database: databaseState,
        exchange: async () => ({ problem: await exchangeProblem(trading, sandbox) }),
        engine: async () => {
          const problem = signer.problem();
          return problem === null ? engineState(trading, installation, presence) : { problem };
        },
        demo: async () => ({ problem: demoState.problem }),
        ...(config.bus === null ? {} : { NATS: async () => busState(bus) }),
        ...(backups === null ? {} : { backup: async () => backups.state() }),
      },
    }),
  };
  return context;
}

function openDecider(
  { ai }: ServerConfig,
  { sandbox, store, log, overrides }: Pick<Wired, 'sandbox' | 'store' | 'log' | 'overrides'>,
): AiDecider | null {
  const endpoint = aiEndpointOf(ai, sandbox?.status.rest ?? null);
  if (endpoint === null) return null;
  return createAiDecider({ endpoint, decisions: store.aiDecisions, clock: overrides.clock ?? wallClock, log });
}

function engineState({ live, handshakes }: Trading, installation: Installation, presence: Presence): ComponentState {
  if (installation.frozen() !== null) return { problem: healthReason('frozen') };
  const suspects = installation.watch.suspects();
  if (suspects > 0) return { problem: healthReason('suspects', { count: suspects }) };
  const unreadable = live.unreadableKeys();
  if (unreadable > 0) return { problem: healthReason('unreadable_keys', { count: unreadable }) };
  if (!live.isFresh()) return { problem: healthReason('stale') };
  const streams = live.streams();
  const leaving = presence.problem();
  const copies = copyReasons(installation, live);
  const degraded = [...degradedReasons(streams), ...copies, ...(leaving === null ? [] : [leaving])];
  return { problem: streamProblem(streams, handshakes()), degraded };
}

// The server works without NATS, only later, so a missing connection degrades the server and is no problem.
function busState(bus: Bus): ComponentState {
  return { problem: null, degraded: bus.figures().isConnected ? [] : [healthReason('bus')] };
}

function siteOf(sandbox: SandboxProcess | null): VenueSite {
  return sandbox === null ? tradingVenue.publicSite() : { restOrigin: sandbox.status.rest, wsBase: sandbox.status.ws };
}

function exportOf({ auditExport, commandEnvironment: environment }: ServerConfig): AuditExport {
  return { ...auditExport, environment };
}

function startJobs(
  context: JobContext,
  { isElsewhere, engine }: Pick<EngineAccounts, 'isElsewhere' | 'engine'>,
  steps: ShutdownStep[],
): void {
  const { role, log, store, link, candles, installation, metrics, exported, isShared } = context;
  if (!areKeysClosed(store, installation)) link.tokens.start();
  steps.push(installation.keepLastSeen());
  if (role !== 'api' && installation.frozen() === null) {
    // A revocation replaces the client with which the engine of this node trades.
    const revocations = startRevocations({ clock: wallClock, log, store, link, isElsewhere });
    steps.push({ name: 'revocations', close: () => revocations.stop() });
    const bars = createClosedBars(context);
    const entries = startEntrySignals({ ...context, engine, bars });
    steps.push({ name: 'signals', close: () => entries.stop() });
    const hooks = startHookSignals({ ...context, engine, bars });
    steps.push({ name: 'hooks', close: () => hooks.stop() });
    if (isShared) serveKeyCalls(context, steps);
  }
  if (!areKeysClosed(store, installation)) {
    const honey = startHoneyJob({ clock: wallClock, log, store });
    steps.push({ name: 'honey', close: () => honey.stop() });
  }
  if (role !== 'engine') {
    const downloads = candles.filler.start();
    steps.push({ name: 'candles', close: () => downloads.stop() });
  }
  const backups = startBackups(context);
  steps.push({ name: 'backups', close: () => backups.stop() });
  const retention = startRetentionJob({ clock: wallClock, log, store });
  steps.push({ name: 'retention', close: () => retention.stop() });
  const audit = startAuditJob({ clock: wallClock, log, store, exported });
  metrics.gauge('rondo_audit_intact', () => (audit.isIntact() ? 1 : 0));
  steps.push({ name: 'audit', close: () => audit.stop() });
}

/** Returns the configured public origin, or the origins of this machine with our port. */
function originsOf({ publicUrl, host }: ServerConfig, port: number): readonly [string, ...string[]] {
  if (publicUrl !== null) return [publicUrl];
  const local = [`http://localhost:${port}`, `http://127.0.0.1:${port}`] as const;
  return ['localhost', '127.0.0.1', '::1', '0.0.0.0'].includes(host) ? local : [...local, `http://${host}:${port}`];
}

function stopLink({ tokens, viewers }: AppContext['link']): void {
  tokens.stop();
  viewers.stop();
}

function openPresence(
  { role, databaseUrl }: ServerConfig,
  { log, trading, installation }: Pick<Wired, 'log' | 'trading' | 'installation'>,
): Presence {
  // A frozen server has no row in `nodes`, because another server at an unknown place would join it.
  const isShared = databaseUrl !== null && installation.frozen() === null;
  const shared = { isShared, nodes: trading.nodes, engine: trading.live.engine };
  return createPresence({ clock: steadyClock, log, role, ...shared });
}

/** Returns what this node tells the other nodes about itself. */
function identityOf({ node, role, egress }: ServerConfig): NodeIdentity {
  return { ...node, role, version: versionWithBuild(), addresses: egress };
}

function databaseOf(config: ServerConfig) {
  return config.databaseUrl === null ? { dataFolder: config.homeFolder } : { databaseUrl: config.databaseUrl };
}

async function exchangeProblem(
  { reach }: Pick<Trading, 'reach'>,
  sandbox: SandboxProcess | null,
): Promise<HealthReason | null> {
  if (sandbox !== null) return (await sandbox.isReady()) ? null : healthReason('sandbox');
  const reached = await reach();
  return reached.ok ? null : silentExchange(reached.cause);
}
