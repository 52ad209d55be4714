// Which parts of the product are ready now.
import type { HealthResponse } from '@rondo/contract';
import type { Clock } from '@rondo/engine/ports';
import { serverLimits } from '../limits.ts';
import type { HealthReport } from './health-routes.ts';

/** One part: `null` detail means ready, a sentence says why not. */
export type HealthPart = () => Promise<string | null>;

export interface HealthDeps {
  readonly clock: Clock;
  readonly venue: 'sandbox' | 'okx';
  readonly parts: Readonly<Record<string, HealthPart>>;
  /** The parts without which no request can be served. */
  readonly needed: readonly string[];
}

/** Asks every part, each within a bounded time. */
export function createHealthReport({ clock, venue, parts, needed }: HealthDeps): HealthReport {
  const ask = async (names: readonly string[]): Promise<HealthResponse> => {
    const entries = await Promise.all(
      names.map(async (name) => {
        const part = parts[name];
        const detail = part === undefined ? 'unknown part' : await askOne(clock, part);
        return [name, { ready: detail === null, detail: detail ?? 'ready' }] as const;
      }),
    );
    return {
      ready: entries.every(([, part]) => part.ready),
      parts: Object.fromEntries(entries),
      venue,
      at: clock.now(),
    };
  };
  return { all: () => ask(Object.keys(parts)), serving: () => ask(needed) };
}

function askOne(clock: Clock, part: HealthPart): Promise<string | null> {
  return new Promise((resolve) => {
    const timer = clock.after(serverLimits.healthWaitMs, () => resolve('no answer in time'));
    part().then(
      (detail) => {
        timer.cancel();
        resolve(detail);
      },
      () => {
        timer.cancel();
        resolve('not reachable');
      },
    );
  });
}
