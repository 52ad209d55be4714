// A random story of a bot: its orders are filled, cancelled and closed, its position is reduced by hand and the bot recovers, it is held
// and released, and the exchange changes the rules of the instrument.
import { decimal, decimalOf, lots, ticks } from '@rondo/decimal';
import { mayDo, openSize, type RestingExit } from '@rondo/strategy';
import { seededChance, StrategyDriver } from '@rondo/testkit';
import { smallLadder } from './builders.ts';

const units = { tickSz: decimal('0.01'), lotSz: decimal('0.01') };

/** Returns the driver of a bot with at least `count` events. */
export function storyDriver(seed: string, count: number): StrategyDriver {
  const chance = seededChance(seed);
  const driver = new StrategyDriver(smallLadder, 200_000n).start();
  while (driver.events.length < count) {
    if ((driver.state.round?.closing ?? null) !== null)
      driver.dispatch({ kind: 'ordersGone', at: driver.events.length });
    driver.dispatchPrice();
    const wanted = driver.desired();
    const order = wanted[Math.floor(chance.next() * wanted.length)];
    driver.price += BigInt(Math.floor(chance.next() * 400) - 200);
    const [isFunding, isEnd] = [chance.next() < 0.1, chance.next() < 0.1];
    if (chance.next() < 0.15) disturb(driver, chance.next());
    else if (order === undefined || isFunding)
      driver.dispatch({ kind: 'funding', amount: decimalOf(BigInt(Math.floor(chance.next() * 9)), 2) });
    else if (isEnd) driver.end(order, 'cancelled');
    else driver.fillOrder(order, { lots: (driver.remaining(order) + 1n) / 2n });
    if (mayDo(driver.state, 'recover')) driver.dispatch({ kind: 'recover', as: 'continue' });
  }
  return driver;
}

/** Makes the units of the instrument finer and its minimum size larger than every position, and settles the open position at the end of the instrument. */
export function expire(driver: StrategyDriver): void {
  driver.dispatch({
    kind: 'rules',
    rules: { ...units, minSz: decimal('1000000') },
    units: { ...units, tickSz: decimal('0.005') },
    resting: restingOf(driver),
  });
  const fill = { price: ticks(driver.price * 2n), lots: lots(openSize(driver.state)), fee: decimal('0.01') };
  driver.dispatch({ kind: 'expired', fills: fill.lots > 0n ? [fill] : [] });
}

/** Returns every desired exit as an order that rests. */
function restingOf(driver: StrategyDriver): readonly RestingExit[] {
  return driver
    .desired()
    .flatMap(({ slot, generation, price, lots: size, reduces }) =>
      reduces && price !== null ? [{ slot, generation, terms: { price, lots: size } }] : [],
    );
}

// Each hold has an end and is released soon, so that the bot does not stay without entries.
function disturb(driver: StrategyDriver, choice: number): void {
  const at = driver.events.length;
  const tickSz = decimal(choice < 0.1 ? '0.02' : '0.01');
  if (choice < 0.2) driver.dispatch({ kind: 'rules', rules: { ...units, tickSz, minSz: units.lotSz }, units });
  else if (choice < 0.4 && openSize(driver.state) > 1n)
    driver.dispatch({
      kind: 'externalClose',
      fills: [{ price: ticks(driver.price), lots: lots(1n), fee: decimal('0.01') }],
    });
  else if (choice < 0.5) driver.dispatch({ kind: 'hold', by: 'user', level: 'rounds', reason: 'user', until: at + 5 });
  else if (choice < 0.6)
    driver.dispatch({ kind: 'hold', by: 'grant', level: 'entries', reason: 'approval', until: null });
  else if (choice < 0.8) driver.dispatch({ kind: 'release', by: 'grant' });
  else driver.dispatch({ kind: 'waitOver', at });
}
