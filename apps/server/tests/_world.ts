// The whole environment of the server for one test file. PostgreSQL, the sandbox over HTTP and sockets, the engine and the application are all real.
import {
  runSandbox,
  type AccountKeys,
  type NewAccount,
  type RunningSandbox,
  type SandboxOptions,
} from '@rondo/sandbox';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { CreateBotRequest } from '@rondo/contract';
import { zero } from '@rondo/decimal';
import type { Log } from '@rondo/engine/ports';
import { silentLog, startTestDatabase, testMasterKey, type TestDatabase } from '@rondo/testkit/database';
import type { Api } from '../src/api/api.ts';
import type { AppContext } from '../src/app-context.ts';
import { wallClock } from '../src/async/wall-clock.ts';
import { createServer, type Server, type ServerOverrides } from '../src/create-server.ts';
import { ensureSandboxAccount } from '../src/demo/demo-accounts.ts';
import { demoLogins, type DemoLogin, type DemoPeople } from '../src/demo/demo-people.ts';
import type { ServerConfig } from '../src/env.ts';
import { venueLink } from '../src/venues/venue-link.ts';
import { signerLimits } from '../src/signer/signer-limits.ts';
import type { SignerLine } from '../src/signer/signer-line.ts';
import { createTestClock } from './_clock.ts';
import { storedRows, type StoredRows } from './_stored-rows.ts';
import { localSignerLine, withoutKey } from './_signer.ts';
import { isSandboxReachable } from '../src/venues/sandbox/sandbox-process.ts';
import { registrationOf, sandboxProgram } from '../src/venues/sandbox/sandbox-program.ts';

export interface TestWorld extends StoredRows {
  readonly api: Api;
  readonly context: AppContext;
  readonly people: DemoPeople;
  /** The address of the exchange, for the control calls of tests. */
  readonly exchangeOrigin: string;
  /** Advances the clock of the API and of linking. The engine and the exchange use the real clock. */
  passTime(ms: number): void;
  /** New timers of the API and of linking do not start before the returned function is called. */
  holdTimers(): () => void;
  /** Every secret that the exchange has issued so far: keys, passphrases, codes and tokens. */
  secrets(): readonly string[];
  /** All orders and the open positions of an account at the exchange, as rows of OKX. */
  ledger(uid: string): Readonly<Record<'orders' | 'positions', readonly Readonly<Record<string, string>>[]>>;
  /** The OAuth registration of this server at the exchange. */
  readonly registration: Readonly<Record<string, unknown>>;
  /** Sends a command to an administration path of the exchange, such as `instruments`. Throws when the exchange refuses the command. */
  administer(path: string, body: object): Promise<void>;
  /** Links an exchange account to the operator. Returns the uid of the account. */
  linkOperator(): Promise<string>;
  readonly accountId: string;
  /** Returns the access token of a demo login. The first call logs in, and later calls return the cached token. */
  token(role: DemoLogin['role']): Promise<string>;
  /** Opens one more account at the exchange. */
  openExchangeAccount(wanted: NewAccount): AccountKeys;
  /** Returns whether the engine is healthy. */
  isFresh(): boolean;
  /** Starts another server on the same database and exchange, and starts its trading. The end of the world closes it. */
  addNode(changes?: Partial<ServerConfig>): Promise<Server>;
  /** Opens the store of the command line, which has the master key. The end of the world closes it. */
  openTools(): ReturnType<TestDatabase['openStore']>;
  /** Starts the scheduled jobs of the server. The end of the world stops them. */
  startJobs(): void;
  /** Stops the exchange without notice, as when its machine fails. */
  killExchange(): Promise<void>;
  close(): Promise<void>;
}

/** The broker tag of every order of this test server. */
const brokerCode = 'rondo0test';

