// Builds the world and nothing else: settings, store, venue, engine, HTTP application, demo world; and takes it down in order.
import { createServer } from 'node:net';
import path from 'node:path';
import { createLbankClient, createNodeTransport, type OkxPublic } from '@rondo/exchange';
import { masterKeyFrom, openStore, type Store } from '@rondo/store';
import { createApp } from './app.ts';
import { ensureSandboxAccount } from './demo/demo-accounts.ts';
import { ensurePeople, type DemoPeople } from './demo/demo-people.ts';
import { tryFillDemoWorld } from './demo/demo-world.ts';
import { readSettings, type Settings } from './env.ts';
import { describeReady, describeSettings } from './greeting.ts';
import { createHealthReport } from './ops/health-report.ts';
import { serverLimits } from './limits.ts';
import { causeOf, createLog } from './ops/log.ts';
import { createMetrics, type Metrics } from './ops/metrics.ts';
import { createOkxMarket } from './venues/okx/okx-market.ts';
import type { AppContext } from './app-context.ts';
import { findProjectRoot } from './project-root.ts';
import { openSandbox, type SandboxProcess } from './venues/sandbox/sandbox-process.ts';
import { takeDown, type Closing } from './ops/shutdown.ts';
import { startRevocations } from './keys/key-revocations.ts';
import { createTrading } from './trading/create-trading.ts';
import { okxPublicSite, type VenueSite } from './venues/okx/okx-sites.ts';
import { startUpkeep } from './ops/retention-job.ts';
import { wallChance, wallClock } from './async/wall-clock.ts';

const closings: Closing[] = [];

try {
  await serve();
} catch (error) {
  process.stderr.write(`\nRondo could not start: ${causeOf(error)}\n`);
  await takeDown(closings);
  process.exit(1);
}

async function serve(): Promise<void> {
  const read = readSettings();
  if (!read.ok) throw new Error(read.message);
  const { settings } = read;
  process.stdout.write(describeSettings(settings));
  await refuseTakenPort(settings);
  const metrics = createServerMetrics();
  const log = createLog(settings.logLevel, metrics);
  const masterKey = await masterKeyOf(settings);
  const store = await openStore({ ...databaseOf(settings), masterKey, log });
  closings.push({ name: 'store', close: () => store.close() });
  const sandbox = settings.venue === 'sandbox' ? await startSandbox(settings, log) : null;
  const site = sandbox === null ? okxPublicSite() : siteOfSandbox(sandbox);
  const people = sandbox === null ? null : await settle(store, sandbox);
  let ownPort = settings.port;
  const { client, live, link, register } = createTrading({
    settings,
    log,
    store,
    masterKey,
    site,
    network: createNodeTransport(),
    isSandbox: sandbox !== null,
    origins: () => originsOf(settings, ownPort),
  });
  closings.push({ name: 'market', close: async () => client.close() });
  closings.push({ name: 'engine', close: () => live.stop() });
  closings.push({ name: 'link', close: async () => stopLink(link) });
  let demoDetail: string | null =
    people === null || settings.demo === 'none' ? null : 'the demo world is being prepared';
  const context: AppContext = {
    clock: wallClock,
    log,
    store,
    metrics,
    live,
    link,
    market: createOkxMarket({ client, clock: wallClock }),
    ...rulesOf(settings),
    lbank: openLbank(settings, sandbox === null ? settings.lbankOrigin : site.restOrigin),
    webFolder: path.join(findProjectRoot(), 'dist', 'web'),
    health: createHealthReport({
      clock: wallClock,
      venue: settings.venue,
      needed: ['database'],
      parts: {
        database: async () => ((await store.ready()) ? null : 'the database does not answer'),
        exchange: async () => exchangeDetail(client, sandbox),
        engine: async () => ((await live.isFresh()) ? null : 'an account was not read lately'),
        demo: async () => demoDetail,
      },
    }),
  };
  const app = await createApp(context);
  const address = await app.listen({ port: settings.port, host: settings.host });
  closings.push({ name: 'http', close: () => app.close() });
  ownPort = Number(new URL(address).port || ownPort);
  await register();
  await live.start();
  link.tokens.start();
  const revocations = startRevocations({ clock: wallClock, log, store, link });
  closings.push({ name: 'revocations', close: () => revocations.stop() });
  const upkeep = startUpkeep({ clock: wallClock, log, store });
  closings.push({ name: 'upkeep', close: () => upkeep.stop() });
  endOnSignal();
  if (people !== null && settings.demo !== 'none') {
    demoDetail = await keepFillingDemoWorld(context, people, settings.sandbox.seed);
  }
  process.stdout.write(describeReady(settings, address));
}

