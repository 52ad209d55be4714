// Checks which components of the product are ready.
import type { HealthResponse, VenueName } from '@rondo/contract';
import type { Clock } from '@rondo/engine/ports';
import { withTimeout } from '../async/with-timeout.ts';
import { serverLimits } from '../limits.ts';

/** Checks one component: returns null when it is ready, otherwise a sentence with the cause. */
export type HealthCheck = () => Promise<string | null>;

export interface HealthDeps {
  readonly clock: Clock;
  readonly venue: VenueName;
  readonly checks: Readonly<Record<string, HealthCheck>>;
  /** The names of the components that the server needs for every request. */
  readonly needed: readonly string[];
}

export interface HealthReport {
  /** Returns the state of every component. */
  all(): Promise<HealthResponse>;
  /** Returns the state of the components that every request needs. */
  needed(): Promise<HealthResponse>;
}

/** Runs the checks when a report is requested. A component counts as not ready when its check takes longer than `healthWaitMs`. */
export function createHealthReport({ clock, venue, checks, needed }: HealthDeps): HealthReport {
  const run = async (names: readonly string[]): Promise<HealthResponse> => {
    const entries = await Promise.all(
      names.map(async (name) => {
        const check = checks[name];
        const detail = check === undefined ? 'unknown component' : await runCheck(clock, check);
        return [name, { ready: detail === null, detail: detail ?? 'ready' }] as const;
      }),
    );
    return {
      ready: entries.every(([, component]) => component.ready),
      parts: Object.fromEntries(entries),
      venue,
      at: clock.now(),
    };
  };
  return { all: () => run(Object.keys(checks)), needed: () => run(needed) };
}

async function runCheck(clock: Clock, check: HealthCheck): Promise<string | null> {
  try {
    const detail = await withTimeout(clock, check(), serverLimits.healthWaitMs);
    return detail === undefined ? 'no response in time' : detail;
  } catch {
    return 'not reachable';
  }
}
