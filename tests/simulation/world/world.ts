// The world of one run contains the exchange in memory, the clock, the journal, the network, the bots and the state of the checkers.
import { createHmac } from 'node:crypto';
import type { Log } from '@rondo/engine';
import { createExchangeCore, type AccountKeys, type ExchangeCore } from '@rondo/sandbox';
import {
  createMemoryJournal,
  createVirtualClock,
  seededChance,
  type MemoryJournal,
  type SeededChance,
  type VirtualClock,
} from '@rondo/testkit';
import { createLinkMeters, type LinkMeters } from '../../../apps/server/src/link-health/link-meters.ts';
import { castOf, rowOf, type Cast, type CastBot } from './cast.ts';
import { checkArrival, checkExchange, nothingSeen, type CheckContext, type Violation } from '../checks/checkers.ts';
import { createRoster } from '../checks/roster.ts';
import { count, newCounts, type Counts, type FaultName } from '../checks/counts.ts';
import type { Defect } from '../faults/defects.ts';
import { startProcess, type EngineProcess } from './engine-life.ts';
import type { NetworkDeps, WireWatch } from './network.ts';
import type { Interventions } from '../checks/quiescence.ts';
import { createSocketWatch } from '../checks/socket-watch.ts';
import { calm, type Swarm } from '../faults/swarm.ts';
import { followTruth, type Truth } from '../checks/truth.ts';

/** Builds a second journal, which receives the same calls as the memory journal, so that the results can be compared (journal-mirror.ts). */
export type JournalOf = (
  memory: MemoryJournal,
  clock: VirtualClock,
) => Pick<MemoryJournal, 'connect' | 'disconnect'> & { readonly mayLinger: boolean };

export type WorldOptions = {
  readonly defect?: Defect | null;
  readonly trace?: (line: string) => void;
  readonly journalOf?: JournalOf;
  readonly report: (violation: Violation) => void;
  /** Each entry makes the clock of the machine wrong by `offsetMs`. It applies from `afterMs` after the start of the run until the next entry. */
  readonly clockSteps?: readonly ClockStep[];
};

export type ClockStep = { readonly afterMs: number; readonly offsetMs: number };

export type World = {
  readonly swarm: Swarm;
  readonly cast: Cast;
  readonly startAt: number;
  readonly core: ExchangeCore;
  readonly keys: ReadonlyMap<string, AccountKeys>; // The key is the account id of the product.
  readonly clock: VirtualClock;
  readonly wallOffsetMs: () => number;
  readonly chance: SeededChance;
  readonly journal: MemoryJournal;
  readonly nodes: ReturnType<JournalOf>;
  readonly truth: Truth;
  readonly counts: Counts;
  readonly checks: CheckContext;
  readonly network: NetworkDeps;
  readonly trace: (line: string) => void;
  readonly defect: Defect | null;
  readonly epochs: Map<string, bigint>;
  readonly interventions: Map<string, Interventions>; // The key is the bot id.
  readonly meters: LinkMeters;
  readonly requestCounts: Map<string, { calls: number; failures: number }>; // The numbers of signed requests. The key is the API key.
  readonly lostIds: Set<string>; // The client ids of the orders whose response was lost.
  isChaos: boolean;
  process: EngineProcess | null;
  lives: number;
};

/** All exchanges of the simulation have one seed, so they share the price history of their markets. */
const exchangeSeed = 1;
const paths: NonNullable<Parameters<typeof createExchangeCore>[0]['paths']> = new Map();

/** The exchange settles funding at this instant and then every eight hours. */
const fundingAt = Date.UTC(2026, 0, 5);
const beforeFundingMs = 45_000;
const awayFromFundingMs = 3_610_000;

export const keyedHash = (text: string): string => createHmac('sha256', 'simulation').update(text).digest('hex');

/** Returns the start of a run in epoch milliseconds. A run with funding starts shortly before a funding, and a run without funding starts far from any funding. */
export function startOf(swarm: Swarm): number {
  return swarm.hasFunding ? fundingAt - beforeFundingMs : fundingAt + awayFromFundingMs;
}

/** Builds the world of a run with the conditions `swarm`. Does not start the market or the engine. */
export function buildWorld(swarm: Swarm, options: WorldOptions): World {
  const startAt = startOf(swarm);
  const cast = castOf(swarm);
  const clock = createVirtualClock(startAt);
  const core = createExchangeCore({
    seed: exchangeSeed,
    clock,
    speed: 0,
    paths,
    accounts: cast.accounts.map(({ usdt }) => ({ usdt, posMode: swarm.posMode, environment: 'live' as const })),
  });
  const keys = keysOf(cast, core);
  const truth = followTruth(core);
  truth.follow(clock.now());
  const journal = createMemoryJournal(clock);
  for (const bot of cast.bots) journal.addBot(rowOf(bot, startAt));
  const chance = seededChance(swarm.seed);
  const counts = newCounts();
  const world: World = {
    swarm,
    cast,
    startAt,
    core,
    keys,
    clock,
    wallOffsetMs: () => options.clockSteps?.findLast(({ afterMs }) => clock.now() >= startAt + afterMs)?.offsetMs ?? 0,
    chance,
    journal,
    nodes: options.journalOf?.(journal, clock) ?? { ...journal, mayLinger: true },
    truth,
    counts,
    checks: {
      journal: journal.contents,
      keyedHash,
      roster: createRoster(),
      truth,
      seen: nothingSeen(),
      now: () => clock.now() - startAt,
      report: options.report,
    },
    network: {
      core,
      clock,
      chance: chance.fork('network'),
      counts,
      watch: watchWire(() => world),
      faults: () => (world.isChaos ? swarm : calm),
      onRequestEnd(apiKey, hasResponse) {
        const before = world.requestCounts.get(apiKey) ?? { calls: 0, failures: 0 };
        before.calls += 1;
        if (!hasResponse) before.failures += 1;
        world.requestCounts.set(apiKey, before);
      },
    },
    trace: options.trace ?? (() => undefined),
    defect: options.defect ?? null,
    epochs: new Map(),
    interventions: new Map(cast.bots.map((bot) => [bot.botId, { wasStopped: false, wasEnlarged: false }])),
    meters: createLinkMeters(clock),
    requestCounts: new Map(),
    lostIds: new Set(),
    isChaos: true,
    process: null,
    lives: 0,
  };
  for (const bot of cast.bots) enlist(world, bot);
  return world;
}