/** The configuration of the test server on this database. */
export function testConfig(databaseUrl: string): ServerConfig {
  return {
    port: 0,
    host: '127.0.0.1',
    role: 'all',
    node: { name: randomBytes(8).toString('hex'), weight: 1, capacity: 1_000 },
    homeFolder: path.join(tmpdir(), 'rondo-test-home'),
    candlesMb: 0,
    program: null,
    publicUrl: null,
    databaseUrl,
    masterKeyCommand: null,
    masterKeyText: Buffer.from(testMasterKey).toString('hex'),
    peopleKey: null,
    signerSocket: null,
    signerAccounts: signerLimits.accountsAtOnce,
    accessLogFolder: null,
    auditExport: { file: null, command: null },
    backup: null,
    bus: null,
    venue: 'sandbox',
    sandbox: { speed: 1, seed: 7, replayFile: null, statusFile: null },
    childEnvironment: {},
    signerEnvironment: {},
    commandEnvironment: {},
    brokerCode,
    isKeyedVenueOn: true,
    keyedVenueOrigin: 'https://lbank.invalid',
    egress: [],
    trustedProxies: ['loopback', '10.77.0.0/16'],
    metricsFrom: ['loopback'],
    hooksFrom: null,
    hosts: [],
    prohibitedRegions: ['US'],
    isRegistrationOpen: true,
    promotions: ['referral', 'slots', 'testimonials'],
    planSlots: 12,
    allowedMarkets: { instruments: null, minVolume: zero },
    help: { guide_url: 'https://guide.test/', documentation_url: null, support_url: 'mailto:help@rondo.test' },
    isInsecureHttp: false,
    logLevel: 'warn',
    demo: 'none',
    ai: null,
  };
}

/**
 * Starts the server with `createServer`, the function that the program uses too, and waits until the engine has read the account. `usdt` is
 * the balance of each account, 10,000 USDT by default. With `hasOneClock`, `passTime` advances the clock of the exchange too. With `hold`, the prices change only when the test calls `administer` with the path `advance`.
 */
export async function startWorld(
  options: {
    readonly log?: Log;
    readonly usdt?: string;
    readonly hold?: boolean;
    readonly hasOneClock?: boolean;
    /** The recorded market of one instrument. A resting order fills completely on a recorded market. */
    readonly replay?: SandboxOptions['replay'];
    /** The folder of the built web app. By default the server has an empty folder. */
    readonly webFolder?: string;
    readonly changes?: Partial<ServerConfig>;
    readonly signer?: (line: SignerLine) => SignerLine;
  } = {},
): Promise<TestWorld> {
  const database = await startTestDatabase();
  const url = await database.createUrl();
  const { usdt = '10000', hold = false, hasOneClock = false, signer = (line) => line } = options;
  const clock = createTestClock();
  const accounts = [
    { label: 'member', usdt },
    { label: 'operator', usdt },
  ];
  const speed = hold ? 0 : 1;
  const running = await runSandbox({
    seed: 7,
    speed,
    accounts,
    clock: hasOneClock ? clock : wallClock,
    ...(options.replay === undefined ? {} : { replay: options.replay }),
  });
  const status = { ...running, pid: process.pid, speed, replayFile: null, accounts: [...running.accounts] };
  let isKilled = false;
  const killExchange = async (): Promise<void> => {
    if (!isKilled) await running.close();
    isKilled = true;
  };
  const emptyFolder = await mkdtemp(path.join(tmpdir(), 'rondo-web-'));
  const origins = ['http://localhost', 'http://127.0.0.1'] as const;
  const overrides: ServerOverrides = {
    clock,
    log: options.log ?? silentLog,
    sandbox: { status, isReady: () => isSandboxReachable(running.rest), stop: killExchange },
    demoAccounts: ['member'],
    origins,
    webFolder: options.webFolder ?? emptyFolder,
    signer: signer(localSignerLine(testConfig(url), clock)),
  };
  const server = await createServer({ ...testConfig(url), ...withoutKey, ...options.changes }, overrides);
  const nodes: Server[] = [];
  const { api, context, people, trading } = server;
  const [account] = server.demoAccounts;
  if (people === null || account === undefined) throw new Error('The server created no demo users or no demo account.');
  const sandboxClient = context.store.keys.trading?.sandboxClient ?? new Uint8Array();
  await server.startTrading();
  await until(
    async () => (context.live.account(account.id)?.balance ?? null) !== null,
    'the engine has read the account',
  );
  const tokens = new Map<string, string>();
  return {
    api,
    context,
    people,
    exchangeOrigin: running.rest,
    secrets: () => secretsOf(running),
    ...storedRows(database.sql(url), people.member.id),
    ledger: (uid) => ledgerOf(running, uid),
    passTime: clock.passTime,
    holdTimers: clock.holdTimers,
    registration: registrationOf(sandboxProgram(sandboxClient), venueLink.redirectUrisOf(origins)),
    administer: (place, body) => administer(running, place, body),
    async linkOperator() {
      const label = 'operator';
      const linked = await ensureSandboxAccount(context, people.operator, { status, label, now: wallClock.now() });
      if (linked === null) throw new Error('The account of the operator was not linked.');
      return linked.uid;
    },
    accountId: account.id,
    isFresh: () => trading.live.isFresh(),
    startJobs: () => server.startJobs(),
    killExchange,
    async addNode(changes = {}) {
      const sandbox = overrides.sandbox && { ...overrides.sandbox, stop: async () => undefined };
      const node = await createServer(
        { ...testConfig(url), ...withoutKey, ...changes },
        {
          ...overrides,
          ...(sandbox && { sandbox }),
          signer: localSignerLine({ ...testConfig(url), ...changes }, clock),
        },
      );
      nodes.push(node);
      await node.startTrading();
      return node;
    },
    openTools: () => database.openStore({ url }),
    openExchangeAccount(wanted) {
      const keys = running.core.createAccount(wanted);
      if (keys === undefined) throw new Error('The sandbox refused to open the account.');
      return keys;
    },
    async token(role) {
      const known = tokens.get(role) ?? (await logIn(api, role));
      tokens.set(role, known);
      return known;
    },
    async close() {
      for (const node of nodes) await node.close();
      await server.close();
      await database.stop();
      await rm(emptyFolder, { recursive: true, force: true });
    },
  };
}

