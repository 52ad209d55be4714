// The faults that only long runs have. Each fault is on with a probability of one half, and its value is drawn between a mild and a severe value.
import type { SeededChance } from '@rondo/testkit';

const minute = 60_000;
const hour = 60 * minute;

/** The mild and the severe value of each fault. The values of the first group are probabilities, and the values of the second group are mean times between two faults. */
const ranges = {
  reorderPush: [0.1, 0.5],
  truncated: [0.002, 0.015],
  busy: [0.002, 0.015],
  rejected: [0.005, 0.05],
  staleList: [0.05, 0.4],
  lateRequest: [0.001, 0.02],
  hiddenOrder: [0.01, 0.2],
  lostCommit: [0.001, 0.02],
  slowDatabase: [0.005, 0.1],

  pauseMs: [6 * hour, 20 * minute],
  partitionMs: [6 * hour, 30 * minute],
  databaseDownMs: [12 * hour, hour],
  databaseFullMs: [12 * hour, hour],
  clockStepMs: [6 * hour, 20 * minute],
  banMs: [12 * hour, hour],
  maintenanceMs: [24 * hour, 2 * hour],
  silenceMs: [6 * hour, 20 * minute],
  frozenPriceMs: [4 * hour, 15 * minute],
  deleverageMs: [12 * hour, hour],
  leverageMs: [12 * hour, hour],
  fundsMs: [12 * hour, hour],
  keyMs: [12 * hour, hour],
  partialFillMs: [4 * hour, 15 * minute],
  fillBeforeCancelMs: [4 * hour, 15 * minute],
  oldPriceMs: [4 * hour, 15 * minute],
  suspensionMs: [24 * hour, 2 * hour],
  positionModeMs: [12 * hour, hour],
  foreignOrderMs: [12 * hour, hour],
  duplicateScopeMs: [12 * hour, hour],
  impatientOwnerMs: [6 * hour, 20 * minute],
} as const satisfies Readonly<Record<string, readonly [mild: number, severe: number]>>;

export type RareFault = keyof typeof ranges;
export type RareFaults = Readonly<Record<RareFault, number>>;

const names = Object.keys(ranges) as RareFault[]; // The object is a literal, so it has exactly these keys.

/** All rare faults are off. */
export const noRareFaults: RareFaults = constant();

/** Draws the rare faults of a long run. */
export function drawRareFaults(chance: SeededChance, kind: 'none' | 'one' | 'some' | 'storm'): RareFaults {
  const only = chance.between(0, names.length - 1);
  const faults: Record<RareFault, number> = { ...noRareFaults };
  for (const [index, name] of names.entries()) {
    const own = chance.fork(name);
    const isOn = kind === 'storm' || (kind === 'some' && own.happens(0.5)) || (kind === 'one' && index === only);
    const [mild, severe] = ranges[name];
    if (isOn) faults[name] = mild * (severe / mild) ** (kind === 'storm' ? 0.8 : own.next());
  }
  return faults;
}

function constant(): RareFaults {
  return Object.fromEntries(names.map((name) => [name, 0])) as Record<RareFault, number>; // The entries have exactly these keys.
}
