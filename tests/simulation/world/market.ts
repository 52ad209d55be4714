// Moves the prices of a run. The price of each traded instrument is a random walk with jumps. In a long run the walk returns slowly to the
// first price, and quiet and wild hours follow each other. When the first account is `frail`, the price
// of the first bot also moves once by 8 % against the bot.
import { formatDecimal } from '@rondo/decimal';
import { firstPrices } from './cast.ts';
import { listedSwaps } from './listed.ts';
import { checkSizes } from '../monitors/size-watch.ts';
import { countFault, follow, type World } from './world.ts';

/** The prices continue to move for this number of milliseconds after the faults have ended. */
const movingHealMs = 10_000;
/** The price move that liquidates a `frail` account, as a fraction of the price. */
const fallShare = 0.08;

/** The sizes of the queues and caches of each process are checked after this number of steps. */
const movesPerSizeCheck = 10;

/** Moves the prices at each step until `movingHealMs` after the end of the faults, and lets the exchange work until the end of the run. */
export function beginMarket(world: World): void {
  const instruments = new Set(world.cast.bots.map((bot) => bot.config.instrument.id));
  const walks = [...instruments].map((instId) =>
    world.swarm.crew === null ? walkOf(world, instId) : longWalkOf(world, instId),
  );
  let [fundings, moves] = [0, 0];
  const move = (): void => {
    const age = world.checks.now();
    world.monitors.tick();
    if (world.isChaos || age < world.chaosEndMs + movingHealMs) for (const walk of walks) walk(age);
    world.core.step();
    follow(world);
    if (world.truth.fundings() > fundings) countFault(world, 'funding');
    fundings = world.truth.fundings();
    moves += 1;
    if (moves % movesPerSizeCheck === 0) checkProcesses(world);
    world.clock.after(world.swarm.marketStepMs, move);
  };
  move();
}

function checkProcesses({ checks, machines }: World): void {
  for (const { process } of machines)
    if (process !== null) checkSizes(checks, process.name, process.engine.boundedSizes());
}

function walkOf(world: World, instId: string): (age: number) => void {
  const { swarm, core, clock } = world;
  const chance = world.chance.fork(`market/${instId}`);
  const first = world.cast.bots[0];
  const fallsAt = swarm.purse === 'frail' && first?.config.instrument.id === instId ? swarm.chaosMs / 2 : null;
  let price = firstPrices[instId] ?? 1;
  let hasFallen = false;
  let jumpAt = swarm.jumpMs > 0 ? clock.now() + chance.exponential(swarm.jumpMs) : Number.POSITIVE_INFINITY;
  return (age) => {
    price *= 1 + (chance.next() + chance.next() + chance.next() - 1.5) * 2 * swarm.volatility;
    if (clock.now() >= jumpAt && world.isChaos) {
      const factor = 1 + (chance.next() - 0.5) * 0.02;
      if (world.occurrences.occurs('priceJump', true, instId)) {
        countFault(world, 'priceJump');
        price *= factor;
      }
      jumpAt = clock.now() + chance.exponential(swarm.jumpMs);
    }
    if (fallsAt !== null && !hasFallen && age >= fallsAt) {
      hasFallen = true;
      countFault(world, 'fall');
      price *= first?.config.direction === 'long' ? 1 - fallShare : 1 + fallShare;
    }
    core.advance({ instId, prices: [price.toFixed(instId.startsWith('BTC') ? 1 : 2)] });
  };
}

const hourMs = 3_600_000;
/** The part of the distance to the first price that a long walk loses in an hour. */
const returnPerHour = 0.05;
/** The largest drift of a long walk in an hour is half of this number times the volatility. */
const driftPerVolatility = 16;
/** The factors of the volatility, of which each hour of a long run has one. The factor 0 is a market that does not move. */
const paces = [0, 0.5, 1, 1, 1, 2, 3] as const;

function longWalkOf(world: World, instId: string): (age: number) => void {
  const { swarm, core, clock } = world;
  const chance = world.chance.fork(`market/${instId}`);
  const listed = listedSwaps().find(({ rules }) => rules.id === instId);
  if (listed === undefined) throw new Error(`The exchange does not list ${instId}.`);
  const tick = Number(formatDecimal(listed.rules.tickSz));
  const digits = listed.rules.tickSz.scale;
  const share = swarm.marketStepMs / hourMs;
  let [level, drift, pace, paceUntil] = [0, 0, 1, 0];
  let jumpAt = swarm.jumpMs > 0 ? clock.now() + chance.exponential(swarm.jumpMs) : Number.POSITIVE_INFINITY;
  return (age) => {
    if (age >= paceUntil) {
      pace = chance.pick(paces);
      drift = (chance.next() - 0.5) * driftPerVolatility * swarm.volatility * pace;
      paceUntil = age + chance.exponential(hourMs);
    }
    const moved = chance.next() + chance.next() + chance.next() - 1.5;
    level += moved * 2 * swarm.volatility * pace + drift * share - level * returnPerHour * share;
    if (clock.now() >= jumpAt && world.isChaos) {
      const change = (chance.next() - 0.5) * 0.06;
      if (world.occurrences.occurs('priceJump', true, instId)) {
        countFault(world, 'priceJump');
        level += change;
      }
      jumpAt = clock.now() + chance.exponential(swarm.jumpMs);
    }
    const ticks = Math.max(10, Math.round((listed.firstPrice * Math.exp(level)) / tick));
    const text = (ticks * tick).toFixed(digits);
    if (world.quotes.get(instId)?.text === text) return;
    world.onEvent('price', text);
    world.quotes.set(instId, { ticks: BigInt(ticks), text });
    core.advance({ instId, prices: [text] });
  };
}
