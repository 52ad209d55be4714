// The world of one run contains the exchange in memory, the clock, the journal, the network, the bots and the state of the checkers.
import { createHmac } from 'node:crypto';
import { createExchangeCore, type AccountKeys, type ExchangeCore } from '@rondo/sandbox';
import {
  createMemoryJournal,
  createVirtualClock,
  seededChance,
  type MemoryJournal,
  type SeededChance,
  type VirtualClock,
} from '@rondo/testkit';
import type { BotRow } from '@rondo/engine';
import { createLinkMeters, type LinkMeters } from '../../../apps/server/src/link-health/link-meters.ts';
import type { InstrumentReport } from '@rondo/engine/ports';
import { castOf, rowOf } from './cast.ts';
import type { Cast, CastBot } from './cast-bot.ts';
import type { Quote } from './quotes.ts';
import { createResponseMemo, noMemo } from './response-memo.ts';
import { checkArrival, checkExchange, nothingSeen, type CheckContext, type Violation } from '../checks/checkers.ts';
import { createCommandWatch, type CommandWatch } from '../checks/command-watch.ts';
import { createRoster, type CheckedBot } from '../checks/roster.ts';
import { count, newCounts, type Counts, type FaultName } from '../checks/counts.ts';
import type { Defect } from '../faults/defects.ts';
import type { EngineProcess } from './engine-life.ts';
import type { NetworkDeps, WireWatch } from './network.ts';
import { placesOrders } from './rare-line.ts';
import type { Interventions } from '../checks/quiescence.ts';
import { createSocketWatch } from '../checks/socket-watch.ts';
import { createOccurrences, type Occurrences, type Reduction } from '../faults/occurrences.ts';
import { noRareFaults, type RareFaults } from '../faults/rare-faults.ts';
import { calm, type Swarm } from '../faults/swarm.ts';
import { createDatabase, type Database } from './database.ts';
import { createRunHash, type RunHash } from '../checks/run-hash.ts';
import { followTruth, type Truth } from '../checks/truth.ts';
import { createMonitors, type Monitors } from '../monitors/monitors.ts';

/** Builds a second journal, which receives the same calls as the memory journal, so that the results can be compared (journal-mirror.ts). */
export type JournalOf = (
  memory: MemoryJournal,
  clock: VirtualClock,
) => Pick<MemoryJournal, 'connect' | 'disconnect'> & {
  readonly mayLinger: boolean;
  /** Stores a bot that is created during the run. The memory journal already contains the bot. */
  storeBot?(row: BotRow): void;
};

export type WorldOptions = {
  readonly defect?: Defect | null;
  readonly trace?: (line: string) => void;
  readonly journalOf?: JournalOf;
  readonly report: (violation: Violation) => void;
  /** Returns the cast of the run. Without it, the cast is drawn from the seed. */
  readonly castOf?: (swarm: Swarm) => Cast;
  /** Each entry makes the clock of the machine wrong by `offsetMs`. It applies from `afterMs` after the start of the run until the next entry. */
  readonly clockSteps?: readonly ClockStep[];
  /** The parts of the run that a smaller run keeps. */
  readonly reduction?: Reduction | null;
  /** The warnings and errors in the log that the scenario of the run causes. */
  readonly expectedLines?: readonly string[];
};

export type ClockStep = { readonly afterMs: number; readonly offsetMs: number };

export type World = {
  readonly swarm: Swarm;
  readonly cast: Cast;
  readonly startAt: number;
  /** The faults end at this time, in milliseconds since the start of the run. */
  readonly chaosEndMs: number;
  readonly core: ExchangeCore;
  readonly keys: ReadonlyMap<string, AccountKeys>; // The key is the account id of the product.
  readonly clock: VirtualClock;
  readonly wallOffsetMs: () => number;
  readonly chance: SeededChance;
  readonly journal: MemoryJournal;
  readonly nodes: ReturnType<JournalOf>;
  readonly truth: Truth;
  readonly counts: Counts;
  readonly occurrences: Occurrences;
  readonly checks: CheckContext;
  readonly monitors: Monitors;
  readonly commandWatch: CommandWatch;
  readonly network: NetworkDeps;
  readonly trace: (line: string) => void;
  /** Returns true for a warning or an error in the log that the scenario of the run expects. */
  readonly isExpectedLine: (event: string) => boolean;
  readonly defect: Defect | null;
  readonly epochs: Map<string, bigint>;
  readonly interventions: Map<string, Interventions>; // The key is the bot id.
  readonly meters: LinkMeters;
  readonly requestCounts: Map<string, { calls: number; failures: number }>; // The numbers of signed requests. The key is the API key.
  readonly lostIds: Set<string>; // The client ids of the orders whose response was lost.
  /** The prices of the traded instruments. Only a long run sets them. */
  readonly quotes: Map<string, Quote>;
  readonly machines: readonly Machine[];
  readonly database: Database;
  /** Until this time the exchange refuses everything, and the tickers do not change. */
  darkUntil: number;
  /** Until these times the keys of the accounts may not trade, or the engine has not noticed that they may. */
  readonly refusedUntil: Map<string, number>;
  pricesFrozenUntil: number;
  /** From and until these times the exchange repeats its prices with their old times. */
  pricesRepeatedSince: number;
  pricesRepeatedUntil: number;
  /** The instruments whose trading state has changed. */
  readonly instruments: Map<string, InstrumentReport>;
  /** Until this time the network of a process may be down. */
  outageUntil: number;
  /** The bots whose exit a user cancelled by hand. */
  readonly exitCancelled: Set<string>;
  /** Until this time a pause, a partition or a silent exchange may delay messages. */
  troubledUntil: number;
  readonly hash: RunHash;
  readonly onEvent: (kind: string, ...texts: readonly string[]) => void;
  isChaos: boolean;
  /** The number of processes that were started on all machines. */
  lives: number;
  /** The number of events until now: messages that arrived, commits, and price moves. */
  events: number;
};