async function administer({ rest }: RunningSandbox, place: string, body: object): Promise<void> {
  const response = await fetch(`${rest}/sandbox/${place}`, { method: 'POST', body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`/sandbox/${place} returned ${response.status}: ${await response.text()}`);
}

async function logIn(api: Api, role: DemoLogin['role']): Promise<string> {
  const login = demoLogins.find((each) => each.role === role);
  const response = await api.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email: login?.email, password: login?.password },
  });
  return response.json<{ access_token: string }>().access_token;
}

/**
 * Polls until the condition is true. Throws after 40 s. `what` is the condition as a sentence. The time between two polls grows, because a
 * person may call the server 1,200 times a minute.
 */
export async function until(holds: () => Promise<boolean>, what: string): Promise<void> {
  let pauseMs = 20;
  for (let waitedMs = 0; waitedMs < 40_000; waitedMs += pauseMs) {
    if (await holds()) return;
    pauseMs = Math.min(Math.ceil(pauseMs * 1.2), 200);
    await wait(pauseMs);
  }
  throw new Error(`This condition was still false after 40 s: ${what}.`);
}

/**
 * A valid payload for creating a bot on ETH. Its allocation is 2,000 USDT: max_total_size 10,000 divided by leverage 10 and by size ratio
 * 0.5.
 */
export function validRequest(): CreateBotRequest {
  return {
    size_ratio: 0.5,
    basic: {
      symbol: 'ETH-USDT-SWAP',
      direction: 'long',
      leverage: 10,
      margin_type: 'cross',
      max_total_size: '10000',
      auto_reentry: { enabled: true, budget_type: 'percentage' },
    },
    entry: {
      type: '4p',
      count: 4,
      auto_amount: true,
      data: [],
      ai_style: 'aggressive',
      risk_management: { enabled: true, step: 1, trigger_type: 'immediate', ai_trigger_style: 'boost' },
    },
    exit: { take_profit: 0.5, stop_loss: { enabled: false, value: 0, on_bot_end: false } },
    metadata: { name: 'Theme', description: '' },
  };
}

/** Returns a new random idempotency key. */
export function freshKey(): string {
  return randomBytes(12).toString('hex');
}

function secretsOf(sandbox: RunningSandbox): readonly string[] {
  return sandbox.core.allChanges().flatMap((change) => {
    if (change.kind === 'account')
      return change.value.keys.flatMap((key) => [key.apiKey, key.secretKey, key.passphrase]);
    if (change.kind !== 'grant') return [];
    const { code, accessToken, refreshToken } = change.value;
    return [code, accessToken, refreshToken].filter((text) => text !== '');
  });
}

function ledgerOf(sandbox: RunningSandbox, uid: string): ReturnType<TestWorld['ledger']> {
  const account = sandbox.core
    .allChanges()
    .find((change) => change.kind === 'account' && change.value.accountId === uid);
  const label = account?.kind === 'account' ? account.value.label : '';
  // The rows of the ledger are flat records of strings.
  return sandbox.core.ledger(label) as unknown as ReturnType<TestWorld['ledger']>;
}
