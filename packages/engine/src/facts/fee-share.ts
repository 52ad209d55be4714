// Divides a fee between the lots of a bot and the other lots of the same closing.
import { fraction, fractionToDecimal, multiplyFractions, toFraction, type Decimal } from '@rondo/decimal';

/** The number of decimal places of the share of a fee. */
const feePlaces = 12;

/** Returns the share of a fee for `part` of `whole` lots in USDT, rounded half up to 12 places. The fee of all lots is not rounded. */
export function feeShareOf(fee: Decimal, part: bigint, whole: bigint): Decimal {
  if (part === whole) return fee;
  return fractionToDecimal(multiplyFractions(toFraction(fee), fraction(part, whole)), feePlaces, 'halfUp');
}
