// The same indicators, computed by the library `trading-signals`.
import { ATR, IchimokuCloud, RSI } from 'trading-signals';
import { atrOf } from '../src/atr.ts';
import { barColumns, type Bar } from '../src/bars.ts';
import { ichimokuOf } from '../src/ichimoku.ts';
import { rsiOf } from '../src/rsi.ts';

const displacement = 26;

/** Returns the largest difference between a value of this package and the value of the library, and the number of compared values, for each indicator. */
export function compareWithLibrary(bars: readonly Bar[], length: number) {
  const rsi = new RSI(length);
  const atr = new ATR(length);
  const cloud = new IchimokuCloud();
  const expected = bars.map((bar) => ({
    rsi: rsi.update(bar.close, false),
    atr: atr.update(bar, false),
    cloud: cloud.update(bar, false),
  }));
  const columns = barColumns(bars);
  const ours = ichimokuOf(columns);
  const clouds = expected.map((each) => each.cloud);
  // The library does not displace the spans.
  const drawn = clouds.map((_cloud, index) => clouds[index - displacement]);
  return {
    rsi: difference(rsiOf(columns.close, length), (index) => expected[index]?.rsi),
    atr: difference(atrOf(columns, length), (index) => expected[index]?.atr, true),
    conversion: difference(ours.conversion, (index) => clouds[index]?.conversion),
    base: difference(ours.base, (index) => clouds[index]?.base),
    spanA: difference(ours.spanA, (index) => drawn[index]?.spanA),
    spanB: difference(ours.spanB, (index) => drawn[index]?.spanB),
  };
}

// Values are compared where both have one. The average of an ATR is a sum of price ranges, so its difference is divided by the ATR.
function difference(values: Float64Array, expected: (index: number) => number | null | undefined, isRelative = false) {
  let [largest, compared] = [0, 0];
  for (const [index, value] of values.entries()) {
    const other = expected(index);
    if (Number.isNaN(value) || other === null || other === undefined) continue;
    largest = Math.max(largest, Math.abs(value - other) / (isRelative ? other : 1));
    compared += 1;
  }
  return { largest, compared };
}
