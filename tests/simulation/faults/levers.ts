// Plans the rare faults of a long run that happen at instants: pauses, partitions, bans, changes of accounts and keys, and others.
import type { SeededChance } from '@rondo/testkit';
import type { FaultName } from '../checks/counts.ts';
import { countFault, follow, type Machine, type World } from '../world/world.ts';
import type { RareFault } from './rare-faults.ts';

const second = 1_000;
const minute = 60 * second;
/** No rare fault begins in this time before the end of the faults, so that every fault has ended before the end of the run is checked. */
const lastFaultMs = 20 * minute;

type Lever = {
  readonly rate: RareFault;
  readonly name: FaultName;
  /** Begins the fault and plans its end. Returns false when it cannot happen now. */
  readonly pull: (world: World, chance: SeededChance) => boolean;
};

const levers: readonly Lever[] = [
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
      world.database.cut(world.clock.now() + logBetween(chance, second, 10 * minute), null);
      return true;
    },
  },
  {
    rate: 'databaseFullMs',
    name: 'databaseFull',
    pull: (world, chance) => {
      world.database.fill(world.clock.now() + logBetween(chance, second, 10 * minute));
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
      goDark(world, logBetween(chance, minute, 10 * minute), (forMs) => ({ kind: 'ban', forMs })),
  },
  {
    rate: 'maintenanceMs',
    name: 'maintenance',
    pull: (world, chance) => {
      const forMs = Math.round(logBetween(chance, 5 * minute, 15 * minute));
      world.darkUntil = Math.max(world.darkUntil, world.clock.now() + minute + forMs);
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
  {
    rate: 'deleverageMs',
    name: 'deleverage',
    pull: (world, chance) => {
      const bot = botAt(world, chance);
      if (bot === undefined || bot.market.position === 0n) return false;
      const share = chance.pick(['0.2', '0.5', '1']);
      return act(world, bot.accountId, { act: 'adl', instId: bot.config.instrument.id, share });
    },
  },
  {
    rate: 'leverageMs',
    name: 'leverageChange',
    pull: (world, chance) => {
      const bot = botAt(world, chance);
      if (bot === undefined) return false;
      const instId = bot.config.instrument.id;
      const change = (lever: string): boolean => act(world, bot.accountId, { act: 'leverage', instId, lever });
      world.clock.after(logBetween(chance, 10 * second, 10 * minute), () => void change(usualLeverage));
      return change(chance.pick(['3', '10', '20']));
    },
  },
  {
    rate: 'fundsMs',
    name: 'fundsMoved',
    pull: (world, chance) => {
      const bot = botAt(world, chance);
      if (bot === undefined) return false;
      const usdt = chance.between(100, 2_000);
      const transfer = (amount: number): boolean =>
        act(world, bot.accountId, { act: 'transfer', usdt: String(amount) });
      if (!transfer(-usdt)) return false;
      world.clock.after(logBetween(chance, minute, 10 * minute), () => void transfer(usdt));
      return true;
    },
  },
  {
    rate: 'keyMs',
    name: 'keyChange',
    pull: (world, chance) => {
      const bot = botAt(world, chance);
      const apiKey = world.keys.get(bot?.accountId ?? '')?.apiKey;
      if (bot === undefined || apiKey === undefined) return false;
      const change = (perm: string): boolean => act(world, bot.accountId, { act: 'key', apiKey, perm });
      world.clock.after(logBetween(chance, 10 * second, 10 * minute), () => void change('read_only,trade'));
      return change(chance.pick(['read_only', 'read_only,trade,withdraw']));
    },
  },
];

/** All configurations of a long run have this leverage. */
const usualLeverage = '5';

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

function disturb(world: World, forMs: number): void {
  world.troubledUntil = Math.max(world.troubledUntil, world.clock.now() + forMs);
}

function goDark(world: World, forMs: number, fault: (forMs: number) => Readonly<Record<string, unknown>>): boolean {
  const whole = Math.round(forMs);
  world.darkUntil = Math.max(world.darkUntil, world.clock.now() + whole);
  return world.core.administer('faults', fault(whole));
}

function act(world: World, accountId: string, fields: Readonly<Record<string, unknown>>): boolean {
  const label = world.keys.get(accountId)?.label ?? '';
  const isDone = world.core.administer('acts', { label, ...fields });
  world.network.memo.clear();
  world.core.flush();
  follow(world);
  world.trace(`${world.checks.now()} act in ${accountId}: ${JSON.stringify(fields)} ${isDone}`);
  return isDone;
}

function machineAt(world: World, chance: SeededChance): Machine | undefined {
  return world.machines[chance.between(0, world.machines.length - 1)];
}

function botAt(world: World, chance: SeededChance): World['checks']['roster']['all'][number] | undefined {
  const running = world.checks.roster.all.filter(({ after }) => after === null);
  return running[chance.between(0, running.length - 1)];
}

function logBetween(chance: SeededChance, from: number, to: number): number {
  return from * (to / from) ** chance.next();
}
