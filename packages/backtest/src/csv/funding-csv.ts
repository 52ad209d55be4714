// Funding rates as CSV text with the columns `ts_ms,funding_rate`. A rate is a fraction per interval, and it is positive when longs pay.
import { abs, compareDecimals, multiply, parseDecimal, powerOfTen, type Decimal, decimalOf } from '@rondo/decimal';
import type { FundingRate } from '../candles/candles.ts';
import { textAt, visitRows, type LineRefusal } from './csv-rows.ts';
import { readInstant } from './instant-cell.ts';
import { maxFundingRate, maxFundingRows } from '../limits.ts';

/** The result of `parseFunding`: the rates with the oldest first, or the first bad line. */
export type FundingResult =
  | { readonly ok: true; readonly funding: readonly FundingRate[] }
  | { readonly ok: false; readonly refusal: LineRefusal };

const shape = { headers: ['ts_ms,funding_rate'], maxRows: maxFundingRows, noun: 'funding rate' };

/** Reads funding rates exactly, even when a rate has an exponent. Refuses the first bad line with its number. */
export function parseFunding(text: string): FundingResult {
  const funding: FundingRate[] = [];
  const refusal = visitRows(text, shape, (cells) => {
    const at = readInstant(textAt(cells, 0), funding.at(-1)?.at ?? null);
    if (typeof at === 'string') return at;
    const rateText = textAt(cells, 1);
    const rate = readRate(rateText);
    if (rate === null) return `funding_rate "${rateText.slice(0, 40)}" is not a number`;
    if (compareDecimals(abs(rate), maxFundingRate) > 0)
      return `funding_rate ${rateText} is not between -1 and 1 (100 %)`;
    funding.push({ at, rate });
    return null;
  });
  return refusal === null ? { ok: true, funding } : { ok: false, refusal };
}

/** Returns the exact value of a decimal with an optional exponent of at most two digits. Returns null for any other text. */
function readRate(text: string): Decimal | null {
  const at = text.toLowerCase().indexOf('e');
  if (at < 0) return parseDecimal(text) ?? null;
  const mantissa = parseDecimal(text.slice(0, at));
  const exponent = text.slice(at + 1);
  if (mantissa === undefined || !/^[+-]?\d{1,2}$/.test(exponent)) return null;
  const power = Number(exponent);
  return multiply(mantissa, power < 0 ? decimalOf(1n, -power) : decimalOf(powerOfTen(power)));
}
