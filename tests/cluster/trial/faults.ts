// The faults of a trial. Each fault ends when running nodes manage all accounts again, and reports every bound that was missed.
import { setTimeout as wait } from 'node:timers/promises';
import type { SeededChance } from '@rondo/testkit';
import type { NodeProcess } from '../../../tools/cluster/node-process.ts';
import { readState } from '../../../tools/cluster/node-process.ts';
import type { FaultKind } from './fault-kinds.ts';
import type { LinkState } from './link.ts';
import type { Ownership } from './ownership.ts';
import type { People } from './people.ts';
import type { Part, TrialWorld } from './world.ts';

/** Decision 58: every bot is managed within 35 s, and within 5 s when the connection of the dead node shows the death. */
const managedWithinMs = 35_000;
const managedAfterDeathMs = 5_000;
/** A longer pause or cut takes the accounts from the node, because the lease ends after 15 s and the takeover has 5 s (decision 58). */
const leaseLostMs = 20_000;
/** An account that is handed over has no owner for at most this time (docs/scale.md). */
const handOverMs = 2_000;
const drainedWithinMs = 60_000;
/** Longer than a restart of the database takes: its supervisor looks once a second. */
const restartedWithinMs = 60_000;

const pauseMs = { least: 1_000, most: 60_000 };
/** The balancer asks the nodes once a second. A person who restarts nodes waits until the balancer uses the node again. */
const balancerSeesMs = 2_000;
/** The bound for the pages during a rolling restart (docs/scale.md). */
const pageBackMs = 3_000;

const cutMs = { least: 1_000, most: 40_000 };
/** Up to one hour, as after a wrong time zone. */
const clockStepMs = { least: 1_000, most: 3_600_000 };
/** Longer than a lease. */
const clockHeldMs = { least: 16_000, most: 25_000 };
const natsAwayMs = { least: 1_000, most: 10_000 };

/** What a fault has done. `violations` has one sentence for each bound that was missed. */
export interface FaultOutcome {
  readonly text: string;
  /** The time until running nodes owned the accounts of a node that was killed, paused or cut off. */
  readonly ownedMs: number | null;
  /** The time until running nodes managed these accounts, or until a draining node had none. */
  readonly managedMs: number | null;
  /** The longest time without an owner of an account that was handed over. */
  readonly gapMs: number | null;
  readonly roll: RollFigures | null;
  readonly violations: readonly string[];
}

/** What people have seen during a rolling restart. `socketMs` is the longest time of a page without a connection. */
export interface RollFigures {
  readonly requests: number;
  readonly failed: number;
  readonly socketMs: number;
}

const unmeasured = { ownedMs: null, managedMs: null, gapMs: null, roll: null } as const;

export interface FaultContext {
  readonly world: TrialWorld;
  readonly ownership: Ownership;
  readonly people: People;
  readonly chance: SeededChance;
}

/** Executes one fault. Resolves when all accounts are managed again, or when a bound was missed. */
export async function executeFault(context: FaultContext, kind: FaultKind): Promise<FaultOutcome> {
  const { world, chance } = context;
  const engine = await pickEngine(context);
  const apis = world.cluster.nodes.filter(({ role }) => role === 'api');
  const api = apis[chance.between(0, apis.length - 1)] ?? engine;
  switch (kind) {
    case 'kill-engine':
      return killEngine(context, engine);
    case 'kill-api':
      return restartApi(context, api);
    case 'pause-engine':
      return pause(context, engine);
    case 'pause-api':
      return pause(context, api);
    case 'cut-database':
      return cut(context, engine, { part: 'database', state: 'cut' });
    case 'cut-database-requests':
      return cut(context, engine, { part: 'database', state: 'requestless' });
    case 'cut-database-responses':
      return cut(context, engine, { part: 'database', state: 'responseless' });
    case 'cut-nats':
      return cut(context, engine, { part: 'nats', state: 'cut' });
    case 'cut-nats-requests':
      return cut(context, engine, { part: 'nats', state: 'requestless' });
    case 'cut-nats-responses':
      return cut(context, engine, { part: 'nats', state: 'responseless' });
    case 'cut-exchange':
      return cut(context, engine, { part: 'exchange', state: 'cut' });
    case 'cut-exchange-requests':
      return cut(context, engine, { part: 'exchange', state: 'requestless' });
    case 'cut-exchange-responses':
      return cut(context, engine, { part: 'exchange', state: 'responseless' });
    case 'kill-database':
      return restartDatabase(context, 'SIGKILL');
    case 'restart-database':
      return restartDatabase(context, 'SIGINT');
    case 'restart-nats':
      return restartNats(context);
    case 'drain':
      return drain(context, engine);
    case 'restart-engine':
      return restartEngine(context, engine, `restart ${engine.name}`);
    case 'change-version':
      return changeVersion(context, engine);
    case 'step-clock':
      return stepClock(context, engine);
    case 'roll':
      return roll(context);
    default:
      return kind satisfies never;
  }
}

