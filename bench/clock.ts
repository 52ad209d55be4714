// The measurements of the benchmark: processor time, alternating turns, medians.

/** Milliseconds of processor time that a piece of work takes on this thread. */
export function cpuMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** The median of a list; of two middle values the larger one. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

/** Takes turns: every contestant once per turn, so that a busy machine slows all of them alike. Returns every time. */
export function inTurns(turns: number, contestants: readonly (() => number)[]): readonly (readonly number[])[] {
  const times = contestants.map((): number[] => []);
  for (let turn = 0; turn < turns; turn += 1) {
    for (const [place, contestant] of contestants.entries()) times[place]?.push(contestant());
  }
  return times;
}

/** The median time of every contestant over alternating turns. */
export function alternate(turns: number, contestants: readonly (() => number)[]): readonly number[] {
  return inTurns(turns, contestants).map(median);
}
