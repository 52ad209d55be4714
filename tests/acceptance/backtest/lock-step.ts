// Moves a market whose price changes only on command. At each price that fills a resting order, the market waits until the bot has placed all
// orders that the back-test expects.
import type { BacktestConfig, WalkSummary } from '@rondo/backtest';
import { decimal, floorToTick, toFraction } from '@rondo/decimal';
import { waitFor } from '../../e2e/support/product.ts';
import { expectedOver, restingOf } from './expected-fills.ts';

/**
 * A market whose price changes only when the test calls `advance`, and the orders of the bot on this market. Prices are in ticks. `resting`
 * returns sorted texts `side price size`.
 */
export type HeldMarket = {
  readonly start: bigint;
  readonly advance: (prices: readonly bigint[]) => Promise<void>;
  readonly resting: () => Promise<readonly string[]>;
};

const ordersDueMs = 40_000;
/** The largest number of prices in one call of `advance`. The sandbox accepts many more. */
const batchPrices = 400;

/** Moves the market from one price of `corners` to the next until `isEnough` returns true. Returns every price at which the market was. */
export async function walkInLockStep(
  market: HeldMarket,
  walk: { readonly config: BacktestConfig; readonly corners: readonly bigint[] },
  isEnough: (summary: WalkSummary) => boolean,
): Promise<readonly bigint[]> {
  const { config, corners } = walk;
  const walked = [market.start];
  let triggers = await awaitExpectedOrders(market, config, walked);
  for (let next = 0; next < corners.length;) {
    const batch: bigint[] = [];
    let price = walked.at(-1) ?? market.start;
    let reached: bigint | undefined;
    while (next < corners.length && batch.length < batchPrices && reached === undefined) {
      const corner = corners[next] ?? price;
      reached = nearestBetween(triggers, price, corner);
      price = reached ?? corner;
      batch.push(price);
      if (price === corner) next += 1;
    }
    await market.advance(batch);
    walked.push(...batch);
    if (reached === undefined) continue;
    triggers = await awaitExpectedOrders(market, config, walked);
    if (isEnough(expectedOver(config, walked).summary)) return walked;
  }
  throw new Error('The market had no further price, but the strategy had not completed its rounds.');
}

/** Converts the text of a price to a whole number of ticks. */
export function ticksOf(price: string, { tickSz }: BacktestConfig['bot']['instrument']): bigint {
  return floorToTick(toFraction(decimal(price)), tickSz);
}

/** Waits until exactly the expected orders rest at the exchange. Returns the prices at which these orders fill. */
async function awaitExpectedOrders(
  market: HeldMarket,
  config: BacktestConfig,
  walked: readonly bigint[],
): Promise<readonly bigint[]> {
  const expected = restingOf(expectedOver(config, walked), config);
  let resting: readonly string[] = [];
  const isAsExpected = async (): Promise<boolean> => {
    resting = await market.resting();
    return resting.join('\n') === expected.join('\n');
  };
  await waitFor('the expected orders', ordersDueMs, isAsExpected).catch((cause: unknown) => {
    throw new Error(
      `The resting orders are not the expected orders.\nExpected: ${expected.join(', ')}\nActual: ${resting.join(', ')}`,
      { cause },
    );
  });
  return resting.map((text) => {
    const [side, price = ''] = text.split(' ');
    return ticksOf(price, config.bot.instrument) + (side === 'buy' ? -1n : 1n);
  });
}

/** Returns the first of the `triggers` that a price reaches on its way from `from` to `to`. Can return `to`, and never returns `from`. */
function nearestBetween(triggers: readonly bigint[], from: bigint, to: bigint): bigint | undefined {
  const isUp = to > from;
  const ahead = triggers.filter((trigger) =>
    isUp ? trigger > from && trigger <= to : trigger < from && trigger >= to,
  );
  return ahead.toSorted((a, b) => (a < b === isUp ? -1 : 1))[0];
}
