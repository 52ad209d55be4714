// The configuration of a live bot, and ratios as the wire shows them.
import { formatDecimal, ratioToPercent, type Ratio } from '@rondo/decimal';
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
