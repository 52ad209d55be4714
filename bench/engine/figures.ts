// Prints the figures of the engine bench, each with its limit and the ratio of both.
import { createLatencies } from '../api/latencies.ts';

/** A printed figure. A figure without a limit is printed for information. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly limit: number | null;
}

/** Prints the line. */
export const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** Collects figures, prints each of them, and remembers whether all limits were met. */
export interface Figures {
  add(figure: Figure): void;
  /** Prints p50 and p99 of the latencies in ms. */
  addLatencies(
    name: string,
    ms: readonly number[],
    limits: { readonly p50: number | null; readonly p99: number | null },
  ): void;
  isWithin(): boolean;
}

/** Returns an empty collection. */
export function createFigures(): Figures {
  let isWithin = true;
  const add = ({ name, value, unit, limit }: Figure): void => {
    const isMet = limit === null || value <= limit;
    isWithin &&= isMet;
    const verdict = isMet ? 'within' : 'MISSED';
    const ratio = limit === null || limit === 0 ? '' : `ratio ${(value / limit).toFixed(2)} `;
    const judged = limit === null ? '' : `limit ${limit}, ${ratio}${verdict}`;
    print(`  ${name.padEnd(52)} ${value.toPrecision(3).padStart(8)} ${unit.padEnd(10)} ${judged}`.trimEnd());
  };
  return {
    add,
    addLatencies(name, ms, { p50, p99 }) {
      const latencies = createLatencies(Math.max(1, ms.length));
      for (const value of ms) latencies.add(value);
      add({ name: `${name}, p50 of ${ms.length}`, value: latencies.percentile(0.5), unit: 'ms', limit: p50 });
      add({ name: `${name}, p99`, value: latencies.percentile(0.99), unit: 'ms', limit: p99 });
      add({ name: `${name}, largest`, value: latencies.percentile(1), unit: 'ms', limit: null });
    },
    isWithin: () => isWithin,
  };
}
