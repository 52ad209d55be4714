// Executes one run. The real engine and the real client trade on an exchange in memory. The clock is virtual, and the seed selects the faults.
import type { LinkFigures } from '../../apps/server/src/link-health/link-meters.ts';
import type { Violation } from './checks/checkers.ts';
import { orderOf } from './checks/checkers.ts';
import type { CheckedBot } from './checks/roster.ts';
import { count, type Counts } from './checks/counts.ts';
import type { Defect } from './faults/defects.ts';
import { beginMarket } from './world/market.ts';
import { planManualTrading, planCommands } from './world/people.ts';
import { checkAccounts } from './checks/accountant.ts';
import { checkQuiescence } from './checks/quiescence.ts';
import type { Occurrence, Reduction } from './faults/occurrences.ts';
import { drawSwarm, type Swarm } from './faults/swarm.ts';
import { planLevers } from './faults/levers.ts';
import { drawLongSwarm } from './faults/long-swarm.ts';
import { beginProcesses, planCuts, planKills } from './world/machines.ts';
import { planSuccessors } from './world/seats.ts';
import { buildWorld, keyedHash, type ClockStep, type JournalOf, type World, type WorldOptions } from './world/world.ts';

const dayMs = 86_400_000;
const hourMs = 3_600_000;
const secondLookMs = 60_000;
/** A run that ends after a violation looks for one at this interval of virtual time. */
const sliceMs = 60_000;

export type RunOptions = {
  /** True for a long run, whose swarm `drawLongSwarm` draws. */
  readonly isLong?: boolean;
  readonly defect?: Defect | null;
  readonly trace?: (line: string) => void;
  readonly journalOf?: JournalOf;
  /** These conditions replace the conditions that the seed selects. */
  readonly swarm?: Partial<Swarm>;
  /** While faults are on, all sockets of the process are closed at this interval in milliseconds. */
  readonly cutSocketsEveryMs?: number;
  /** The errors of the clock of the machine on which the engine runs. */
  readonly clockSteps?: readonly ClockStep[];
  /** The faults begin this many milliseconds after the start. */
  readonly calmMs?: number;
  /** The run is a smaller one: it keeps only these parts, and it records the occurrences of its faults. */
  readonly reduction?: Reduction;
  /** The run ends soon after a violation of this invariant. */
  readonly endsAfter?: string;
  /** Returns the cast of the run. Without it, the cast is drawn from the seed. */
  readonly castOf?: NonNullable<WorldOptions['castOf']>;
  /** Plans the events of a named scenario. */
  readonly script?: (world: World) => void;
  /** The warnings and errors in the log that the script causes. */
  readonly expectedLines?: readonly string[];
};

export type MeasuredLink = {
  readonly figures: LinkFigures;
  readonly isReady: boolean;
  readonly isKeyAccepted: boolean;
  readonly requestCounts: { readonly calls: number; readonly failures: number };
};

export type RunResult = {
  readonly swarm: Swarm;
  readonly violations: readonly Violation[];
  readonly counts: Counts;
  /** The occurrences of the faults. Only a run with a reduction records them. */
  readonly occurrences: readonly Occurrence[];
  /** The number of fills at the exchange. */
  readonly fills: number;
  /** The number of messages that arrived, of commits and of price moves. */
  readonly events: number;
  /** The sum of the times in which the bots were active, in milliseconds. */
  readonly botMs: number;
  /** The largest number of stop losses of one bot within an hour. */
  readonly stopsPerHour: number;
  /** For each link: its figures when the faults end, and the number of its calls that the network counted. */
  readonly links: readonly MeasuredLink[];
  /** The names of the warnings and errors in the log. */
  readonly log: ReadonlySet<string>;
  /** For each invariant with a bound: the longest duration of one of its conditions in milliseconds, with the time of faults. */
  readonly longest: ReadonlyMap<string, number>;
  /** A hash of all messages and commits with their times, of the states of the bots, and of the numbers of fills and intents. Two runs of one seed have equal fingerprints. */
  readonly fingerprint: string;
  /** The hash of all messages and commits after each thousand of them. */
  readonly marks: readonly string[];
};

