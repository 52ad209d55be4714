// Collects the latencies of a load run and returns their percentiles.

export interface Latencies {
  add(ms: number): void;
  readonly count: number;
  /** Returns a percentile of the latencies in milliseconds. For example, with `share` 0.99 it returns p99. */
  percentile(share: number): number;
}

/** Collects at most `capacity` latencies. */
export function createLatencies(capacity: number): Latencies {
  const values = new Float64Array(capacity);
  let count = 0;
  return {
    add(ms) {
      if (count < capacity) values[count] = ms;
      count += 1;
    },
    get count() {
      return count;
    },
    percentile(share) {
      const sorted = values.subarray(0, Math.min(count, capacity)).toSorted();
      return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
    },
  };
}

/** Formats the latencies, for example as `p50 1.2 ms, p99 8.1 ms, largest 20.3 ms`. */
export function describeLatencies(latencies: Latencies): string {
  const of = (share: number): string => `${latencies.percentile(share).toFixed(1)} ms`;
  return `p50 ${of(0.5)}, p99 ${of(0.99)}, largest ${of(1)}`;
}
