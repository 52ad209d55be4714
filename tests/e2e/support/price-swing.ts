// Moves the price of a market up and down around its first price, so that every round can end. The price of this market changes only when
// this module moves it.
import { exchangeOf } from './exchange-truth.ts';
import type { SeededChance } from '@rondo/testkit';

/**
 * Half of the price range, as a ratio. A ladder of four steps with a distance of 0.1 % fills while the price falls, and its exit orders
 * fill while the price rises.
 */
const AMPLITUDE = 0.003;
const RANDOM_SHARE = 0.0002;
/** The time between two prices, and the number of prices in a period. A period lasts twelve seconds. */
const EVERY_MS = 100;
const PRICES_PER_TIDE = 120;

export type PriceSwing = {
  /** Throws the error that ended the movement before this call. */
  readonly stop: () => Promise<void>;
  /** Returns the error that ended the movement, or null. A trial whose price stands still proves little. */
  readonly failure: () => string | null;
};

/** Moves the market of an instrument until `stop` is called. The price does not move while the exchange is down. */
export function startPriceSwing(
  home: string,
  instId: string,
  options: { first: number; chance: SeededChance },
): PriceSwing {
  const { first, chance } = options;
  let isStopped = false;
  let count = 0;
  const move = async (): Promise<void> => {
    const level = AMPLITUDE * Math.sin((2 * Math.PI * count) / PRICES_PER_TIDE);
    const price = first * (1 + level + (chance.next() - 0.5) * RANDOM_SHARE);
    count += 1;
    const response = await fetch(`${exchangeOf(home).rest}/sandbox/advance`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ instId, prices: [price.toFixed(2)] }),
    }).catch(() => null); // The request fails while the exchange is down, because the test has killed it. The price then does not move.
    if (response !== null && response.status !== 200)
      throw new Error(`The request to move the market returned the status ${response.status}.`);
  };
  const done = (async () => {
    while (!isStopped) {
      await move();
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
    }
  })();
  let failure: string | null = null;
  done.catch((error: unknown) => {
    failure = String(error);
  });
  return {
    failure: () => failure,
    async stop() {
      isStopped = true;
      await done;
    },
  };
}
