// Converts prices to another tick size.
import { divideFractions, formatDecimal, priceOf, ticks, toFraction, type Decimal } from '@rondo/decimal';
import { cellAt, makeColumns, type CandleColumns } from './columns.ts';
import { maxColumnTicks } from '../limits.ts';

/** The result of `changeTick`: new columns, or the number of the first candle (counted from 1) with a price that cannot be converted. */
export type ChangedTick =
  | { readonly ok: true; readonly columns: CandleColumns }
  | { readonly ok: false; readonly candle: number; readonly reason: string };

const names = ['open', 'high', 'low', 'close'] as const;

/**
 * Converts every price from ticks of `from` to ticks of `to`. Refuses the first candle (counted from 1) with a price
 * that is not a multiple of `to` or does not fit a column.
 */
export function changeTick(columns: CandleColumns, from: Decimal, to: Decimal): ChangedTick {
  const ratio = divideFractions(toFraction(from), toFraction(to));
  if (ratio.n === ratio.d) return { ok: true, columns };
  const changed = makeColumns(columns.at.length);
  changed.at.set(columns.at);
  for (const [row] of columns.at.entries()) {
    for (const name of names) {
      const price = BigInt(cellAt(columns[name], row));
      const scaled = price * ratio.n;
      if (scaled % ratio.d !== 0n || scaled / ratio.d > BigInt(maxColumnTicks)) {
        const shown = formatDecimal(priceOf(ticks(price), from));
        return {
          ok: false,
          candle: row + 1,
          reason: `${name} ${shown} does not fit the tick size ${formatDecimal(to)}`,
        };
      }
      changed[name][row] = Number(scaled / ratio.d);
    }
  }
  return { ok: true, columns: changed };
}
