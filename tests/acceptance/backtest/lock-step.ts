// Moves a market whose price changes only on command. At each price that fills a resting order, the market waits until the bot has placed all
// orders that the back-test expects.
import type { BacktestConfig, WalkResult } from '@rondo/backtest';
import { decimal, floorToTick, toFraction } from '@rondo/decimal';
import { waitFor } from '../../e2e/support/product.ts';
import { expectedOver, restingOf, triggersOf } from './expected-fills.ts';

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

/** The bot, the prices to which the market moves, and `met`, the prices of earlier walks at which an order could act. The walk adds its own such prices to `met`. */
export type LockStepWalk = {
  readonly config: BacktestConfig;
  readonly corners: readonly bigint[];
  readonly met?: bigint[];
};

/**
 * Moves the market from one price of `corners` to the next until `isEnough` returns true or no price is left. Returns every price at which
 * the market was.
 */
export async function walkInLockStep(
  market: HeldMarket,
  // The other prices change nothing, so the back-test does not need them.
  { config, corners, met = [market.start] }: LockStepWalk,
  isEnough: (result: WalkResult) => boolean,
): Promise<readonly bigint[]> {
  const walked = [met.at(-1) ?? market.start];
  let triggers = await awaitExpectedOrders(market, config, met);
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
    met.push(reached);
    triggers = await awaitExpectedOrders(market, config, met);
    if (isEnough(expectedOver(config, met))) break;
  }
  return walked;
}

/** Converts the text of a price to a whole number of ticks. */
export function ticksOf(price: string, { tickSz }: Pick<BacktestConfig['bot']['instrument'], 'tickSz'>): bigint {
  return floorToTick(toFraction(decimal(price)), tickSz);
}

/** Waits until exactly the expected orders rest at the exchange. Returns the prices at which an order of the bot acts. */
async function awaitExpectedOrders(
  market: HeldMarket,
  config: BacktestConfig,
  walked: readonly bigint[],
): Promise<readonly bigint[]> {
  const result = expectedOver(config, walked);
  const expected = restingOf(result, config);
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
  return triggersOf(result);
}

/** Returns the first of the `triggers` that a price reaches on its way from `from` to `to`. Can return `to`, and never returns `from`. */
function nearestBetween(triggers: readonly bigint[], from: bigint, to: bigint): bigint | undefined {
  const isUp = to > from;
  const ahead = triggers.filter((trigger) =>
    isUp ? trigger > from && trigger <= to : trigger < from && trigger >= to,
  );
  return ahead.toSorted((a, b) => (a < b === isUp ? -1 : 1))[0];
}
