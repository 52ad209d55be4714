// Runs the back-test of the strategy over a list of prices. Returns the fills and the resting orders that the live product must have.
import { decimal, formatDecimal, fraction, priceOf, sizeOf, ticks, type Ticks } from '@rondo/decimal';
import { walkCandles, type BacktestConfig, type Candle, type WalkResult } from '@rondo/backtest';
import { desiredOrders } from '@rondo/strategy';

/** The fields of a fill that are compared. */
export type FillLine = {
  readonly kind: string;
  readonly step: number;
  readonly price: string;
  readonly size: string;
  readonly fee: string;
  /** True when the fill differs from the back-test, because the order took liquidity when it was placed (strategy 7). */
  readonly takes?: boolean;
};

/** Returns the kind of a fill in the back-test for the kind of its order in live trading. */
export function fillKindOf(kind: string): string {
  return kind === 'takeProfit' ? 'cycle' : kind === 'baseExit' ? 'exit' : kind;
}

/** Returns the fields that are compared. The numbers are normalised, so that equal values have equal texts. */
export function comparable({ kind, step, price, size, fee }: Omit<FillLine, 'takes'>): string {
  const value = (text: string): string => formatDecimal(decimal(text));
  return `${kind} ${step} ${value(size)} @ ${value(price)} fee ${value(fee)}`;
}

/** The slippage of a market order is one tick, because the best prices are one tick from the market price. */
export const oneTickSpread = fraction(1n, 1_000_000_000n);

/**
 * Runs the back-test over the prices. Each price is one candle. An order whose price the market has passed when it is placed fills as taker,
 * which is a named difference between a back-test and a live venue (strategy 7).
 */
export function expectedOver(config: BacktestConfig, walked: readonly bigint[]): WalkResult {
  const candles = walked.map((price, index): Candle => {
    const at: Ticks = ticks(price);
    return { at: index, open: at, high: at, low: at, close: at };
  });
  return walkCandles({ config, candles, takesWhenPlaced: true });
}

/** Returns the fills of a run. The sizes and prices have the units of the instrument. */
export function linesOf(result: WalkResult, config: BacktestConfig): readonly FillLine[] {
  const { tickSz, lotSz } = config.bot.instrument;
  return result.fills.map((fill) => ({
    kind: fill.kind,
    step: fill.step,
    price: formatDecimal(priceOf(fill.price, tickSz)),
    size: formatDecimal(sizeOf(fill.lots, lotSz)),
    fee: formatDecimal(fill.fee),
    takes: fill.liquidity === 'taker' && (fill.kind === 'exit' || fill.kind === 'cycle' || fill.step > 1),
  }));
}

/** Returns the orders that must rest in the order book at the end of the run, as sorted texts `side price size`. */
export function restingOf(result: WalkResult, config: BacktestConfig): readonly string[] {
  const { tickSz, lotSz } = config.bot.instrument;
  return desiredOrders(result.state)
    .flatMap((order) =>
      order.price === null || order.type === 'trigger'
        ? []
        : [`${order.side} ${formatDecimal(priceOf(order.price, tickSz))} ${formatDecimal(sizeOf(order.lots, lotSz))}`],
    )
    .toSorted();
}

/** Returns the prices in ticks at which an order of the bot acts: one tick beyond a resting order, and the level of a stop loss. */
export function triggersOf(result: WalkResult): readonly bigint[] {
  return desiredOrders(result.state).flatMap(({ price, type, side }) => {
    if (price === null) return [];
    const isStop = type === 'trigger';
    return [isStop ? price : price + (side === 'buy' ? -1n : 1n)];
  });
}