/** Picks an engine that owns an account, because a fault of an engine without accounts proves little. */
async function pickEngine({ world, chance }: FaultContext): Promise<NodeProcess> {
  const nodes = await world.store.nodes.list();
  const owners = world.engines.filter((engine) =>
    nodes.some(({ name, accounts }) => name === engine.name && accounts > 0),
  );
  return owners[chance.between(0, owners.length - 1)] ?? chance.pick(world.engines);
}

async function killEngine({ world, ownership }: FaultContext, engine: NodeProcess): Promise<FaultOutcome> {
  const include = await ownership.exclude(engine);
  const beganAt = Date.now();
  await engine.kill();
  const isOnly = world.engines.length === 1;
  const ownedMs = isOnly ? null : await ownership.untilOwned(beganAt, managedAfterDeathMs);
  const managedMs = isOnly ? null : await ownership.untilManaged(beganAt, managedWithinMs);
  await engine.restart();
  include();
  const text = `kill ${engine.name}`;
  const bounds = isOnly ? [] : missedBounds(text, { ownedMs, managedMs, ownedWithinMs: managedAfterDeathMs });
  return {
    ...unmeasured,
    text,
    ownedMs,
    managedMs,
    violations: [...bounds, ...(await healed(ownership, text))],
  };
}

async function restartApi({ ownership }: FaultContext, api: NodeProcess): Promise<FaultOutcome> {
  await api.kill();
  await api.restart();
  const text = `kill ${api.name}`;
  const violations = await healed(ownership, text, async () => (await readState(api)).isReady);
  return { ...unmeasured, text, violations };
}

async function pause(context: FaultContext, node: NodeProcess): Promise<FaultOutcome> {
  const ms = context.chance.between(pauseMs.least, pauseMs.most);
  return disturb(context, {
    node,
    ms,
    text: `pause ${node.name} for ${ms} ms`,
    losesLeases: node.role === 'engine',
    begin: () => process.kill(node.pid, 'SIGSTOP'),
    end: () => process.kill(node.pid, 'SIGCONT'),
  });
}

async function cut(
  context: FaultContext,
  node: NodeProcess,
  { part, state }: { readonly part: Part; readonly state: LinkState },
): Promise<FaultOutcome> {
  const { world, chance } = context;
  const ms = chance.between(cutMs.least, cutMs.most);
  const link = world.linkOf(node, part);
  return disturb(context, {
    node,
    ms,
    text: `${state} link from ${node.name} to ${part} for ${ms} ms`,
    losesLeases: part === 'database',
    begin: () => link.set(state),
    end: () => link.set('open'),
  });
}

interface Disturbance {
  readonly node: NodeProcess;
  readonly ms: number;
  readonly text: string;
  /** True when the other engines take the accounts of the node. */
  readonly losesLeases: boolean;
  readonly begin: () => void;
  readonly end: () => void;
}

