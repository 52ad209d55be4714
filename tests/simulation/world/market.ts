// Moves the prices of a run. The price of each traded instrument is a random walk with jumps. When the first account is `frail`, the price
// of the first bot also moves once by 8 % against the bot.
import { countFault, follow, type World } from './world.ts';
import { firstPrices } from './cast.ts';

const stepMs = 1_000;
/** The prices continue to move for this number of milliseconds after the faults have ended. */
const movingHealMs = 10_000;
/** The price move that liquidates a `frail` account, as a fraction of the price. */
const fallShare = 0.08;

/** Moves the prices each second until `movingHealMs` after the end of the faults, and lets the exchange work until the end of the run. */
export function beginMarket(world: World): void {
  const instruments = new Set(world.cast.bots.map((bot) => bot.config.instrument.id));
  const walks = [...instruments].map((instId) => walkOf(world, instId));
  let isFunded = false;
  const move = (): void => {
    const age = world.checks.now();
    if (world.isChaos || age < world.swarm.chaosMs + movingHealMs) for (const walk of walks) walk(age);
    world.core.step();
    follow(world);
    if (!isFunded && world.checks.roster.all.some((bot) => bot.market.bills.some((bill) => bill.type === '8'))) {
      isFunded = true;
      countFault(world, 'funding');
    }
    world.clock.after(stepMs, move);
  };
  move();
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
      countFault(world, 'priceJump');
      price *= 1 + (chance.next() - 0.5) * 0.02;
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