function enlist(world: World, bot: CastBot): void {
  const venueAccount = world.keys.get(bot.accountId)?.accountId ?? '';
  const market = world.truth.market(venueAccount, bot.config.instrument.id);
  const before = { fills: market.fills.length, bills: market.bills.length };
  world.checks.roster.add({ ...bot, venueAccount, market, before });
}

function keysOf(cast: Cast, core: ExchangeCore): ReadonlyMap<string, AccountKeys> {
  return new Map(
    cast.accounts.map(({ accountId }, index) => {
      const keys = core.accounts[index];
      if (keys === undefined) throw new Error('The exchange has fewer accounts than the cast.');
      return [accountId, keys];
    }),
  );
}

/** Records that people have stopped a bot or enlarged its position. */
export function noteIntervention(world: World, botId: string, intervention: Partial<Interventions>): void {
  world.interventions.set(botId, {
    wasStopped: false,
    wasEnlarged: false,
    ...world.interventions.get(botId),
    ...intervention,
  });
}

/** Reads the changes at the exchange, writes each changed order to the trace, and checks the invariants. */
export function follow(world: World): void {
  const changed = world.truth.follow(world.clock.now());
  for (const { orders } of changed.values())
    for (const order of orders)
      world.trace(
        `${world.checks.now()} = ${order.clOrdId} ${order.state} ${order.side} ${order.filledLots}/${order.lots} at ${order.ticks}`,
      );
  checkExchange(world.checks, changed);
}

function watchWire(world: () => World): WireWatch {
  const sockets = createSocketWatch(() => world());
  return {
    arrived(request, body) {
      const { trace, checks } = world();
      if (request.method !== 'POST') return;
      trace(`${checks.now()} > ${new URL(request.url).pathname} ${request.body}`);
      if (!request.url.endsWith('/trade/order')) return;
      for (const row of Array.isArray(body) ? body : [body]) checkArrival(checks, row as Record<string, unknown>); // Each row of an order request is a JSON object.
    },
    responseLost: (request) => {
      const id = /"clOrdId":"(\w+)"/.exec(request.body ?? '')?.[1];
      if (id !== undefined && request.url.endsWith('/trade/order')) world().lostIds.add(id);
    },
    touched: () => follow(world()),
    ...sockets,
  };
}

/** Starts a process of the engine. After each kill a new process starts within six seconds. */
export function beginProcess(world: World): void {
  world.lives += 1;
  const name = `node-${world.lives}`;
  const log: Log = {
    write: (level, event, fields) => {
      if (level !== 'debug') world.trace(`${world.checks.now()} ${level} ${event} ${JSON.stringify(fields ?? {})}`);
      // No fault of a run damages the data of a bot, so an error of the program froze this bot.
      if (event === 'bot.frozen')
        world.checks.report({
          invariant: 'L01',
          at: world.checks.now(),
          text: `${fields?.['botId']} is frozen: ${fields?.['cause']}`,
        });
    },
  };
  world.process = startProcess({
    name,
    keys: world.keys,
    clock: world.clock,
    wallOffsetMs: world.wallOffsetMs,
    chance: world.chance.fork(name),
    journal: world.nodes,
    network: world.network,
    checks: world.checks,
    counts: world.counts,
    keyedHash,
    meters: world.meters,
    log,
    defect: world.defect,
    epochs: world.epochs,
    onDeath: () => {
      world.trace(`${world.checks.now()} KILLED ${name}`);
      const chance = world.chance.fork(`${name}/death`);
      // After 70 % of the kills the leases of the process are released immediately. After the other kills the leases have to expire.
      if (chance.happens(0.7) || !world.nodes.mayLinger) world.nodes.disconnect(name);
      world.process = null;
      world.clock.after(chance.between(300, 6_000), () => beginProcess(world));
    },
  });
}

/** While faults are on, kills the process at random intervals. */
export function planKills(world: World): void {
  const chance = world.chance.fork('kills');
  if (world.swarm.killMs <= 0) return;
  const next = (): void => {
    world.clock.after(chance.exponential(world.swarm.killMs) + 1_000, () => {
      if (!world.isChaos) return;
      world.process?.doom();
      next();
    });
  };
  next();
}

/** While faults are on, closes all sockets of the process together every `everyMs` milliseconds. */
export function planCuts(world: World, everyMs: number): void {
  if (everyMs <= 0) return;
  world.clock.after(everyMs, () => {
    if (!world.isChaos) return;
    countFault(world, 'socketGap');
    world.process?.cutSockets();
    planCuts(world, everyMs);
  });
}

export function countFault(world: World, name: FaultName): void {
  count(world.counts.faults, name);
}
