// Moves people between two databases while their bots trade. Each database has its own PostgreSQL and nodes, and both use one exchange. The command is killed at
// random times and typed again. At the end, all bots are stopped in the second database, and every fill is compared with the exchange.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { databaseUser, openStore, startEmbedded, type Store } from '@rondo/store';
import { seededChance, type SeededChance } from '@rondo/testkit';
import { connectRaw, silentLog } from '@rondo/testkit/database';
import { startCluster, type Cluster, type Ending } from '../../../tools/cluster/cluster.ts';
import { startNode, type NodeProcess } from '../../../tools/cluster/node-process.ts';
import { isReady } from '../../../tools/cluster/balancer.ts';
import {
  compareAccount,
  createBot,
  crashInstrument,
  openCaller,
  stopBot,
  waitForEnd,
  type CrashAccount,
} from '../../e2e/crash/accounts.ts';
import { startPriceSwing } from '../../e2e/support/price-swing.ts';
import { waitFor } from '../../e2e/support/product.ts';
import { addPerson, linkAccount, password, type LinkWorld } from './accounts.ts';
import { checkJournal } from './journal-checks.ts';

export interface MoveTrialOptions {
  readonly people: number;
  /** How often the command is killed. */
  readonly kills: number;
  readonly seed: number;
  /** The folder for data and logs. It must not exist. */
  readonly home: string;
}

export interface MoveTrialResult {
  readonly orders: number;
  readonly fills: number;
  /** The intents that the nodes of the second database have stored. */
  readonly laterIntents: number;
  /** How often the command was killed. */
  readonly killed: number;
  /** The longest time for which an account had no owner, while no command was killed. */
  readonly longestGapMs: number;
  readonly moveMs: number;
  readonly violations: readonly string[];
}

const lookEveryMs = 100;
const tradesForMs = 15_000;
const readyWithinMs = 120_000;
/** The command is killed so long after it has begun a move. One move takes about 100 ms. */
const killAfterMs = { least: 0, most: 120 };
const moveLookMs = 5;

interface Person {
  readonly email: string;
  readonly account: CrashAccount;
}

interface Side {
  readonly store: Store;
  readonly sql: ReturnType<typeof connectRaw>;
}

/** Runs the trial and ends every process that it has started. `write` gets one line for each step. */
export async function runMoveTrial(options: MoveTrialOptions, write: (line: string) => void): Promise<MoveTrialResult> {
  const endings: Ending[] = [];
  const end = (name: string, stop: () => Promise<unknown>): void => void endings.push({ name, stop });
  try {
    const { home } = options;
    const changes = { speed: 0, environmentOf: () => ({ RONDO_DEMO: 'none' }) };
    const cluster = await startCluster({ home, engines: 2, apis: 1, port: 0 }, endings, changes);
    const source = await openSide(cluster, cluster.databaseUrl, { ...cluster.database, end });
    const chance = seededChance(String(options.seed));
    const swing = startPriceSwing(home, crashInstrument.id, {
      first: await priceOf(home),
      chance: chance.fork('tide'),
    });
    end('prices', () => swing.stop());
    const people = await openPeople({ home, cluster, ...source }, cluster.balancer, options.people);
    write(`${people.length} people trade`);
    await wait(tradesForMs);

    const database = await startEmbedded({ dataFolder: path.join(home, 'database-2'), log: silentLog });
    end('second PostgreSQL', () => database.stop());
    const targetUrl = `postgres:///postgres?host=${database.socketFolder}&port=${database.port}&user=${databaseUser}`;
    const command = commandOf(cluster, { home, targetUrl });
    // The first call prepares the second database, so that its nodes get the keys of the installation.
    await command(['--accounts', '1']);
    const target = await openSide(cluster, targetUrl, { ...database, end });
    const [, api] = await Promise.all([
      startSecondNode(cluster, { home, targetUrl, role: 'engine', end }),
      startSecondNode(cluster, { home, targetUrl, role: 'api', end }),
    ]);
    write('the nodes of the second database are ready');
    const watch = watchOwners(source, target);
    end('watch', () => watch.stop());
    const beganAt = Date.now();
    const killed = await killCommands(command, { source, chance, kills: options.kills, write });
    const moveMs = Date.now() - beganAt;
    write(`all people are in the second database after ${moveMs} ms, the command was killed ${killed} times`);
    await wait(tradesForMs);
    const compared = await endBots({ home, origin: api.url, people });
    const violations = [
      ...watch.violations(),
      ...compared.flatMap(({ disagreements }) => disagreements),
      ...(await checkJournal({ home, sql: target.sql }, { list: people.map(({ account }) => account) })),
      ...(await checkSource(source, target)),
    ];
    return {
      orders: compared.reduce((sum, { orders }) => sum + orders, 0),
      fills: compared.reduce((sum, { fills }) => sum + fills, 0),
      laterIntents: await laterIntents(target),
      killed,
      longestGapMs: watch.longestGapMs(),
      moveMs,
      violations,
    };
  } finally {
    for (const { stop } of endings.toReversed()) await stop().catch(() => undefined);
  }
}

