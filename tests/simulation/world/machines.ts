// The processes of the engine: their starts, their kills and their cut sockets.
import type { Log } from '@rondo/engine';
import type { SeededChance } from '@rondo/testkit';
import { startProcess, type EngineProcess } from './engine-life.ts';
import { countFault, keyedHash, type Machine, type World } from './world.ts';

/** Starts a process on every machine. */
export function beginProcesses(world: World): void {
  for (const machine of world.machines) beginProcess(world, machine);
}

/** Returns the process that commands the account. Returns null when no process holds the lease. */
export function processOf(world: World, accountId: string): EngineProcess | null {
  if (world.machines.length === 1) return world.machines[0]?.process ?? null;
  const holder = world.journal.holderOf(accountId);
  return world.machines.find(({ process }) => process !== null && process.name === holder)?.process ?? null;
}

// Starts a process of the engine. After each kill a new process starts within six seconds.
function beginProcess(world: World, machine: Machine): void {
  world.lives += 1;
  const name = machine.label === 'a' ? `node-${world.lives}` : `node-${machine.label}-${world.lives}`;
  const log: Log = {
    write: (level, event, fields) => {
      checkSecrets(world, `${event} ${JSON.stringify(fields ?? {})}`);
      if (level !== 'debug') world.trace(`${world.checks.now()} ${level} ${event} ${JSON.stringify(fields ?? {})}`);
      world.monitors.logged(level, event, fields ?? {});
      // No fault of a run damages the data of a bot, so an error of the program froze this bot.
      if (event === 'bot.frozen' && !world.isExpectedLine(event))
        world.checks.report({
          invariant: 'L01',
          at: world.checks.now(),
          text: `${fields?.['botId']} is frozen: ${fields?.['cause']}`,
        });
    },
  };
  world.monitors.processStarted(name);
  machine.process = startProcess({
    name,
    keys: world.keys,
    clock: world.clock,
    wallOffsetMs: () => world.wallOffsetMs() + machine.clockOffsetMs,
    chance: world.chance.fork(name),
    journal: world.nodes,
    network: world.network,
    checks: world.checks,
    monitors: world.monitors,
    commandWatch: world.commandWatch,
    counts: world.counts,
    keyedHash,
    meters: world.meters,
    log,
    defect: world.defect,
    epochs: world.epochs,
    quotes: world.swarm.prices === 'board' ? world.quotes : null,
    instruments: world.instruments,
    repeatedSince: () => (world.clock.now() < world.pricesRepeatedUntil ? world.pricesRepeatedSince : null),
    database: world.swarm.crew === null ? null : world.database,
    hasPrices: () => world.clock.now() >= world.darkUntil && world.clock.now() >= world.pricesFrozenUntil,
    onEvent: world.onEvent,
    onDeath: () => {
      world.trace(`${world.checks.now()} KILLED ${name}`);
      const chance = world.chance.fork(`${name}/death`);
      // After 70 % of the kills the leases of the process are released immediately. After the other kills the leases have to expire.
      if (chance.happens(0.7) || !world.nodes.mayLinger) world.nodes.disconnect(name);
      machine.process = null;
      world.monitors.processEnded(name);
      world.clock.after(chance.between(300, 6_000), () => beginProcess(world, machine));
    },
  });
}

/** While faults are on, kills the process at random intervals. */
export function planKills(world: World): void {
  const chance = world.chance.fork('kills');
  if (world.swarm.killMs <= 0) return;
  const next = (): void => {
    world.clock.after(chance.exponential(world.swarm.killMs) + 1_000, () => {
      if (!world.isChaos) return;
      const machine = machineAt(world, chance);
      if (machine !== undefined && world.occurrences.occurs('kill', true, machine.label)) machine.process?.doom();
      next();
    });
  };
  next();
}

/** While faults are on, closes all sockets of the process together every `everyMs` milliseconds. */
export function planCuts(world: World, everyMs: number): void {
  if (everyMs <= 0) return;
  world.clock.after(everyMs, () => {
    if (!world.isChaos) return;
    countFault(world, 'socketGap');
    for (const { process } of world.machines) process?.cutSockets();
    planCuts(world, everyMs);
  });
}

// Returns a random machine. With one machine no chance is drawn, so that the recorded seeds keep their draws.
function machineAt(world: World, chance: SeededChance): Machine | undefined {
  const { machines } = world;
  return machines.length === 1 ? machines[0] : machines[chance.between(0, machines.length - 1)];
}

// Checks I30: no line of the log contains a secret of an account.
function checkSecrets(world: World, line: string): void {
  if (world.checks.secrets.some((secret) => line.includes(secret)))
    world.checks.report({ invariant: 'I30', at: world.checks.now(), text: 'a line of the log contains a secret' });
}