/** A machine that runs one process of the engine at a time. `process` is null between a kill and the next start. */
export type Machine = { readonly label: string; clockOffsetMs: number; process: EngineProcess | null };

/** All exchanges of the simulation have one seed, so they share the price history of their markets. */
const exchangeSeed = 1;
const paths: NonNullable<Parameters<typeof createExchangeCore>[0]['paths']> = new Map();

const smallGapCheckMs = 1_000;

/** The exchange settles funding at this instant and then every eight hours. */
const fundingAt = Date.UTC(2026, 0, 5);
const beforeFundingMs = 45_000;
const awayFromFundingMs = 3_610_000;

const hashes = new Map<string, string>();
const cachedHashesMax = 50_000;

/** Returns the HMAC of a text. The results are cached, because the engine computes the client ids of all desired orders in every pass. */
export function keyedHash(text: string): string {
  const known = hashes.get(text);
  if (known !== undefined) return known;
  if (hashes.size >= cachedHashesMax) hashes.clear();
  const made = createHmac('sha256', 'simulation').update(text).digest('hex');
  hashes.set(text, made);
  return made;
}

/** Returns the start of a run in epoch milliseconds. A run with funding starts shortly before a funding, and a run without funding starts far from any funding. */
export function startOf(swarm: Swarm): number {
  return swarm.hasFunding ? fundingAt - beforeFundingMs : fundingAt + awayFromFundingMs;
}

