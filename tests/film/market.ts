// Moves the held market of the pictures.
import { exchangeOf } from '../e2e/support/exchange-truth.ts';
import { lastPrice, type Held } from '../e2e/support/held.ts';

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
