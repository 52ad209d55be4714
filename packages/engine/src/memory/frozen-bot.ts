// A bot that is not managed, because its stored data cannot be read or an event breaks an invariant. The other bots continue.
import { zero, type Decimal } from '@rondo/decimal';
import { decode, type BotConfig, type InstrumentRules } from '@rondo/strategy';
import type { BotRow } from '../ports/index.ts';

/** The end reason in the view and the reason in the log of a frozen bot. */
export const frozenReason = 'frozen';

/**
 * A frozen bot. Its orders stay at the exchange, and nothing is sent for it. `instrument` is null when its
 * configuration is not readable. `reserved` is the budget that the other bots may not use, in USDT. `isNoted` is true
 * after the freeze was added to a transaction and to the log of the operator.
 */
export type FrozenBot = {
  readonly row: BotRow;
  readonly cause: string;
  readonly instrument: InstrumentRules | null;
  readonly reserved: Decimal;
  isNoted: boolean;
};

/** Returns a frozen bot for a row whose bot could not be built. */
export function frozenRow(row: BotRow, cause: unknown): FrozenBot {
  const config = readConfig(row.config);
  const [instrument, reserved] = [config?.instrument ?? null, config?.allocation ?? zero];
  return { row, cause: causeText(cause), instrument, reserved, isNoted: false };
}

/** Returns the text of an error for the log, cut to a bounded length. */
export function causeText(cause: unknown): string {
  return (cause instanceof Error ? cause.message : String(cause)).slice(0, 300);
}

// A configuration of which only the instrument and the allocation are read, because another part may be broken.
function readConfig(text: string): Partial<BotConfig> | null {
  try {
    const config = decode(JSON.parse(text));
    return typeof config === 'object' && config !== null ? (config as Partial<BotConfig>) : null; // `encode` of the strategy wrote this value.
  } catch {
    return null;
  }
}