/** Builds the world of a run with the conditions `swarm`. Does not start the market or the engine. */
export function buildWorld(swarm: Swarm, options: WorldOptions): World {
  const startAt = startOf(swarm);
  const reduction = options.reduction ?? null;
  const cast = keptCast(options.castOf?.(swarm) ?? castOf(swarm), reduction);
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
  const occurrences = createOccurrences(reduction, () => clock.now() - startAt);
  const rare = (): RareFaults => (world.isChaos ? swarm.rare : noRareFaults);
  const checks: CheckContext = {
    journal: journal.contents,
    keyedHash,
    roster: createRoster(),
    truth,
    seen: nothingSeen(),
    secrets: [...keys.values()].flatMap(({ secretKey, passphrase }) => [secretKey, passphrase]),
    now: () => clock.now() - startAt,
    report: options.report,
  };
  const isExpectedLine = (event: string): boolean => options.expectedLines?.includes(event) ?? false;
  const accounts = new Map([...keys].map(([accountId, { apiKey }]) => [apiKey, accountId]));
  const world: World = {
    swarm,
    cast,
    startAt,
    chaosEndMs: Math.min(swarm.chaosMs, reduction?.chaosEndMs ?? swarm.chaosMs),
    core,
    keys,
    clock,
    wallOffsetMs: () => options.clockSteps?.findLast(({ afterMs }) => clock.now() >= startAt + afterMs)?.offsetMs ?? 0,
    chance,
    journal,
    nodes: options.journalOf?.(journal, clock) ?? { ...journal, mayLinger: true },
    truth,
    counts,
    occurrences,
    checks,
    monitors: createMonitors({
      context: checks,
      clock,
      truth,
      faults: counts.faults,
      disturbedUntil: () => Math.max(world.darkUntil, world.troubledUntil, world.pricesFrozenUntil, world.outageUntil),
      refusedUntil: (accountId) => world.refusedUntil.get(accountId) ?? 0,
      holderOf: (accountId) => journal.holderOf(accountId),
      accountOf: (apiKey) => accounts.get(apiKey),
      databaseCutSince: (process) => world.database.cutSince(process),
      mayBeBusy: () => swarm.rare.busy > 0 || swarm.rare.banMs > 0,
      isExpectedLine,
      isExempt: ({ botId }) =>
        world.interventions.get(botId)?.wasEnlarged === true ||
        world.exitCancelled.has(botId) ||
        journal.contents.views.get(botId)?.endReason === 'frozen',
    }),
    commandWatch: createCommandWatch(
      () => world.checks,
      () => clock.now(),
    ),
    network: {
      core,
      clock,
      chance: chance.fork('network'),
      counts,
      occurs: occurrences.occurs,
      watch: watchWire(() => world),
      faults: () => (world.isChaos ? swarm : calm),
      gapCheckMs: swarm.crew === null ? smallGapCheckMs : Number.POSITIVE_INFINITY,
      rare,
      rareChance: chance.fork('rare faults'),
      lists: new Map(),
      onEvent: (kind, ...texts) => world.onEvent(kind, ...texts),
      memo:
        swarm.crew === null
          ? noMemo
          : createResponseMemo(truth, new Map(core.accounts.map(({ apiKey, accountId }) => [apiKey, accountId]))),
      onRequestEnd(apiKey, hasResponse) {
        const before = world.requestCounts.get(apiKey) ?? { calls: 0, failures: 0 };
        before.calls += 1;
        if (!hasResponse) before.failures += 1;
        world.requestCounts.set(apiKey, before);
      },
    },
    trace: options.trace ?? (() => undefined),
    isExpectedLine,
    defect: options.defect ?? null,
    epochs: new Map(),
    interventions: new Map(),
    meters: createLinkMeters(clock),
    requestCounts: new Map(),
    lostIds: new Set(),
    quotes: new Map(),
    machines: Array.from({ length: reduction?.machines ?? swarm.machines }, (_, index) => ({
      label: 'abc'[index] ?? '',
      clockOffsetMs: 0,
      process: null,
    })),
    database: createDatabase({ clock, chance: chance.fork('database'), counts, rare, occurs: occurrences.occurs }),
    darkUntil: 0,
    refusedUntil: new Map(),
    pricesFrozenUntil: 0,
    pricesRepeatedSince: 0,
    pricesRepeatedUntil: 0,
    instruments: new Map(),
    outageUntil: 0,
    exitCancelled: new Set(),
    troubledUntil: 0,
    hash: createRunHash(),
    onEvent(kind, ...texts) {
      world.events += 1;
      world.hash.add(world.clock.now(), kind, texts);
    },
    isChaos: true,
    lives: 0,
    events: 0,
  };
  for (const bot of cast.bots) enlist(world, bot);
  return world;
}

// Returns the bots that a smaller run keeps, and their accounts.
function keptCast(cast: Cast, reduction: Reduction | null): Cast {
  const kept = reduction?.bots;
  if (kept === undefined) return cast;
  const bots = cast.bots.filter(({ botId }) => kept.includes(botId));
  return { bots, accounts: cast.accounts.filter((each) => bots.some(({ accountId }) => accountId === each.accountId)) };
}

/** Adds a bot to the roster with its market. The row of the bot must be in the journal. */
export function enlist(world: World, bot: CastBot): CheckedBot {
  const venueAccount = world.keys.get(bot.accountId)?.accountId ?? '';
  const market = world.truth.market(venueAccount, bot.config.instrument.id);
  const before = { fills: market.fills.length, bills: market.bills.length };
  const predecessor = world.checks.roster.inMarket(market);
  if (predecessor !== undefined) predecessor.after = before;
  const checked: CheckedBot = { ...bot, venueAccount, market, before, after: null, createdAt: world.clock.now() };
  world.checks.roster.add(checked);
  world.interventions.set(bot.botId, { wasStopped: false, wasEnlarged: false });
  return checked;
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
  world.monitors.exchangeChanged(changed);
}

function watchWire(world: () => World): WireWatch {
  const sockets = createSocketWatch(() => world());
  return {
    arrived(request, body) {
      const { trace, checks } = world();
      if (request.method !== 'POST') return;
      trace(`${checks.now()} > ${new URL(request.url).pathname} ${request.body}`);
      world().monitors.arrived(request, body);
      if (!placesOrders(request.url)) return;
      for (const row of Array.isArray(body) ? body : [body]) checkArrival(checks, row as Record<string, unknown>); // Each row of an order request is a JSON object.
    },
    responseLost: (request) => {
      if (!placesOrders(request.url)) return;
      for (const [, id = ''] of (request.body ?? '').matchAll(/"clOrdId":"(\w+)"/g)) world().lostIds.add(id);
    },
    sent(process, request) {
      world().monitors.sent(process, request);
      world().commandWatch.sent(request);
    },
    received: (process, request, response) => world().monitors.received(process, request, response),
    wentDown: (until) => void (world().outageUntil = Math.max(world().outageUntil, until)),
    touched: () => follow(world()),
    responded: (request, sentAt) => world().commandWatch.responded(request, sentAt),
    ...sockets,
  };
}

export function countFault(world: World, name: FaultName): void {
  count(world.counts.faults, name);
}