async function openSide(
  { masterKey }: Cluster,
  databaseUrl: string,
  place: {
    readonly socketFolder: string;
    readonly port: number;
    readonly end: (name: string, stop: () => Promise<unknown>) => void;
  },
): Promise<Side> {
  const store = await openStore({ databaseUrl, masterKey, log: silentLog });
  place.end('store', () => store.close());
  const sql = connectRaw(place, 'postgres');
  place.end('connection', () => sql.end({ timeout: 1 }));
  return { store, sql };
}

async function priceOf(home: string): Promise<number> {
  const { exchangeOf } = await import('../../e2e/support/exchange-truth.ts');
  const response = await fetch(`${exchangeOf(home).rest}/api/v5/market/ticker?instId=${crashInstrument.id}`);
  const { data } = (await response.json()) as { readonly data: readonly { readonly last: string }[] }; // OKX defines this shape.
  return Number(data[0]?.last);
}

/** Creates people with one account and one bot each. */
async function openPeople(world: LinkWorld, origin: string, count: number): Promise<readonly Person[]> {
  const people: Person[] = [];
  for (let number = 1; number <= count; number += 1) {
    const label = `person ${number}`;
    const email = await addPerson(world.store, number);
    people.push({ email, account: { id: await linkAccount(world, label, email), label, botIds: [] } });
  }
  for (const [index, { email, account }] of people.entries())
    await createBot(openCaller({ origin }, { email, password }), account, index % 2 === 0 ? 'long' : 'short');
  return people;
}

interface Place {
  readonly home: string;
  readonly targetUrl: string;
}

interface Typed {
  readonly child: ChildProcess;
  /** Resolves with the exit code, or with null after a kill. */
  readonly ended: Promise<number | null>;
}

type TypeCommand = (args: readonly string[], onStart?: (child: ChildProcess) => void) => Promise<number | null>;

/** Returns a function that types `rondo move`. */
function commandOf(cluster: Cluster, { home, targetUrl }: Place): TypeCommand {
  return async (args, onStart) => {
    const key = await cluster.masterKey.read();
    const { child, ended } = typeCommand(['move', '--to', targetUrl, ...args], {
      DATABASE_URL: cluster.databaseUrl,
      RONDO_MASTER_KEY: Buffer.from(key ?? []).toString('hex'),
      RONDO_HOME: path.join(home, 'command'),
    });
    onStart?.(child);
    return ended;
  };
}

function typeCommand(args: readonly string[], environment: Readonly<Record<string, string>>): Typed {
  const child = spawn(process.execPath, [path.join('tools', 'rondo.mjs'), ...args], {
    stdio: 'ignore',
    env: { ...process.env, ...environment },
  });
  const ended = once(child, 'exit').then(([code]) => (typeof code === 'number' ? code : null));
  return { child, ended };
}

async function startSecondNode(
  cluster: Cluster,
  {
    home,
    targetUrl,
    role,
    end,
  }: Place & { readonly role: 'api' | 'engine'; readonly end: (name: string, stop: () => Promise<unknown>) => void },
): Promise<NodeProcess> {
  const key = await cluster.masterKey.read();
  const node = await startNode({
    name: `second-${role}`,
    role,
    folder: path.join(home, `second-${role}`),
    programFolder: '.',
    environment: {
      DATABASE_URL: targetUrl,
      RONDO_MASTER_KEY: Buffer.from(key ?? []).toString('hex'),
      RONDO_SANDBOX_STATUS: path.join(home, 'sandbox', 'server.json'),
      RONDO_DEMO: 'none',
    },
  });
  end(node.name, () => node.stop());
  await waitFor(`the node ${node.name}`, readyWithinMs, () => isReady(node.url));
  return node;
}

/** Types the command again and again until the first database has no accounts of people, and kills it at random times. Returns how often it was killed. */
async function killCommands(
  command: TypeCommand,
  {
    source,
    chance,
    kills,
    write,
  }: {
    readonly source: Side;
    readonly chance: SeededChance;
    readonly kills: number;
    readonly write: (line: string) => void;
  },
): Promise<number> {
  let killed = 0;
  for (let turn = 0; turn < kills + 20; turn += 1) {
    const [left] = await source.sql`
      select (select count(*) from exchange_accounts a join users u on u.id = a.user_id where a.unlinked_at is null and u.role = 'member' and u.email like 'person-%')::int as people,
        (select count(*) from person_moves where ended_at is null)::int as moves`;
    if (Number(left?.['people']) + Number(left?.['moves']) === 0) return killed;
    write(`${String(left?.['people'])} accounts and ${String(left?.['moves'])} unfinished moves are left`);
    const afterMs = killed < kills ? chance.between(killAfterMs.least, killAfterMs.most) : null;
    const [done] = await source.sql`select count(*)::int as moves from person_moves`;
    const code = await command(['--accounts', '1000'], (child) => {
      if (afterMs !== null) void killInMove(child, { source, moves: Number(done?.['moves']), afterMs });
    });
    if (code === null) killed += 1;
  }
  throw new Error('The people were not moved.');
}

