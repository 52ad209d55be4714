// Creates the configuration of a live bot, and converts ratios to the percents of the wire.
import { formatDecimal, ratioToPercent, type Ratio } from '@rondo/decimal';
import { settingsOfRequest, type ParsedCreateBotRequest } from '@rondo/contract';
import { wirePercentPlaces } from '@rondo/contract/state';
import { createLiveBotConfig, type BotConfig, type InstrumentRules } from '@rondo/strategy';

/** The entry types with which a round opens only at a signal. */
const waitingTypes: readonly string[] = ['ai-gpt', 'rsi', 'ichimoku', 'webhook'];

/** Returns whether a round of a bot with this entry opens only at a signal. */
export function isWaitingType(entryType: string): boolean {
  return waitingTypes.includes(entryType);
}

/** Returns the configuration of the bot on this instrument. */
export function configOf(request: ParsedCreateBotRequest, instrument: InstrumentRules): BotConfig {
  const config = createLiveBotConfig(settingsOfRequest(request), instrument);
  return isWaitingType(request.entry.type) ? { ...config, waitsForSignal: true } : config;
}

/** Returns a ratio as a percent number of the wire: 0.015 becomes 1.5. */
export function ratioToPercentNumber(ratio: Ratio): number {
  return Number(formatDecimal(ratioToPercent(ratio, wirePercentPlaces)));
}
