// Computes the money of a bot: the realised result, fees, funding, and the unrealised result at a price.
import {
  add,
  addFractions,
  fraction,
  fractionToDecimal,
  lots,
  maxDecimal,
  minDecimal,
  multiplyFractions,
  negateFraction,
  normalise,
  subtract,
  subtractFractions,
  toFraction,
  zero,
  zeroFraction,
  type Decimal,
  type Fraction,
  type Lots,
  type Ticks,
  compareFractions,
} from '@rondo/decimal';
import { closedGain, openCost, openLots } from './lot.ts';
import type { BotConfig, BotState, Ledger, Lot, RoundState } from '../types.ts';
import { directionSign, moneyFraction } from '../units.ts';

/** This ledger has only zero sums. */
export const emptyLedger: Ledger = { realised: zero, fees: zero, funding: zero };

/** The number of decimal places of a sum without an exact decimal value, for example after a partial close at an average price. */
const brokenPlaces = 12;

/** Returns the sum of two ledgers. */
export function addLedgers(a: Ledger, b: Ledger): Ledger {
  return { realised: add(a.realised, b.realised), fees: add(a.fees, b.fees), funding: add(a.funding, b.funding) };
}

/** Returns realised - fees + funding, in USDT. */
export function netOf(ledger: Ledger): Decimal {
  return add(subtract(ledger.realised, ledger.fees), ledger.funding);
}

/** Returns every lot of the bot that may be open: the lots of the steps and the late lot. */
export function allLots(state: BotState): readonly Lot[] {
  return [...(state.round?.steps ?? []).map((step) => step.lot), state.lateLot];
}

/** Returns the open size of the whole bot, in lots. */
export function openSize(state: BotState): Lots {
  return lots(allLots(state).reduce((sum, lot) => sum + openLots(lot), 0n));
}

/** Returns the cost of all open lots, in ticks x lots. */
export function openCostOf(lotList: readonly Lot[]): Fraction {
  return lotList.reduce((sum, lot) => addFractions(sum, openCost(lot)), zeroFraction);
}

/** Returns the exact profit before fees, in USDT, of the closed parts of lots that are not booked yet. */
export function unbookedGain(lotList: readonly Lot[], config: BotConfig): Fraction {
  const tickLots = lotList.reduce((sum, lot) => addFractions(sum, closedGain(lot)), zeroFraction);
  const money = moneyFraction(tickLots, config.instrument);
  return directionSign(config.direction) === 1n ? money : negateFraction(money);
}

/** Returns the exact net result of a round so far, in USDT: realised profit, fees and funding, without unrealised profit. */
export function roundNet(round: RoundState, config: BotConfig): Fraction {
  return addFractions(
    toFraction(netOf(round.ledger)),
    unbookedGain(
      round.steps.map((step) => step.lot),
      config,
    ),
  );
}

/** Returns the exact net realised result of the bot, in USDT. It includes funding and all fees, even the entry fees of open lots. */
export function netRealisedExact(state: BotState): Fraction {
  const past = addFractions(toFraction(netOf(state.past)), unbookedGain([state.lateLot], state.config));
  return state.round === null ? past : addFractions(past, roundNet(state.round, state.config));
}

/**
 * Returns the net realised result in USDT. The result is exact when it has at most 40 decimal places; otherwise it is
 * rounded half up to 12 places.
 */
export function netRealised(state: BotState): Decimal {
  return toMoney(netRealisedExact(state));
}

/** Returns the profit before fees, in USDT, if all open lots were closed at this price. The result is rounded like `netRealised`. */
export function unrealised(state: BotState, price: Ticks): Decimal {
  const worth = fraction(price * openSize(state));
  const difference = subtractFractions(worth, openCostOf(allLots(state)));
  const signed = multiplyFractions(difference, fraction(directionSign(state.config.direction)));
  return toMoney(moneyFraction(signed, state.config.instrument));
}

/**
 * Returns the loss of the open round at this price, in USDT, as far as the reservation of the bot covers it: from zero to the reservation,
 * rounded like `netRealised`. The result is zero while no round is open and while the round has a profit (strategy 2, rule 7).
 */
export function coveredLoss(state: BotState, price: Ticks): Decimal {
  if (state.round === null) return zero;
  const result = addFractions(roundNet(state.round, state.config), toFraction(unrealised(state, price)));
  return minDecimal(maxDecimal(toMoney(negateFraction(result)), zero), state.reservation);
}

/** Returns all fees that the bot has paid so far, in USDT. */
export function feesPaid(state: BotState): Decimal {
  return state.round === null ? state.past.fees : add(state.past.fees, state.round.ledger.fees);
}

/** Returns all funding that the bot has received so far, in USDT. The value is negative when the bot has paid more than it received. */
export function fundingReceived(state: BotState): Decimal {
  return state.round === null ? state.past.funding : add(state.past.funding, state.round.ledger.funding);
}

/** Returns the average entry price of all open lots, in USDT. Returns null when no lot is open. */
export function averageEntry(state: BotState): Decimal | null {
  const size = openSize(state);
  if (size === 0n) return null;
  const average = multiplyFractions(openCostOf(allLots(state)), fraction(1n, size));
  return toMoney(multiplyFractions(average, toFraction(state.config.instrument.tickSz)));
}

/** Returns the wire field `filled_steps`: the steps with an open lot, in ascending order (strategy 3.7). */
export function filledSteps({ round }: BotState): readonly number[] {
  return (round?.steps ?? []).flatMap(({ lot }, index) => (openLots(lot) > 0n ? [index + 1] : []));
}

/** Returns the wire field `current_step`: the number of steps with an open lot (strategy 3.7). */
export function currentStep(state: BotState): number {
  return filledSteps(state).length;
}

/**
 * Returns a money fraction as a decimal. The decimal is exact when the value has at most 40 decimal places; otherwise
 * it is rounded half up to 12 places.
 */
export function toMoney(value: Fraction): Decimal {
  const exactPlaces = 40;
  const exact = fractionToDecimal(value, exactPlaces, 'down');
  const isExact = compareFractions(toFraction(exact), value) === 0;
  return isExact ? normalise(exact) : fractionToDecimal(value, brokenPlaces, 'halfUp');
}
