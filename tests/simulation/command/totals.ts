// Adds up the runs of `npm run simulate`, and prints the sums as text or as one JSON object.
import { addCounts, newCounts, type Counts } from '../checks/counts.ts';
import type { RunResult } from '../run.ts';

const dayMs = 86_400_000;
const yearMs = 365 * dayMs;
const hourMs = 3_600_000;

export type FoundViolation = {
  readonly seed: string;
  readonly invariant: string;
  readonly at: number;
  readonly text: string;
};

/** The result of the search for one known bug. `seed` is the first seed whose run catches the bug, or null. */
export type PlantedResult = {
  readonly name: string;
  readonly story: string;
  readonly seed: string | null;
  readonly invariant: string | null;
  readonly seeds: number;
};

/** The sums of all runs. Times are in milliseconds. `cpuMs` is the processor time of this process during the runs. */
export type Totals = {
  seeds: number;
  events: number;
  botMs: number;
  fills: number;
  cpuMs: number;
  readonly counts: Counts;
  readonly violations: FoundViolation[];
  readonly planted: PlantedResult[];
  /** For each invariant with a bound, the longest duration of one of its conditions, with the time of faults. */
  readonly longest: Map<string, number>;
};

/** Returns sums that are all zero. */
export function newTotals(): Totals {
  const counts = newCounts();
  return { seeds: 0, events: 0, botMs: 0, fills: 0, cpuMs: 0, counts, violations: [], planted: [], longest: new Map() };
}

/** Adds one run. */
export function addRun(totals: Totals, seed: string, result: RunResult): void {
  totals.seeds += 1;
  totals.events += result.events;
  totals.botMs += result.botMs;
  totals.fills += result.fills;
  addCounts(totals.counts, result.counts);
  for (const [name, tookMs] of result.longest)
    totals.longest.set(name, Math.max(tookMs, totals.longest.get(name) ?? 0));
  totals.violations.push(...result.violations.map((violation) => ({ seed, ...violation })));
}

/** Returns the sums as one record that JSON can contain. */
export function summaryOf(totals: Totals) {
  const { seeds, events, botMs, fills, cpuMs, counts, violations, planted, longest } = totals;
  // A delayed message is part of every network, so it does not count as a fault.
  const delayedCount = counts.faults.get('delayed') ?? 0;
  const faultCount = [...counts.faults.values()].reduce((sum, each) => sum + each, 0) - delayedCount;
  return {
    seeds,
    events,
    faults: Object.fromEntries(counts.faults),
    faultCount,
    delayedCount,
    eventsPerFault: rounded(events / faultCount),
    eventsPerFaultOrDelay: rounded(events / (faultCount + delayedCount)),
    botYears: rounded(botMs / yearMs),
    botYearsPerCoreHour: rounded((botMs / yearMs / cpuMs) * hourMs),
    fills,
    fillsPerBotDay: rounded((fills / botMs) * dayMs),
    cpuHours: rounded(cpuMs / hourMs),
    violations,
    goals: Object.fromEntries(counts.goals),
    missedGoals: [...counts.goals].flatMap(([name, times]) => (times === 0 ? [name] : [])),
    longestMs: Object.fromEntries([...longest].toSorted(([a], [b]) => (a < b ? -1 : 1))),
    planted,
  };
}

/** Writes the sums as lines of text. */
export function writeSummary(totals: Totals, write: (line: string) => void): void {
  const summary = summaryOf(totals);
  const broken = new Set(summary.violations.map(({ seed }) => seed)).size;
  write(`faults ${JSON.stringify(summary.faults)}`);
  write(`goals ${JSON.stringify(summary.goals)}`);
  write(`goals that were not reached: ${summary.missedGoals.join(', ') || 'none'}`);
  write(`longest durations in ms, with the time of faults: ${JSON.stringify(summary.longestMs)}`);
  write(
    `${summary.events} events, ${summary.faultCount} faults (one in ${summary.eventsPerFault} events), ${summary.delayedCount} delayed messages (one fault or delay in ${summary.eventsPerFaultOrDelay} events)`,
  );
  write(`${summary.fills} fills (${summary.fillsPerBotDay} per bot-day)`);
  write(
    `${summary.botYears} bot-years in ${summary.cpuHours} core-hours (${summary.botYearsPerCoreHour} bot-years per core-hour)`,
  );
  for (const { name, story, seed, invariant, seeds } of summary.planted)
    write(
      seed === null
        ? `MISSED ${name} in ${seeds} seeds: ${story}`
        : `caught ${name} by ${invariant}${seed === '' ? '' : ` in seed ${seed}`}: ${story}`,
    );
  write(`${summary.seeds} seeds · ${broken} with a violation`);
}

function rounded(value: number): number | null {
  return Number.isFinite(value) ? Number(value.toPrecision(4)) : null;
}
