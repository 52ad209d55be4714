// Which scheduled backups are kept: the newest of each of the last days, weeks and months in which backups were made.

/** A scheduled backup. `madeAt` is in epoch ms. */
export interface StoredBackup {
  readonly name: string;
  readonly madeAt: number;
  /** True after `rondo verify --mark` has read the whole backup. */
  readonly isVerified: boolean;
}

const dayMs = 24 * 60 * 60_000;
/** The first day of the epoch was a Thursday, and a week begins on Monday. */
const weekShiftMs = 3 * dayMs;

/** Each period, the rule for its number, and how many periods have a kept backup. */
const periods: readonly { readonly count: number; readonly of: (at: number) => number | string }[] = [
  { count: 7, of: (at) => Math.floor(at / dayMs) },
  { count: 5, of: (at) => Math.floor((at + weekShiftMs) / (7 * dayMs)) },
  { count: 12, of: (at) => new Date(at).toISOString().slice(0, 7) },
];
/** The newest backups are kept in any case, so that backups of one day do not replace each other immediately. */
const newestCount = 3;

/** Returns the names of the backups that are not kept. The newest verified backup is always kept. */
export function namesToDelete(backups: readonly StoredBackup[]): readonly string[] {
  const sorted = backups.toSorted((one, other) => other.madeAt - one.madeAt);
  const kept = new Set(sorted.slice(0, newestCount).map(({ name }) => name));
  const verified = sorted.find(({ isVerified }) => isVerified);
  if (verified !== undefined) kept.add(verified.name);
  for (const { count, of } of periods) {
    const newest = new Map<number | string, string>();
    for (const { madeAt, name } of sorted) if (!newest.has(of(madeAt))) newest.set(of(madeAt), name);
    for (const name of [...newest.values()].slice(0, count)) kept.add(name);
  }
  return sorted.filter(({ name }) => !kept.has(name)).map(({ name }) => name);
}
