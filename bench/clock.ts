// Measures processor time, runs candidates in alternating turns, and computes medians.

/** Returns the milliseconds of processor time that a function takes on this thread. */
export function cpuMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** Returns the median of a list. A list of even length has two middle values, and the result is the larger value. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

/** Runs every candidate once per turn, so that a busy machine slows all candidates equally. Returns all times. */
export function inTurns(turns: number, contestants: readonly (() => number)[]): readonly (readonly number[])[] {
  const times = contestants.map((): number[] => []);
  for (let turn = 0; turn < turns; turn += 1) {
    for (const [place, contestant] of contestants.entries()) times[place]?.push(contestant());
  }
  return times;
}

/** Returns the median time of every candidate over alternating turns. */
export function alternate(turns: number, contestants: readonly (() => number)[]): readonly number[] {
  return inTurns(turns, contestants).map(median);
}