/** Runs one seed: first the phase with faults, then the healing phase without faults. Returns the violations and the counts of both phases. */
export async function runSeed(seed: string, options: RunOptions = {}): Promise<RunResult> {
  const violations: Violation[] = [];
  const report = (violation: Violation): void => {
    if (!violations.some((each) => each.text === violation.text)) violations.push(violation);
    options.trace?.(`VIOLATION ${violation.invariant} ${violation.text}`);
  };
  const world = buildWorld(swarmOf(seed, options), { ...options, report });
  const { swarm, clock, startAt, chaosEndMs } = world;
  beginMarket(world);
  beginProcesses(world);
  planKills(world);
  planCommands(world);
  planManualTrading(world);
  if (swarm.crew !== null) planSuccessors(world);
  planLevers(world);
  options.script?.(world);
  const calmMs = options.calmMs ?? 0;
  world.isChaos = calmMs === 0;
  await clock.runUntil(startAt + calmMs);
  world.isChaos = true;
  planCuts(world, options.cutSocketsEveryMs ?? 0);
  const hasEnded = (): boolean => violations.some(({ invariant }) => invariant === options.endsAfter);
  for (let at = calmMs; at < chaosEndMs && !hasEnded(); at += sliceMs)
    await clock.runUntil(startAt + Math.min(at + sliceMs, chaosEndMs));
  const links = measuredLinks(world);
  world.isChaos = false;
  options.trace?.('--- healing');
  if (!hasEnded()) await clock.runUntil(startAt + chaosEndMs + swarm.healMs);
  if (!hasEnded()) await checkEnd(world, report);
  for (const bot of world.checks.roster.all) countGoals(world, bot.botId);
  countOrderGoals(world);
  for (const { process } of world.machines) process?.engine.stop().catch(() => undefined);
  const markets = new Set(world.checks.roster.all.map(({ market }) => market));
  const fills = [...markets].reduce((sum, market) => sum + market.fills.length, 0);
  return {
    swarm,
    violations,
    counts: world.counts,
    occurrences: world.occurrences.taken,
    fills,
    events: world.events,
    botMs: botMsOf(world),
    stopsPerHour: stopsPerHourOf(world),
    links,
    log: world.monitors.loggedNames(),
    longest: world.monitors.longest(),
    fingerprint: fingerprintOf(world),
    marks: world.hash.marks,
  };
}

/** Returns the conditions of the run of a seed. */
export function swarmOf(seed: string, options: Pick<RunOptions, 'isLong' | 'defect' | 'swarm'>): Swarm {
  const drawn = options.isLong === true ? drawLongSwarm(seed) : drawSwarm(seed);
  return { ...drawn, ...options.defect?.swarm, ...options.swarm };
}

// Checks the end of the run. In a long run a bot may act at any time, for example when a wait for margin ends, so a bot with a violation is
// checked once more a minute later.
async function checkEnd(world: World, report: (violation: Violation) => void): Promise<void> {
  const found = (bot: CheckedBot): readonly Violation[] => {
    const violations: Violation[] = [];
    const context = { ...world.checks, report: (violation: Violation) => void violations.push(violation) };
    checkQuiescence(context, bot, world.interventions.get(bot.botId) ?? { wasStopped: false, wasEnlarged: false });
    return violations;
  };
  const bots = world.checks.roster.all;
  const suspects = world.swarm.crew === null ? bots : bots.filter((bot) => found(bot).length > 0);
  if (world.swarm.crew !== null && suspects.length > 0) await world.clock.pass(secondLookMs);
  for (const violation of suspects.flatMap(found)) report(violation);
  checkAccounts({ context: world.checks, truth: world.truth });
  world.monitors.finish();
}