/** Disturbs one node for a time. When the time is long enough, the other engines must own and manage all accounts during the disturbance. */
async function disturb({ world, ownership }: FaultContext, disturbance: Disturbance): Promise<FaultOutcome> {
  const { node, ms, text, losesLeases, begin, end } = disturbance;
  const isTaken = losesLeases && ms > leaseLostMs && world.engines.length > 1;
  const include = isTaken ? await ownership.exclude(node) : () => undefined;
  const beganAt = Date.now();
  begin();
  const ownedMs = isTaken ? await ownership.untilOwned(beganAt, leaseLostMs) : null;
  const managedMs = isTaken ? await ownership.untilManaged(beganAt, managedWithinMs) : null;
  await wait(Math.max(0, beganAt + ms - Date.now()));
  end();
  include();
  const bounds = isTaken ? missedBounds(text, { ownedMs, managedMs, ownedWithinMs: leaseLostMs }) : [];
  return {
    ...unmeasured,
    text,
    ownedMs,
    managedMs,
    violations: [...bounds, ...(await healed(ownership, text))],
  };
}

async function restartDatabase({ world, ownership }: FaultContext, signal: NodeJS.Signals): Promise<FaultOutcome> {
  const text = `end the database with ${signal}`;
  const before = await world.databasePid();
  process.kill(before, signal);
  const until = Date.now() + restartedWithinMs;
  while (Date.now() < until && !(await isDatabaseBack(world, before))) await wait(100);
  return { ...unmeasured, text, violations: await healed(ownership, text) };
}

async function isDatabaseBack(world: TrialWorld, before: number): Promise<boolean> {
  return world
    .databasePid()
    .then(async (pid) => pid !== before && (await world.sql`select 1`).length === 1)
    .catch(() => false);
}

async function restartNats({ world, ownership, chance }: FaultContext): Promise<FaultOutcome> {
  const ms = chance.between(natsAwayMs.least, natsAwayMs.most);
  const text = `kill NATS for ${ms} ms`;
  ownership.longestGap();
  await world.cluster.nats.kill();
  await wait(ms);
  await world.cluster.nats.restart();
  const gapMs = ownership.longestGap();
  const lost = gapMs > handOverMs ? [`${text}: an account had no owner for ${gapMs} ms without NATS`] : [];
  return { ...unmeasured, text, gapMs, violations: [...lost, ...(await healed(ownership, text))] };
}

async function drain({ world, ownership }: FaultContext, engine: NodeProcess): Promise<FaultOutcome> {
  const text = `drain ${engine.name}`;
  ownership.longestGap();
  const beganAt = Date.now();
  await world.store.nodes.drain(engine.name);
  const isEmpty = async (): Promise<boolean> =>
    (await world.store.nodes.list()).every(({ name, accounts }) => name !== engine.name || accounts === 0);
  while (world.engines.length > 1 && !(await isEmpty()) && Date.now() - beganAt < drainedWithinMs) await wait(100);
  const drainedMs = Date.now() - beganAt;
  await engine.stop();
  const gapMs = ownership.longestGap();
  await engine.restart();
  const bounds = [
    ...(drainedMs >= drainedWithinMs ? [`${text}: the node had accounts after ${drainedWithinMs} ms`] : []),
    ...(gapMs > handOverMs && world.engines.length > 1 ? [`${text}: an account had no owner for ${gapMs} ms`] : []),
  ];
  return {
    ...unmeasured,
    text,
    managedMs: drainedMs,
    gapMs,
    violations: [...bounds, ...(await healed(ownership, text))],
  };
}

async function restartEngine(
  { world, ownership }: FaultContext,
  engine: NodeProcess,
  text: string,
): Promise<FaultOutcome> {
  ownership.longestGap();
  await engine.stop();
  const gapMs = ownership.longestGap();
  await engine.restart();
  const lost =
    gapMs > handOverMs && world.engines.length > 1 ? [`${text}: an account had no owner for ${gapMs} ms`] : [];
  return { ...unmeasured, text, gapMs, violations: [...lost, ...(await healed(ownership, text))] };
}