/** What routes go by that was set and never changes. */
function rulesOf({ venue, brokerCode, promotions, planSlots, help, prohibitedRegions, isInsecureHttp }: Settings) {
  return { venue, brokerCode, promotions, planSlots, help, prohibitedRegions, isInsecureHttp };
}

function createServerMetrics(): Metrics {
  const metrics = createMetrics(serverLimits.metricSeries);
  metrics.gauge('rondo_process_resident_bytes', () => process.memoryUsage.rss());
  metrics.gauge('rondo_process_uptime_seconds', () => Math.floor(process.uptime()));
  return metrics;
}

/** In the sandbox LBank's calls go to its double. */
function openLbank(settings: Settings, origin: string): AppContext['lbank'] {
  const environment = settings.venue === 'sandbox' ? ('sandbox' as const) : ('live' as const);
  if (!settings.isLbankOn) return { client: null, environment };
  const transport = createNodeTransport();
  closings.push({ name: 'lbank', close: () => transport.close() });
  return { client: createLbankClient({ origin, transport, clock: wallClock, chance: wallChance }), environment };
}

/** Where browsers find this server: what was set, or this machine's names with our port. */
function originsOf({ publicUrl, host }: Settings, port: number): readonly [string, ...string[]] {
  if (publicUrl !== null) return [publicUrl];
  const local = [`http://localhost:${port}`, `http://127.0.0.1:${port}`] as const;
  return ['localhost', '127.0.0.1', '::1', '0.0.0.0'].includes(host) ? local : [...local, `http://${host}:${port}`];
}

function stopLink({ tokens, viewers }: AppContext['link']): void {
  tokens.stop();
  viewers.stop();
}

function databaseOf(settings: Settings) {
  return settings.databaseUrl === null ? { dataFolder: settings.homeFolder } : { databaseUrl: settings.databaseUrl };
}

/** The key lies beside the data folder: who copies the data does not copy the key (decisions.md 13). */
function masterKeyOf(settings: Settings): Promise<Uint8Array> {
  return masterKeyFrom({
    value: settings.masterKeyText ?? undefined,
    file: path.join(`${settings.homeFolder}.secrets`, 'master.key'),
    forbiddenFolders: [settings.homeFolder],
  });
}

async function startSandbox(settings: Settings, log: AppContext['log']): Promise<SandboxProcess> {
  const folder = path.join(settings.homeFolder, 'sandbox');
  const sandbox = await openSandbox({ ...settings.sandbox, folder, log });
  closings.push({ name: 'sandbox', close: () => sandbox.stop() });
  return sandbox;
}

function siteOfSandbox({ status }: SandboxProcess): VenueSite {
  return { restOrigin: status.rest, wsBase: status.ws };
}

async function settle(store: Store, { status }: SandboxProcess): Promise<DemoPeople> {
  const now = wallClock.now();
  const people = await ensurePeople(store, now);
  await ensureSandboxAccount(store, people.member, { status, label: 'member', now });
  await ensureSandboxAccount(store, people.operator, { status, label: 'operator', now });
  return people;
}

async function exchangeDetail(client: OkxPublic, sandbox: SandboxProcess | null): Promise<string | null> {
  if (sandbox !== null) return (await sandbox.isReady()) ? null : 'the sandbox does not answer';
  const report = await client.markPrice('BTC-USDT-SWAP');
  return report.ok ? null : report.cause;
}

/** Tries until the demo world is complete; the engine may need some seconds to read the account first. */
async function keepFillingDemoWorld(context: AppContext, people: DemoPeople, seed: number): Promise<string | null> {
  const attempts = 60;
  let detail: string | null = null;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    detail = await tryFillDemoWorld(context, people, seed);
    if (detail === null) return null;
    await new Promise<void>((resolve) => void context.clock.after(1_000, resolve));
  }
  return `the demo world is incomplete: ${detail ?? ''}`;
}

/** Says which port is taken before anything is started. */
function refuseTakenPort({ port, host }: Settings): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => {
      const isTaken = error.code === 'EADDRINUSE';
      reject(
        isTaken
          ? new Error(`port ${port} is taken by another program. Choose another one: PORT=3001 npm start`)
          : error,
      );
    });
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}

function endOnSignal(): void {
  let isEnding = false;
  const end = (): void => {
    if (isEnding) return process.exit(1);
    isEnding = true;
    process.stdout.write('\nStopping (bots keep their orders on the exchange)...\n');
    takeDown(closings).then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
}
