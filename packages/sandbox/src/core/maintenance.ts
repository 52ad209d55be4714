// Planned maintenance. A window is announced in the status list. During a window only the status and the time are served.
import { failure, type CoreResponse } from '../wire/envelope.ts';
import { sandboxLimits } from '../limits.ts';
import { appendNewest, type Maintenance, type World } from '../state/world.ts';

const servedPaths = new Set(['/api/v5/system/status', '/api/v5/public/time']);

/** Announces a window. When the window begins, all sockets are closed. */
export function announceMaintenance(world: World, window: { title: string; inMs: number; forMs: number }): Maintenance {
  const beginAt = world.clock.now() + window.inMs;
  const made: Maintenance = { title: window.title, beginAt, endAt: beginAt + window.forMs, hasBegun: false };
  appendNewest(world.maintenance, made, sandboxLimits.maintenanceWindows);
  world.notices.push({ kind: 'status' });
  return made;
}

/** Returns whether the exchange is in a maintenance window now. */
export function isInMaintenance(world: World): boolean {
  const now = world.clock.now();
  return world.maintenance.some((window) => window.beginAt <= now && now < window.endAt);
}

/** Returns the response of a path that is not served during maintenance. Returns undefined when the path is served. */
export function maintenanceResponse(world: World, path: string): CoreResponse | undefined {
  if (servedPaths.has(path) || !isInMaintenance(world)) return undefined;
  return failure('50001', 'Service temporarily unavailable. Try again later.', 503);
}

/** Returns the rows of system/status. Finished windows are included only when `state` requests them. */
export function maintenanceRows(world: World, state: string): Record<string, string>[] {
  const now = world.clock.now();
  return world.maintenance
    .map((window) => ({ window, state: stateOf(window, now) }))
    .filter((one) => (state === '' ? one.state !== 'completed' : one.state === state))
    .map((one) => ({
      title: one.window.title,
      state: one.state,
      begin: String(one.window.beginAt),
      end: String(one.window.endAt),
      preOpenBegin: '',
      href: '',
      serviceType: '5',
      system: 'unified',
      scheDesc: '',
      maintType: '1',
      env: '1',
      ts: String(now),
    }));
}

/**
 * Returns whether a window has begun since the previous call. When the result is true, the caller closes all sockets.
 */
export function beginMaintenance(world: World): boolean {
  let hasBegun = false;
  for (const window of world.maintenance) {
    if (window.hasBegun || window.beginAt > world.clock.now()) continue;
    window.hasBegun = true;
    hasBegun = true;
    world.notices.push({ kind: 'status' });
  }
  return hasBegun;
}

function stateOf(window: Maintenance, now: number): string {
  if (now < window.beginAt) return 'scheduled';
  return now < window.endAt ? 'ongoing' : 'completed';
}
