// Checks which components of the product are ready.
import type { HealthResponse, VenueName } from '@rondo/contract';
import type { Clock } from '@rondo/engine/ports';
import { withTimeout } from '../async/with-timeout.ts';
import { serverLimits } from '../limits.ts';

/** The state of a component. `problem` is a sentence with the cause, or null when the component is ready. `degraded` has the reasons why a ready component does not do all of its work. */
export interface ComponentState {
  readonly problem: string | null;
  readonly degraded?: readonly string[];
}

/**
 * Returns the problem with the code of its cause, such as `ENOTFOUND`. Everybody can read the health report, so it does not contain the text of the cause, which can
 * name hosts and addresses.
 */
export function publicProblem(problem: string, cause: string): string {
  const code = /^[A-Z][A-Z0-9_]*(?=:)/.exec(cause)?.[0];
  return code === undefined ? problem : `${problem} (${code})`;
}

/** Checks one component. */
export type HealthCheck = () => Promise<ComponentState>;

type Checks = Readonly<Record<string, HealthCheck>>;

export interface HealthDeps {
  readonly clock: Clock;
  readonly venue: VenueName;
  /** The checks of all components of the product. */
  readonly checks: Checks;
  /** The checks of what the server needs for every request. A server that passes these checks gets requests from a balancer. */
  readonly needed: Checks;
}

export interface HealthReport {
  /** Returns the state of every component. */
  all(): Promise<HealthResponse>;
  /** Returns the state of what every request needs. */
  needed(): Promise<HealthResponse>;
}

/** Runs the checks when a report is requested. A component counts as not ready when its check takes longer than `healthWaitMs`. */
export function createHealthReport({ clock, venue, checks, needed }: HealthDeps): HealthReport {
  const run = async (chosen: Checks): Promise<HealthResponse> => {
    const entries = await Promise.all(
      Object.entries(chosen).map(async ([name, check]) => {
        const { problem, degraded = [] } = await runCheck(clock, check);
        return [name, { ready: problem === null, detail: problem ?? 'ready', degraded }] as const;
      }),
    );
    return {
      ready: entries.every(([, component]) => component.ready),
      parts: Object.fromEntries(entries),
      venue,
      at: clock.now(),
    };
  };
  return { all: () => run(checks), needed: () => run(needed) };
}

async function runCheck(clock: Clock, check: HealthCheck): Promise<ComponentState> {
  try {
    return (await withTimeout(clock, check(), serverLimits.healthWaitMs)) ?? { problem: 'no response in time' };
  } catch {
    return { problem: 'not reachable' };
  }
}
