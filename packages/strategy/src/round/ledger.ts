// The money of a bot: realised result, fees, funding, and the unrealised result at a price.
import {
  add,
  addFractions,
  fraction,
  fractionToDecimal,
  lots,
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

/** A ledger with zero sums. */
export const emptyLedger: Ledger = { realised: zero, fees: zero, funding: zero };

/** Decimal places of a sum without an exact decimal, as after a partial close at an average price. */
const brokenPlaces = 12;

/** The sum of two ledgers. */
export function addLedgers(a: Ledger, b: Ledger): Ledger {
  return { realised: add(a.realised, b.realised), fees: add(a.fees, b.fees), funding: add(a.funding, b.funding) };
}

/** Returns realised - fees + funding, USDT. */
export function netOf(ledger: Ledger): Decimal {
  return add(subtract(ledger.realised, ledger.fees), ledger.funding);
}

/** Every lot of the bot that may be open: the round's steps and late fills. */
export function allLots(state: BotState): readonly Lot[] {
  return [...(state.round?.steps ?? []).map((step) => step.lot), state.lateLot];
}

/** The open size of the whole bot, in lots. */
export function openSize(state: BotState): Lots {
  return lots(allLots(state).reduce((sum, lot) => sum + openLots(lot), 0n));
}

/** Ticks x lots paid for everything open. */
export function openCostOf(lotList: readonly Lot[]): Fraction {
  return lotList.reduce((sum, lot) => addFractions(sum, openCost(lot)), zeroFraction);
}

/** Exact gross profit, USDT, of the closed parts of lots that are not booked yet. */
export function unbookedGain(lotList: readonly Lot[], config: BotConfig): Fraction {
  const tickLots = lotList.reduce((sum, lot) => addFractions(sum, closedGain(lot)), zeroFraction);
  const money = moneyFraction(tickLots, config.instrument);
  return directionSign(config.direction) === 1n ? money : negateFraction(money);
}

/** Net result of a round so far, USDT, exact: realised, fees and funding, nothing unrealised. */
export function roundNet(round: RoundState, config: BotConfig): Fraction {
  return addFractions(
    toFraction(netOf(round.ledger)),
    unbookedGain(
      round.steps.map((step) => step.lot),
      config,
    ),
  );
}

/** Net realised result of the bot, USDT, exact: all fees (also the entry fees of open lots) and funding included. */
export function netRealisedExact(state: BotState): Fraction {
  const past = addFractions(toFraction(netOf(state.past)), unbookedGain([state.lateLot], state.config));
  return state.round === null ? past : addFractions(past, roundNet(state.round, state.config));
}

/** Net realised result in USDT; exact whenever no lot is half closed, else rounded half up to 12 places. */
export function netRealised(state: BotState): Decimal {
  return toMoney(netRealisedExact(state));
}

/** The result before fees of closing everything at a price, USDT; rounded like `netRealised`. */
export function unrealised(state: BotState, price: Ticks): Decimal {
  const worth = fraction(price * openSize(state));
  const difference = subtractFractions(worth, openCostOf(allLots(state)));
  const signed = multiplyFractions(difference, fraction(directionSign(state.config.direction)));
  return toMoney(moneyFraction(signed, state.config.instrument));
}

/** All fees the bot paid so far, USDT. */
export function feesPaid(state: BotState): Decimal {
  return state.round === null ? state.past.fees : add(state.past.fees, state.round.ledger.fees);
}

/** All funding the bot received so far, USDT, negative when paid. */
export function fundingReceived(state: BotState): Decimal {
  return state.round === null ? state.past.funding : add(state.past.funding, state.round.ledger.funding);
}

/** Average entry price of everything open, USDT; null when flat. */
export function averageEntry(state: BotState): Decimal | null {
  const size = openSize(state);
  if (size === 0n) return null;
  const average = multiplyFractions(openCostOf(allLots(state)), fraction(1n, size));
  return toMoney(multiplyFractions(average, toFraction(state.config.instrument.tickSz)));
}

/** `current_step`: the number of steps that hold a lot (strategy 3.7). */
export function currentStep(state: BotState): number {
  return (state.round?.steps ?? []).filter((step) => openLots(step.lot) > 0n).length;
}

/** A money fraction as a decimal: exact up to 12 places, else rounded half up. */
export function toMoney(value: Fraction): Decimal {
  const exactPlaces = 40;
  const exact = fractionToDecimal(value, exactPlaces, 'down');
  const isExact = compareFractions(toFraction(exact), value) === 0;
  return isExact ? normalise(exact) : fractionToDecimal(value, brokenPlaces, 'halfUp');
}
