// The lots of one round, added up again from the stored fills, for the check of the exit prices (I24).
import {
  addFractions,
  ceilFraction,
  divideFractions,
  floorFraction,
  fraction,
  multiplyFractions,
  oneFraction,
  subtractFractions,
  toFraction,
  zeroFraction,
  type Fraction,
} from '@rondo/decimal';
import { orderTicks, type BotConfig, type StrategyEvent } from '@rondo/strategy';

type Fill = Extract<StrategyEvent, { kind: 'fill' }>;

/** The fills of one step since its lot was last zero. Costs are in ticks times lots. */
export type BookedLot = {
  readonly entered: bigint;
  readonly cost: bigint;
  readonly exited: bigint;
  readonly proceeds: bigint;
  readonly fees: Fraction;
};

/** The lots of the steps of a round, and the credit of its complete cycles in USDT. */
export type RoundBook = {
  readonly round: number;
  readonly lots: Map<number, BookedLot>;
  credit: Fraction;
  baseExited: bigint;
};

const noLot: BookedLot = { entered: 0n, cost: 0n, exited: 0n, proceeds: 0n, fees: zeroFraction };

/** Returns the book of a round without fills. */
export function newBook(round: number): RoundBook {
  return { round, lots: new Map(), credit: zeroFraction, baseExited: 0n };
}

/** Adds a fill of the round. Returns false when the fill closes more than the lots of its order, so that the book ends. */
export function bookFill(book: RoundBook, fill: Fill, config: BotConfig): boolean {
  const { kind, step } = fill.slot;
  if (kind === 'entry') return enter(book, fill);
  if (kind === 'takeProfit') return exit(book, fill, config);
  if (kind !== 'baseExit') return false;
  book.baseExited += fill.lots;
  const base = lotsOf(book, config, false).reduce((sum, lot) => sum + lot.entered, 0n);
  return step === 0 && book.baseExited <= base;
}

function enter({ lots }: RoundBook, { slot, price, lots: count, fee }: Fill): boolean {
  const lot = lots.get(slot.step) ?? noLot;
  const fees = addFractions(lot.fees, toFraction(fee));
  lots.set(slot.step, { ...lot, entered: lot.entered + count, cost: lot.cost + price * count, fees });
  return true;
}

function exit(book: RoundBook, { slot, price, lots: count, fee }: Fill, config: BotConfig): boolean {
  const before = book.lots.get(slot.step) ?? noLot;
  const fees = addFractions(before.fees, toFraction(fee));
  const lot = { ...before, exited: before.exited + count, proceeds: before.proceeds + price * count, fees };
  book.lots.set(slot.step, lot);
  if (lot.exited > lot.entered) return false;
  if (lot.exited < lot.entered) return true;
  const gain = signed(fraction(lot.proceeds - lot.cost), config);
  book.credit = addFractions(book.credit, subtractFractions(multiplyFractions(gain, quantumOf(config)), lot.fees));
  book.lots.delete(slot.step);
  return true;
}

/** Returns the exit price of an open lot, in ticks: the average price and the target, rounded once in favour of the bot. */
export function exitOfLot({ entered, cost }: Pick<BookedLot, 'entered' | 'cost'>, config: BotConfig): bigint {
  return inFavour(multiplyFractions(fraction(cost, entered), targetFactor(config)), config);
}

/**
 * Returns the base exit in ticks (strategy 3.4). `planned` returns the ladder price of a step without an open lot. No exit of a cyclic step is
 * farther from the first price than the base exit.
 */
export function exitOfBase(book: RoundBook, config: BotConfig, planned: (step: number) => bigint | null): bigint {
  const base = lotsOf(book, config, false);
  const entered = base.reduce((sum, lot) => sum + lot.entered, 0n);
  const cost = base.reduce((sum, lot) => sum + lot.cost, 0n);
  const credit = divideFractions(
    multiplyFractions(config.cycleCredit, book.credit),
    multiplyFractions(quantumOf(config), fraction(entered)),
  );
  const target = multiplyFractions(fraction(cost, entered), targetFactor(config));
  const own = inFavour(subtractFractions(target, signed(credit, config)), config);
  const exits = cyclicSteps(config).flatMap((step) => {
    const lot = book.lots.get(step);
    const price = planned(step);
    if (lot !== undefined) return [exitOfLot(lot, config)];
    return price === null ? [] : [exitOfLot({ entered: 1n, cost: price }, config)];
  });
  return [own, ...exits].reduce((a, b) => ((config.direction === 'long') === a > b ? a : b));
}

/** Returns the lots of the cyclic steps or of the base steps. */
export function lotsOf({ lots }: RoundBook, config: BotConfig, isCyclic: boolean): readonly BookedLot[] {
  const cyclic = new Set(cyclicSteps(config));
  return [...lots].filter(([step]) => cyclic.has(step) === isCyclic).map(([, lot]) => lot);
}

/** Returns the average entry price of the open lots in USDT, or null when no lot is open. */
export function averageOf({ lots }: RoundBook, { instrument }: BotConfig): Fraction | null {
  const open = [...lots.values()].filter(({ entered, exited }) => entered > exited);
  const size = open.reduce((sum, { entered, exited }) => sum + entered - exited, 0n);
  const cost = open.reduce(
    (sum, lot) => addFractions(sum, fraction(lot.cost * (lot.entered - lot.exited), lot.entered)),
    zeroFraction,
  );
  return size === 0n ? null : multiplyFractions(divideFractions(cost, fraction(size)), toFraction(instrument.tickSz));
}

function cyclicSteps({ martinSteps, cyclicSteps: count }: BotConfig): readonly number[] {
  return Array.from({ length: count }, (_, index) => martinSteps - count + 1 + index);
}

function quantumOf({ instrument: { tickSz, lotSz, ctVal } }: BotConfig): Fraction {
  return multiplyFractions(multiplyFractions(toFraction(tickSz), toFraction(lotSz)), toFraction(ctVal));
}

function targetFactor(config: BotConfig): Fraction {
  return addFractions(oneFraction, signed(config.takeProfit, config));
}

// Orders are on the price step of the exchange, which can be larger than the tick of the bot (strategy 3.8).
function inFavour(price: Fraction, { direction, instrument }: BotConfig): bigint {
  const step = orderTicks(instrument);
  const steps = divideFractions(price, fraction(step));
  return step * (direction === 'long' ? ceilFraction(steps) : floorFraction(steps));
}

function signed(value: Fraction, { direction }: BotConfig): Fraction {
  return direction === 'long' ? value : subtractFractions(zeroFraction, value);
}
