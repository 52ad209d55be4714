// A rare fault that happens at instants, and what the levers of several files share.
import type { SeededChance } from '@rondo/testkit';
import type { FaultName } from '../checks/counts.ts';
import { follow, type World } from '../world/world.ts';
import type { RareFault } from './rare-faults.ts';

export const second = 1_000;
export const minute = 60 * second;

export type Lever = {
  readonly rate: RareFault;
  readonly name: FaultName;
  /** Begins the fault and plans its end. Returns false when it cannot happen now. */
  readonly pull: (world: World, chance: SeededChance) => boolean;
};

/** Notes that a fault delays the engine until this many milliseconds from now. */
export function disturb(world: World, forMs: number): void {
  world.troubledUntil = Math.max(world.troubledUntil, world.clock.now() + forMs);
}

/** Makes a change in an account by hand. Returns false when the exchange refuses the change. */
export function act(world: World, accountId: string, fields: Readonly<Record<string, unknown>>): boolean {
  const label = world.keys.get(accountId)?.label ?? '';
  const isDone = world.core.administer('acts', { label, ...fields });
  world.network.memo.clear();
  world.core.flush();
  follow(world);
  world.trace(`${world.checks.now()} act in ${accountId}: ${JSON.stringify(fields)} ${isDone}`);
  return isDone;
}

/** Returns a random bot of those that are the newest of their market. */
export function botAt(world: World, chance: SeededChance): World['checks']['roster']['all'][number] | undefined {
  const running = world.checks.roster.all.filter(({ after }) => after === null);
  return running[chance.between(0, running.length - 1)];
}

/** Returns a value between two bounds whose logarithm has a uniform distribution. */
export function logBetween(chance: SeededChance, from: number, to: number): number {
  return from * (to / from) ** chance.next();
}