function measuredLinks(world: World): readonly MeasuredLink[] {
  return [...world.keys].map(([accountId, { apiKey }]) => {
    const now = world.meters.now(accountId);
    return {
      figures: world.meters.figures(accountId, dayMs),
      isReady: now?.isReady === true,
      isKeyAccepted: now?.isKeyAccepted === true,
      requestCounts: { ...(world.requestCounts.get(apiKey) ?? { calls: 0, failures: 0 }) },
    };
  });
}

function botMsOf(world: World): number {
  const now = world.clock.now();
  return world.checks.roster.all.reduce((sum, { botId, createdAt }) => {
    const endedAt = world.journal.contents.views.get(botId)?.endedAt ?? now;
    return sum + endedAt - createdAt;
  }, 0);
}

function stopsPerHourOf(world: World): number {
  const most = world.checks.roster.all.map(({ botId }) => {
    const stops = world.journal.contents.logs
      .filter((line) => line.botId === botId && line.messageKey === 'bots.log.roundCompleted')
      .filter((line) => line.parameters['reason'] === 'stop_loss')
      .map((line) => line.at);
    return Math.max(0, ...stops.map((first) => stops.filter((at) => at >= first && at < first + hourMs).length));
  });
  return Math.max(0, ...most);
}

function fingerprintOf(world: World): string {
  const states = world.checks.roster.all.map((bot) => {
    const view = world.journal.contents.views.get(bot.botId);
    return `${view?.state}${bot.market.fills.length}`;
  });
  return keyedHash(`${states.join('')}${world.journal.contents.intents.size}${world.hash.text()}`).slice(0, 16);
}

function countGoals(world: World, botId: string): void {
  const { goals } = world.counts;
  const { contents } = world.journal;
  const view = contents.views.get(botId);
  const lines = contents.logs.filter((line) => line.botId === botId);
  const keys = lines.map((line) => line.messageKey);
  const rounds = keys.filter((key) => key === 'bots.log.roundCompleted').length;
  for (let index = 0; index < rounds; index += 1) count(goals, 'roundCompleted');
  if (rounds >= 3) count(goals, 'threeRounds');
  if (keys.includes('bots.log.cycleCompleted')) count(goals, 'cycleCompleted');
  if (keys.includes('bots.log.stepBlocked')) count(goals, 'stepBlocked');
  const steps = String(world.checks.roster.byId(botId)?.config.martinSteps);
  if (lines.some((line) => line.messageKey === 'bots.log.stepFilled' && line.parameters['step'] === steps))
    count(goals, 'ladderFilled');
  if (keys.includes('bots.log.roundCompleted') && lines.some((line) => line.parameters['reason'] === 'stop_loss'))
    count(goals, 'stopLoss');
  if (keys.includes('bots.log.roundDelayed')) count(goals, 'waitedAfterStop');
  if (lines.some((line) => line.messageKey === 'bots.log.released' && line.parameters['reason'] === 'user'))
    count(goals, 'holdEnded');
  if (view?.endReason === 'stopped_closed') count(goals, 'stopClosed');
  if (view?.endReason === 'stopped_left_open') count(goals, 'stopLeft');
  if (view?.endReason === 'liquidated') count(goals, 'liquidated');
  if (view?.endReason === 'closed_externally') count(goals, 'closedByHand');
  if (view?.endReason === 'reduced_externally') count(goals, 'reducedByHand');
  if ([...contents.bills.values()].some((bill) => bill.kind === 'funding' && bill.botId === botId))
    count(goals, 'fundingBooked');
}

function countOrderGoals(world: World): void {
  const { goals } = world.counts;
  for (const intent of world.journal.contents.intents.values()) {
    const order = orderOf(world.checks, intent);
    const isRaced = intent.evidence === 'filled' || (intent.verb === 'cancel' && order?.state === 'filled');
    if (intent.verb !== 'place' && isRaced) count(goals, 'cancelRaced');
    const isLateFilled = intent.evidence.endsWith('lots reported') && order !== undefined && order.filledLots > 0n;
    if (intent.verb === 'place' && isLateFilled && world.lostIds.has(intent.clientId))
      count(goals, 'responseLostThenFilled');
  }
}
