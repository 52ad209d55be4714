// Runs the strategy over a price path: returns the expected fills and the expected resting orders.
import { formatDecimal, fraction, priceOf, sizeOf, ticks, type Ticks } from '@rondo/decimal';
import { walkCandles, type BacktestConfig, type Candle, type WalkResult } from '@rondo/backtest';
import { desiredOrders } from '@rondo/strategy';

/** A fill in the fields of the comparison. */
export type FillLine = {
  readonly kind: string;
  readonly step: number;
  readonly price: string;
  readonly size: string;
  readonly fee: string;
};

/** Slippage of a market order: one tick, because the best prices are one tick beside the market price. */
export const oneTickSpread = fraction(1n, 1_000_000_000n);

/** Runs the strategy over the prices; each price is one candle. */
export function expectedOver(config: BacktestConfig, walked: readonly bigint[]): WalkResult {
  const candles = walked.map((price, index): Candle => {
    const at: Ticks = ticks(price);
    return { at: index, open: at, high: at, low: at, close: at };
  });
  return walkCandles({ config, candles });
}

/** The fills of a run, sizes and prices in the instrument's units. */
export function linesOf(result: WalkResult, config: BacktestConfig): readonly FillLine[] {
  const { tickSz, lotSz } = config.bot.instrument;
  return result.fills.map((fill) => ({
    kind: fill.kind,
    step: fill.step,
    price: formatDecimal(priceOf(fill.price, tickSz)),
    size: formatDecimal(sizeOf(fill.lots, lotSz)),
    fee: formatDecimal(fill.fee),
  }));
}

/** The orders that must rest now, as sorted texts `side price size`. */
export function restingOf(result: WalkResult, config: BacktestConfig): readonly string[] {
  const { tickSz, lotSz } = config.bot.instrument;
  return desiredOrders(result.state)
    .flatMap((order) =>
      order.price === null
        ? []
        : [`${order.side} ${formatDecimal(priceOf(order.price, tickSz))} ${formatDecimal(sizeOf(order.lots, lotSz))}`],
    )
    .toSorted();
}
