// A frozen bot, which the engine does not manage, because its stored data cannot be read or an event breaks an
// invariant. The other bots of the account continue.
import { lots, priceOf, sizeOf, ticks, zero, type Decimal } from '@rondo/decimal';
import { decode, maxMarketLots, type BotConfig, type Direction, type InstrumentRules } from '@rondo/strategy';
import { assert } from '../assert.ts';
import type { BotRow } from '../ports/index.ts';

/** The end reason in the view and the reason in the log of a frozen bot. */
export const frozenReason = 'frozen';

/** The instrument and the direction of a bot. */
export type BotMarket = { readonly instrument: InstrumentRules; readonly direction: Direction };

/** The stop of a frozen bot. */
export type FrozenStop = { readonly closePosition: boolean };

/**
 * A frozen bot. Its orders stay at the exchange, and no command is sent for the bot before its owner stops the bot.
 * `market` is null when the configuration of the bot is not readable. `reserved` is the budget that the other bots may
 * not use, in USDT. `isNoted` is true after the freeze was added to a transaction and to the log of the operator. `after` is
 * local time in epoch ms: only a snapshot that began later shows the effect of all commands of the bot, and is newer than its stop.
 */
export type FrozenBot = {
  readonly row: BotRow;
  readonly cause: string;
  readonly market: BotMarket | null;
  readonly reserved: Decimal;
  isNoted: boolean;
  stop: FrozenStop | null;
  after: number;
};

/** Returns a frozen bot for a row whose bot could not be built. */
export function frozenRow(row: BotRow, cause: unknown): FrozenBot {
  const [market, reserved] = readConfig(row.config);
  return { row, cause: causeText(cause), market, reserved, isNoted: false, stop: null, after: 0 };
}

/** Returns the text of an error for the log, with a limited length. */
export function causeText(cause: unknown): string {
  return (cause instanceof Error ? cause.message : String(cause)).slice(0, 300);
}

// Reads only the market and the allocation of a configuration, because the other fields may be unreadable.
function readConfig(text: string): readonly [BotMarket | null, Decimal] {
  try {
    const config = decode(JSON.parse(text));
    assert(typeof config === 'object' && config !== null, 'The configuration is not a record.');
    const { instrument, direction, allocation } = config as Partial<BotConfig>; // `encode` of the strategy wrote this value.
    const isUsable = instrument !== undefined && hasGrid(instrument) && (direction === 'long' || direction === 'short');
    return [isUsable ? { instrument, direction } : null, allocation ?? zero];
  } catch {
    return [null, zero];
  }
}

// The readings of the account use the tick and lot size of each instrument, so an invalid tick or lot size would make
// the readings of all bots fail.
function hasGrid(instrument: InstrumentRules): boolean {
  priceOf(ticks(1n), instrument.tickSz);
  sizeOf(lots(1n), instrument.lotSz);
  maxMarketLots(instrument);
  return typeof instrument.id === 'string';
}