/** Restarts an engine with the other of the two versions. */
async function changeVersion(context: FaultContext, engine: NodeProcess): Promise<FaultOutcome> {
  const version = context.world.changeVersion(engine);
  return restartEngine(context, engine, `restart ${engine.name} with the ${version} version`);
}

/** Steps the clock of an engine and back. Its leases, its deadlines and its owners stay as they are. */
async function stepClock({ world, ownership, chance }: FaultContext, engine: NodeProcess): Promise<FaultOutcome> {
  const ms = chance.between(clockStepMs.least, clockStepMs.most) * chance.pick([1, -1]);
  const text = `step the clock of ${engine.name} by ${ms} ms`;
  ownership.longestGap();
  world.stepClock(engine, ms);
  await wait(chance.between(clockHeldMs.least, clockHeldMs.most));
  const during = await healed(ownership, text);
  world.stepClock(engine, 0);
  const gapMs = ownership.longestGap();
  const lost = gapMs > handOverMs ? [`${text}: an account had no owner for ${gapMs} ms`] : [];
  return {
    ...unmeasured,
    text,
    gapMs,
    violations: [...lost, ...during, ...(await healed(ownership, text))],
  };
}

/** Restarts every node, one after the other, while people use the api nodes. No request fails, and each page is soon connected again. */
async function roll({ world, ownership, people }: FaultContext): Promise<FaultOutcome> {
  const text = 'rolling restart of all nodes';
  await people.untilConnected();
  people.report();
  ownership.longestGap();
  const violations: string[] = [];
  for (const node of world.cluster.nodes) {
    await node.stop();
    await node.restart();
    const isReady = async (): Promise<boolean> => (await readState(node)).isReady;
    violations.push(...(await healed(ownership, `${text}: ${node.name}`, isReady)));
    await wait(balancerSeesMs);
  }
  const gapMs = ownership.longestGap();
  const { requests, failed, longestSocketGapMs } = people.report();
  const bounds = [
    ...(gapMs > handOverMs && world.engines.length > 1 ? [`${text}: an account had no owner for ${gapMs} ms`] : []),
    ...(failed.length > 0
      ? [`${text}: ${failed.length} requests failed, such as ${failed.slice(0, 3).join('; ')}`]
      : []),
    ...(longestSocketGapMs > pageBackMs ? [`${text}: a page had no connection for ${longestSocketGapMs} ms`] : []),
  ];
  const figures = `${requests} requests, ${failed.length} failed, pages without a connection for at most ${longestSocketGapMs} ms`;
  return {
    ...unmeasured,
    text: `${text}: ${figures}`,
    gapMs,
    roll: { requests, failed: failed.length, socketMs: longestSocketGapMs },
    violations: [...violations, ...bounds],
  };
}

interface Takeover {
  /** The measured times, or null when the bound was missed. */
  readonly ownedMs: number | null;
  readonly managedMs: number | null;
  readonly ownedWithinMs: number;
}

/** Returns a sentence for each bound of a takeover that was missed. */
function missedBounds(text: string, { ownedMs, managedMs, ownedWithinMs }: Takeover): readonly string[] {
  return [
    ...missed(ownedMs, `${text}: accounts had no owner after ${ownedWithinMs} ms`),
    ...missed(managedMs, `${text}: accounts were not managed after ${managedWithinMs} ms`),
  ];
}

function missed(ms: number | null, sentence: string): readonly string[] {
  return ms === null ? [sentence] : [];
}

/** Waits until all accounts are managed after the end of the fault. Returns a sentence when that takes too long. */
async function healed(
  ownership: Ownership,
  text: string,
  isReady: () => Promise<boolean> = async () => true,
): Promise<readonly string[]> {
  const since = Date.now();
  const ms = await ownership.untilManaged(since, managedWithinMs);
  while (!(await isReady()) && Date.now() - since <= managedWithinMs) await wait(100);
  if (ms !== null && (await isReady())) return [];
  return [`${text}: after its end, not all was well within ${managedWithinMs} ms: ${await ownership.describe()}`];
}
