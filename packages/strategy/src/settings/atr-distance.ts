// The step distance that follows from the volatility at the opening of a round (strategy 8.7).
import {
  asRatio,
  compareDecimals,
  decimal,
  divideFractions,
  fractionToDecimal,
  maxDecimal,
  minDecimal,
  multiplyFractions,
  percent,
  percentToRatio,
  toFraction,
  asPercent,
  type Decimal,
  type Ratio,
} from '@rondo/decimal';
import { botSettings } from './definitions.ts';

/** The bars and the length of the ATR that decides a distance. */
export const atrDistance = { bar: '1H', length: 14 } as const;

/** The decimal places of a distance in percent. A distance on this grid has few digits, so a ladder of ten steps stays exact and short. */
const places = 2;

const least = percent(botSettings.stepDistance.min);
const most = percent(botSettings.stepDistance.max);

/** The largest distance that follows from ATR. The rules for the creation of a bot are checked with it, because a larger distance needs more margin. */
export const largestAtrDistance: Ratio = percentToRatio(most);

/** ATR and the close of its bar, both in quote currency. */
export type AtrValue = { readonly atr: Decimal; readonly close: Decimal };

/**
 * Returns multiplier * ATR / close, rounded half up to 0.01 %, and limited to the bounds of the step distance. Returns null when the close or ATR is no price.
 */
export function atrStepDistance({ atr, close }: AtrValue, multiplier: Decimal): Ratio | null {
  if (compareDecimals(close, decimal('0')) <= 0 || compareDecimals(atr, decimal('0')) < 0) return null;
  const percents = multiplyFractions(toFraction(multiplier), toFraction(decimal('100')));
  const exact = asRatio(multiplyFractions(percents, divideFractions(toFraction(atr), toFraction(close))));
  const rounded = fractionToDecimal(exact, places, 'halfUp');
  return percentToRatio(asPercent(minDecimal(most, maxDecimal(least, rounded))));
}
