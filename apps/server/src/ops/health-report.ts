// Checks which components of the product are ready.
import { healthReason, healthSentence, type HealthReason, type HealthResponse, type VenueName } from '@rondo/contract';
import type { Clock } from '@rondo/engine/ports';
import { withTimeout } from '../async/with-timeout.ts';
import { serverLimits } from '../limits.ts';

/** The state of a component. `problem` is the cause, or null when the component is ready. `degraded` has the reasons why a ready component does not do all of its work. */
export interface ComponentState {
  readonly problem: HealthReason | null;
  readonly degraded?: readonly HealthReason[];
}

/**
 * Returns that the exchange does not respond, with the code of its cause, such as `ENOTFOUND`. Everybody can read the health report, so it does not contain the text of
 * the cause, which can name hosts and addresses.
 */
export function silentExchange(cause: string): HealthReason {
  const code = /^[A-Z][A-Z0-9_]*(?=:)/.exec(cause)?.[0];
  return code === undefined ? healthReason('exchange') : healthReason('exchange_code', { code });
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

/**
 * Runs the checks when a report is requested. Reports that are requested while a check runs share it, because everybody can request reports. A component counts as not ready when
 * its check takes longer than `healthWaitMs`.
 */
export function createHealthReport({ clock, venue, checks, needed }: HealthDeps): HealthReport {
  const [allChecks, neededChecks] = [sharedChecks(clock, checks), sharedChecks(clock, needed)];
  const run = async (chosen: Checks): Promise<HealthResponse> => {
    const entries = await Promise.all(
      Object.entries(chosen).map(async ([name, check]) => {
        const { problem, degraded = [] } = await check();
        return [name, partOf(problem, degraded)] as const;
      }),
    );
    return {
      ready: entries.every(([, component]) => component.ready),
      parts: Object.fromEntries(entries),
      venue,
      at: clock.now(),
    };
  };
  return { all: () => run(allChecks), needed: () => run(neededChecks) };
}

function partOf(problem: HealthReason | null, degraded: readonly HealthReason[]): HealthResponse['parts'][string] {
  return {
    ready: problem === null,
    detail: problem === null ? 'ready' : healthSentence(problem),
    degraded: degraded.map(healthSentence),
    reasons: problem === null ? degraded : [problem],
  };
}

/** Returns the checks, each of which runs at most once at a time. */
function sharedChecks(clock: Clock, checks: Checks): Checks {
  return Object.fromEntries(Object.entries(checks).map(([name, check]) => [name, shared(clock, check)]));
}

function shared(clock: Clock, check: HealthCheck): HealthCheck {
  let running: Promise<ComponentState> | null = null;
  return () =>
    (running ??= runCheck(clock, check).finally(() => {
      running = null;
    }));
}

async function runCheck(clock: Clock, check: HealthCheck): Promise<ComponentState> {
  try {
    return (await withTimeout(clock, check(), serverLimits.healthWaitMs)) ?? { problem: healthReason('late') };
  } catch {
    return { problem: healthReason('unreachable') };
  }
}
