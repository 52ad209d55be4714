// The configuration of a live bot, and ratios as the wire shows them.
import { divideFractions, formatDecimal, oneFraction, ratioToPercent, type Fraction, type Ratio } from '@rondo/decimal';
import { settingsOfRequest, type ParsedCreateBotRequest } from '@rondo/contract';
import { createBotConfig, type BotConfig, type InstrumentRules } from '@rondo/strategy';

/** Decimal places of a percent on the wire. */
export const wirePercentPlaces = 6;

/** The whole configuration of the bot on this instrument. */
export function configOf(request: ParsedCreateBotRequest, instrument: InstrumentRules): BotConfig {
  return createBotConfig(settingsOfRequest(request), instrument);
}

/** A ratio as percent for a wire number: 0.015 is 1.5. */
export function ratioToPercentNumber(ratio: Ratio): number {
  return Number(formatDecimal(ratioToPercent(ratio, wirePercentPlaces)));
}

/** How far b lies from a, as a ratio of a (a not zero). */
export function relativeDistance(a: Fraction, b: Fraction): Fraction {
  const ratio = divideFractions(b, a);
  const n = ratio.n * oneFraction.d - oneFraction.n * ratio.d;
  return { n: n < 0n ? -n : n, d: ratio.d };
}
