// Books the end of an instrument: the exchange closes each open position at a settlement price, without an order.
import {
  decimalOf,
  floorToLot,
  floorToTick,
  lots,
  multiply,
  negate,
  priceOf,
  subtract,
  toFraction,
  add,
} from '@rondo/decimal';
import { openSize, type ForcedFill } from '@rondo/strategy';
import { feeShareOf } from '../facts/fee-share.ts';
import type { BotMemory } from '../memory/bot-memory.ts';
import type { BillReport, Settlement } from '../ports/index.ts';

/**
 * Returns the closing of the lots of a bot by a settlement. The settlement price may be between two ticks: the price is then rounded down,
 * and the money of the difference is part of the fee, so the result of the bot is exact. Returns no fill when the bot has no lot.
 */
export function settlementFills(bot: BotMemory, bill: BillReport, settlement: Settlement): readonly ForcedFill[] {
  const { instrument, direction } = bot.config;
  const open = openSize(bot.state);
  const whole = floorToLot(toFraction(settlement.size), instrument.lotSz);
  const count = whole < open ? whole : open;
  if (count <= 0n) return [];
  const price = floorToTick(toFraction(settlement.price), instrument.tickSz);
  const rest = subtract(settlement.price, priceOf(price, instrument.tickSz));
  const coins = multiply(multiply(instrument.lotSz, instrument.ctVal), decimalOf(count));
  const gain = multiply(rest, coins);
  const fee = feeShareOf(negate(bill.fee), count, whole);
  return [{ price, lots: lots(count), fee: direction === 'long' ? subtract(fee, gain) : add(fee, gain) }];
}
