// Moves the held market of the film along a fixed path, and passes one price at a time to the product.
import { exchangeOf } from '../e2e/support/exchange-truth.ts';
import { lastPrice, type Held } from '../e2e/support/held.ts';

/** Small movements of a price between two turns, as a share of the way. They repeat, so each film has the same prices. */
const wobble = [0, 0.18, -0.12, 0.1, -0.16, 0.14];

/** Returns the prices from one price to another in `count` steps. Every step but the last differs a little from the straight line. */
export function pathOfPrices(from: number, to: number, count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => {
    const isLast = index === count - 1;
    const side = isLast ? 0 : (wobble[(index + 1) % wobble.length] ?? 0);
    return from + ((to - from) * (index + 1 + side)) / count;
  });
}

/** Sets the last price of the market. The orders that the price reaches fill. */
export async function setPrice(held: Held, instrument: string, price: number): Promise<void> {
  const places = (await lastPrice(held, instrument)).split('.')[1]?.length ?? 0;
  const tick = 1 / 10 ** places;
  const last = Number(await lastPrice(held, instrument));
  // The sandbox fills one order in four only partly at the first price that reaches it. A second price, some ticks further, fills the rest.
  const further = price + Math.sign(price - last) * 5 * tick;
  const response = await fetch(`${exchangeOf(held.product.home).rest}/sandbox/advance`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ instId: instrument, prices: [price.toFixed(places), further.toFixed(places)] }),
  });
  if (response.status !== 200) throw new Error(`The market refused a price with the status ${response.status}.`);
}
