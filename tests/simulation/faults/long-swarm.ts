// Draws the conditions of a long run from its seed: up to three machines, fifty accounts and ten bots in each account, for hours or days.
import { seededChance, type SeededChance } from '@rondo/testkit';
import { drawRareFaults } from './rare-faults.ts';
import { calm, type Swarm } from './swarm.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * A run lasts so long that all its accounts together trade for about this time. One reading of an account serves all its bots, so the
 * processor time of a run follows the time of its accounts, and a run with fewer bots in an account is shorter.
 */
const accountTime = { from: day, to: 4 * day };
const duration = { from: 2 * hour, to: 2 * day };
/** In a part of the runs that are not longer than this, the accounts read their prices through the client. */
const clientPricesMaxMs = 6 * hour;
const accountsMax = 50;
/** The numbers of bots in an account. Most accounts have many bots, because one reading of an account serves all its bots. */
const botsEachOf = [1, 3, 6, 9, 10, 10, 10, 10, 10, 10] as const;
const mostBotsEach = 10;

type Kind = 'none' | 'one' | 'some' | 'storm';
type Faults = Pick<
  Swarm,
  | 'dropRequest'
  | 'dropResponse'
  | 'brokenResponse'
  | 'outage'
  | 'staleLedger'
  | 'duplicatePush'
  | 'meanDelayMs'
  | 'socketGapMs'
  | 'killMs'
  | 'jumpMs'
  | 'userActMs'
  | 'handTradeMs'
>;

/** The lowest and the highest value of each fault that is on. The values of a time are swapped, because a short time between two faults is severe. */
const ranges: Readonly<Record<keyof Faults, readonly [mild: number, severe: number]>> = {
  dropRequest: [0.002, 0.01],
  dropResponse: [0.002, 0.01],
  brokenResponse: [0.002, 0.01],
  outage: [0.001, 0.01],
  staleLedger: [0.1, 0.6],
  duplicatePush: [0.3, 0.9],
  meanDelayMs: [60, 800],
  socketGapMs: [6 * hour, 6 * minute],
  killMs: [12 * hour, 10 * minute],
  jumpMs: [24 * hour, 30 * minute],
  userActMs: [12 * hour, 30 * minute],
  handTradeMs: [12 * hour, hour],
};

/** Returns the swarm of a long run. One in twenty has no fault, one in ten has one fault, and one in twenty has all faults. */
export function drawLongSwarm(seed: string): Swarm {
  const chance = seededChance(seed).fork('long run');
  const accounts = Math.round(logBetween(chance, 1, accountsMax));
  const botsEach = chance.pick(botsEachOf);
  const wanted = (logBetween(chance, accountTime.from, accountTime.to) * botsEach) / mostBotsEach / accounts;
  const chaosMs = Math.round(Math.min(duration.to, Math.max(duration.from, wanted)));
  const martinSteps = chance.between(2, 6);
  const kind = kindOf(chance.next());
  const hasRareFault = chance.happens(0.5);
  return {
    seed,
    machines: chance.pick([1, 1, 2, 2, 3]),
    crew: { accounts, botsEach },
    marketStepMs: minute,
    prices: chaosMs <= clientPricesMaxMs && chance.fork('prices').happens(0.15) ? 'client' : 'board',
    ...drawFaults(chance.fork('faults'), kind === 'one' && hasRareFault ? 'none' : kind),
    rare: drawRareFaults(
      chance.fork('rare faults'),
      kind === 'one' && hasRareFault ? 'one' : kind === 'one' ? 'none' : kind,
    ),
    botCount: accounts * botsEach,
    purse: chance.pick(['ample', 'ample', 'ample', 'ample', 'short']),
    hasFunding: chance.happens(0.5),
    // The settings of the ladder are drawn for each bot. These are the settings of the type that no long run uses.
    direction: 'long',
    martinSteps,
    cyclicSteps: 1,
    stepDistancePercent: '0.3',
    takeProfitPercent: '0.3',
    stopLoss: null,
    creditPercent: '100',
    reenters: true,
    maxMarketSz: null,
    posMode: chance.pick(['net_mode', 'long_short_mode']),
    volatility: chance.pick([0.0001, 0.00014, 0.00018]),
    stopAfterMs: null,
    stopCloses: true,
    setsLast: false,
    chaosMs,
    healMs: 2 * minute,
  };
}

/** All faults at their most severe values, which one long run in twenty has. */
export function drawStorm(seed: string): Faults & Pick<Swarm, 'rare'> {
  const chance = seededChance(seed).fork('storm');
  return { ...drawFaults(chance, 'storm'), rare: drawRareFaults(chance, 'storm') };
}

function kindOf(draw: number): Kind {
  return draw < 0.05 ? 'none' : draw < 0.15 ? 'one' : draw < 0.2 ? 'storm' : 'some';
}

function drawFaults(chance: SeededChance, kind: Kind): Faults {
  const names = Object.keys(ranges) as (keyof Faults)[]; // The object is a literal of this type, so it has exactly these keys.
  const only = chance.between(0, names.length - 1);
  const faults: { -readonly [Name in keyof Faults]: number } = {
    ...calm,
    killMs: 0,
    jumpMs: 0,
    userActMs: 0,
    handTradeMs: 0,
  };
  for (const [index, name] of names.entries()) {
    const own = chance.fork(name);
    const isOn = kind === 'storm' || (kind === 'some' && own.happens(0.5)) || (kind === 'one' && index === only);
    const [mild, severe] = ranges[name];
    if (isOn) faults[name] = kind === 'storm' ? severe : mild * (severe / mild) ** own.next();
  }
  return faults;
}

function logBetween(chance: SeededChance, from: number, to: number): number {
  return from * (to / from) ** chance.next();
}
