// Books the end of an instrument: the exchange closes each open position at a settlement price, without an order.
import {
  decimalOf,
  fraction,
  floorToLot,
  floorToTick,
  fractionToDecimal,
  lots,
  multiply,
  multiplyFractions,
  negate,
  priceOf,
  subtract,
  toFraction,
  add,
  type Decimal,
} from '@rondo/decimal';
import { openSize, type ForcedFill } from '@rondo/strategy';
import type { BotMemory } from '../memory/bot-memory.ts';
import type { BillReport, Settlement } from '../ports/index.ts';

/** The number of decimal places of the share of a fee. */
const feePlaces = 12;

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
  const fee = shareOf(negate(bill.fee), count, whole);
  return [{ price, lots: lots(count), fee: direction === 'long' ? subtract(fee, gain) : add(fee, gain) }];
}

function shareOf(fee: Decimal, part: bigint, whole: bigint): Decimal {
  if (part === whole) return fee;
  return fractionToDecimal(multiplyFractions(toFraction(fee), fraction(part, whole)), feePlaces, 'halfUp');
}
