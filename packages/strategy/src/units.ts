// Converts ticks and lots to money and back, and returns the sign of a direction.
import {
  ceilFraction,
  divideFractions,
  floorFraction,
  fraction,
  multiply,
  multiplyFractions,
  ticks,
  toFraction,
  type Decimal,
  type Fraction,
  type Ticks,
  decimalOf,
} from '@rondo/decimal';
import type { BotConfig, Direction, InstrumentRules } from './types.ts';

/** Returns +1 for a long and -1 for a short. This is the factor s of docs/strategy.md. */
export function directionSign(direction: Direction): 1n | -1n {
  return direction === 'long' ? 1n : -1n;
}

/** Returns the money of one tick times one lot, in USDT: tickSz * lotSz * ctVal. */
export function quantumOf(rules: InstrumentRules): Decimal {
  return multiply(multiply(rules.tickSz, rules.lotSz), rules.ctVal);
}

/** Converts a whole number of ticks x lots to exact USDT. */
export function moneyOf(tickLots: bigint, rules: InstrumentRules): Decimal {
  return multiply(decimalOf(tickLots), quantumOf(rules));
}

/** Converts a fractional number of ticks x lots to exact USDT. */
export function moneyFraction(tickLots: Fraction, rules: InstrumentRules): Fraction {
  return multiplyFractions(tickLots, toFraction(quantumOf(rules)));
}

/** Converts USDT exactly to ticks x lots. */
export function moneyToTickLots(money: Fraction, rules: InstrumentRules): Fraction {
  return divideFractions(money, toFraction(quantumOf(rules)));
}

/**
 * Rounds a price in fractional ticks to the price step of orders, in the favour of the bot: up for a long, down for a short. Target
 * prices use this rounding.
 */
export function roundInFavour(price: Fraction, config: BotConfig): Ticks {
  return toOrderTick(price, config, config.direction === 'long' ? ceilFraction : floorFraction);
}

/**
 * Rounds a price in fractional ticks to the price step of orders: down for a long and up for a short. Entries, stops and liquidation
 * prices use this rounding.
 */
export function roundAgainst(price: Fraction, config: BotConfig): Ticks {
  return toOrderTick(price, config, config.direction === 'long' ? floorFraction : ceilFraction);
}

/** Returns the price step of orders, in ticks. */
export function orderTicks({ orderTickSz, tickSz }: InstrumentRules): bigint {
  return orderTickSz === undefined ? 1n : timesIn(orderTickSz, tickSz);
}

/** Returns the size step of orders, in lots. */
export function orderLots({ orderLotSz, lotSz }: InstrumentRules): bigint {
  return orderLotSz === undefined ? 1n : timesIn(orderLotSz, lotSz);
}

/** Returns how many times the small step fits into the large step. Throws RangeError when the large step is no multiple of the small step. */
export function timesIn(large: Decimal, small: Decimal): bigint {
  const { n, d } = divideFractions(toFraction(large), toFraction(small));
  if (d !== 1n) throw new RangeError('A step of the exchange is no multiple of the step of the bot.');
  return n;
}

function toOrderTick(price: Fraction, { instrument }: BotConfig, round: (value: Fraction) => bigint): Ticks {
  const step = orderTicks(instrument);
  return ticks(step === 1n ? round(price) : round(divideFractions(price, fraction(step))) * step);
}

/** Returns true when the price a is farther than b in the direction in which the bot gains. */
export function isBeyond(a: bigint, b: bigint, config: BotConfig): boolean {
  return config.direction === 'long' ? a > b : a < b;
}