/** Kills the command `afterMs` after it has begun a new move. */
async function killInMove(
  child: ChildProcess,
  { source, moves, afterMs }: { readonly source: Side; readonly moves: number; readonly afterMs: number },
): Promise<void> {
  while (child.exitCode === null) {
    const [row] = await source.sql`select count(*)::int as moves from person_moves`;
    if (Number(row?.['moves']) > moves) break;
    await wait(moveLookMs);
  }
  await wait(afterMs);
  child.kill('SIGKILL');
}

/** Looks which accounts both databases own, and how long an account has no owner in both. */
function watchOwners(source: Side, target: Side) {
  const violations = new Set<string>();
  const unownedSince = new Map<string, number>();
  let longestGapMs = 0;
  let isStopped = false;
  const look = async (): Promise<void> => {
    // A person leaves the first database before the second one owns the accounts, so the second one is read first.
    const there = await ownersOf(target);
    const here = await ownersOf(source);
    const now = Date.now();
    for (const accountId of new Set([...there.keys(), ...here.keys()])) {
      const isOwned = there.get(accountId) === true || here.get(accountId) === true;
      if (there.get(accountId) === true && here.get(accountId) === true)
        violations.add(`${accountId} has an owner in both databases`);
      const since = isOwned ? now : (unownedSince.get(accountId) ?? now);
      if (isOwned) unownedSince.delete(accountId);
      else unownedSince.set(accountId, since);
      longestGapMs = Math.max(longestGapMs, now - since);
    }
  };
  const watching = (async () => {
    while (!isStopped) {
      await look();
      await wait(lookEveryMs);
    }
  })();
  return {
    violations: () => [...violations],
    longestGapMs: () => longestGapMs,
    async stop() {
      isStopped = true;
      await watching;
    },
  };
}

async function ownersOf({ sql, store }: Side): Promise<ReadonlyMap<string, boolean>> {
  const rows = await sql`
    select a.id, exists (select 1 from leases l join nodes n on n.incarnation = l.node_id
      where l.account_id = a.id and n.dead_at is null and n.seen_until > clock_timestamp()) as is_owned from exchange_accounts a where a.id <> ${store.honey.ids.accountId}`;
  return new Map(rows.map((row) => [String(row['id']), row['is_owned'] === true]));
}

/** Stops all bots through the nodes of the second database, and compares their fills with the exchange. */
async function endBots({
  home,
  origin,
  people,
}: {
  readonly home: string;
  readonly origin: string;
  readonly people: readonly Person[];
}) {
  const callOf = ({ email }: Person) => openCaller({ origin }, { email, password });
  const calls = people.map((person) => ({ person, call: callOf(person) }));
  for (const { person, call } of calls) await stopBot(call, person.account);
  const compared = [];
  for (const { person, call } of calls) {
    await waitForEnd(call, person.account);
    compared.push(await compareAccount(call, home, person.account));
  }
  return compared;
}

/** Returns the number of intents after the fences. */
async function laterIntents({ sql }: Side): Promise<number> {
  const [row] = await sql`
    select count(*)::int as count from intents i
    where i.epoch > (select min(h.epoch) from lease_history h where h.account_id = i.account_id and h.owner = 'moving')`;
  return Number(row?.['count']);
}

/** The first database has no intent that the second one lacks, and no owner after the fence. */
async function checkSource(source: Side, target: Side): Promise<readonly string[]> {
  const intents = await source.sql`select account_id, id, epoch::text from intents`;
  const known = await target.sql`select account_id || ' ' || id as name from intents`;
  const names = new Set(known.map((row) => String(row['name'])));
  const owners = await source.sql`
    select h.account_id from lease_history h join person_moves m on m.state = 'done' join exchange_accounts a on a.id = h.account_id and a.user_id = m.user_id
    where h.epoch > (select min(f.epoch) from lease_history f where f.account_id = h.account_id and f.owner = 'moving')`;
  return [
    ...intents
      .filter((row) => !names.has(`${String(row['account_id'])} ${String(row['id'])}`))
      .map((row) => `the intent ${String(row['id'])} of ${String(row['account_id'])} is only in the first database`),
    ...owners.map((row) => `${String(row['account_id'])} had an owner in the first database after the fence`),
  ];
}
