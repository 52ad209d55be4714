// Moves a held market in lock-step with a bot: from one level of a resting order to the next; it waits at each until the bot's orders are complete.
import type { BacktestConfig, WalkSummary } from '@rondo/backtest';
import { decimal, floorToTick, toFraction } from '@rondo/decimal';
import { waitFor } from '../../e2e/support/product.ts';
import { expectedOver, restingOf } from './expected-fills.ts';

/** A held market and the bot's orders on it. Prices are ticks; resting orders are texts `side price size`, sorted. */
export type HeldMarket = {
  readonly start: bigint;
  readonly advance: (prices: readonly bigint[]) => Promise<void>;
  readonly resting: () => Promise<readonly string[]>;
};

const ordersDueMs = 40_000;
/** Prices of one advance; far below the sandbox's limit. */
const batchPrices = 400;

/** Moves over the prices until the strategy has done enough. Returns every price at which the market stopped. */
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
  throw new Error('the market ended before the strategy had done enough');
}

/** A price text as a whole number of ticks. */
export function ticksOf(price: string, { tickSz }: BacktestConfig['bot']['instrument']): bigint {
  return floorToTick(toFraction(decimal(price)), tickSz);
}

/** Waits until exactly the expected orders rest at the exchange; returns the prices at which they fill. */
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
    throw new Error(`expected to rest: ${expected.join(', ')}\nactually rest: ${resting.join(', ')}`, { cause });
  });
  return resting.map((text) => {
    const [side, price = ''] = text.split(' ');
    return ticksOf(price, config.bot.instrument) + (side === 'buy' ? -1n : 1n);
  });
}

/** The first trigger between two prices, the second included. */
function nearestBetween(triggers: readonly bigint[], from: bigint, to: bigint): bigint | undefined {
  const isUp = to > from;
  const ahead = triggers.filter((trigger) =>
    isUp ? trigger > from && trigger <= to : trigger < from && trigger >= to,
  );
  return ahead.toSorted((a, b) => (a < b === isUp ? -1 : 1))[0];
}
