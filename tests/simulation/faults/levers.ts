// Plans the rare faults of a long run that happen at instants: pauses, partitions, bans, changes of accounts and keys, and others.
import type { SeededChance } from '@rondo/testkit';
import { countFault, type Machine, type World } from '../world/world.ts';
import { accountLevers } from './account-levers.ts';
import { disturb, logBetween, minute, second, type Lever } from './lever.ts';
import { marketLevers } from './market-levers.ts';

/** No rare fault begins in this time before the end of the faults, so that every fault has ended before the end of the run is checked. */
const lastFaultMs = 35 * minute;

const machineLevers: readonly Lever[] = [
  {
    rate: 'pauseMs',
    name: 'pause',
    pull: (world, chance) => {
      const process = machineAt(world, chance)?.process;
      const forMs = logBetween(chance, 100, 2 * minute);
      process?.pause(forMs);
      disturb(world, forMs);
      return process !== null && process !== undefined;
    },
  },
  {
    rate: 'partitionMs',
    name: 'partition',
    pull: (world, chance) => {
      const process = machineAt(world, chance)?.process;
      if (process === null || process === undefined) return false;
      const forMs = logBetween(chance, 5 * second, 3 * minute);
      disturb(world, forMs);
      if (chance.happens(0.5)) process.isolate(forMs);
      else world.database.cut(world.clock.now() + forMs, process.name);
      return true;
    },
  },
  {
    rate: 'databaseDownMs',
    name: 'databaseDown',
    pull: (world, chance) => {
      const forMs = logBetween(chance, second, 10 * minute);
      disturb(world, forMs);
      world.database.cut(world.clock.now() + forMs, null);
      world.clock.after(forMs, () => world.monitors.databaseBack());
      return true;
    },
  },
  {
    rate: 'databaseFullMs',
    name: 'databaseFull',
    pull: (world, chance) => {
      const forMs = logBetween(chance, second, 10 * minute);
      disturb(world, forMs);
      world.database.fill(world.clock.now() + forMs);
      world.clock.after(forMs, () => world.monitors.databaseBack());
      return true;
    },
  },
  {
    rate: 'clockStepMs',
    name: 'clockStep',
    pull: (world, chance) => {
      const machine = machineAt(world, chance);
      if (machine === undefined) return false;
      machine.clockOffsetMs = chance.between(-90 * second, 90 * second);
      return true;
    },
  },
  {
    rate: 'banMs',
    name: 'ban',
    pull: (world, chance) =>
      goDark(world, logBetween(chance, minute, 30 * minute), (forMs) => ({ kind: 'ban', forMs })),
  },
  {
    rate: 'maintenanceMs',
    name: 'maintenance',
    pull: (world, chance) => {
      const forMs = Math.round(logBetween(chance, 5 * minute, 15 * minute));
      world.darkUntil = Math.max(world.darkUntil, world.clock.now() + minute + forMs);
      world.clock.after(minute + forMs, () => world.monitors.maintenanceOver());
      return world.core.administer('maintenance', { inMs: minute, forMs });
    },
  },
  {
    rate: 'silenceMs',
    name: 'silence',
    pull: (world, chance) => {
      const forMs = Math.round(logBetween(chance, 10 * second, 5 * minute));
      disturb(world, forMs);
      return world.core.administer('faults', { kind: 'silence', forMs });
    },
  },
  {
    rate: 'frozenPriceMs',
    name: 'frozenPrice',
    pull: (world, chance) => {
      world.pricesFrozenUntil = world.clock.now() + logBetween(chance, 10 * second, 5 * minute);
      // Only the board of a run stops. The client reads the prices of the exchange, which continue.
      return world.swarm.prices === 'board';
    },
  },
];

const levers: readonly Lever[] = [...machineLevers, ...accountLevers, ...marketLevers];

/** Plans every rare fault whose mean time is not zero. */
export function planLevers(world: World): void {
  for (const lever of levers) {
    const meanMs = world.swarm.rare[lever.rate];
    if (meanMs <= 0) continue;
    const chance = world.chance.fork(`lever/${lever.name}`);
    const next = (): void =>
      void world.clock.after(chance.exponential(meanMs), () => {
        if (world.checks.now() > world.swarm.chaosMs - lastFaultMs) return;
        if (world.occurrences.occurs(lever.name, true) && lever.pull(world, chance)) {
          countFault(world, lever.name);
          world.trace(`${world.checks.now()} FAULT ${lever.name}`);
        }
        next();
      });
    next();
  }
}

function goDark(world: World, forMs: number, fault: (forMs: number) => Readonly<Record<string, unknown>>): boolean {
  const whole = Math.round(forMs);
  world.darkUntil = Math.max(world.darkUntil, world.clock.now() + whole);
  return world.core.administer('faults', fault(whole));
}

function machineAt(world: World, chance: SeededChance): Machine | undefined {
  return world.machines[chance.between(0, world.machines.length - 1)];
}
