// The position of a bot, computed from its fills with doubles. Only statistics and charts use this position.
import { cellAt } from '../candles/columns.ts';
import { toFraction } from '@rondo/decimal';
import { orderTicks, quantumOf } from '@rondo/strategy';
import type { BacktestConfig } from '../config/config.ts';
import { numberOf } from '../fast/rounding/ratio.ts';
import { feeRateOf, fillKinds, type FillColumns } from '../walk/fill-columns.ts';

/**
 * The numbers of a configuration that statistics need. `sign` is the direction, and `quantum` is the value of one tick
 * times one lot in USDT.
 */
export type PositionTerms = {
  readonly sign: 1 | -1;
  readonly quantum: number;
  readonly allocation: number;
  readonly slippage: number;
  /** The number of ticks that the price must move beyond a resting order before the order fills. */
  readonly beyond: number;
  readonly tiers: readonly { readonly maxLots: number; readonly rate: number }[];
  readonly feeOf: (kind: number, step: number) => number;
};

/**
 * Open lots and their cost (ticks x lots), the lots of each step, and the realised result in USDT. The functions below
 * change this object in place.
 */
export type HeldPosition = {
  readonly terms: PositionTerms;
  readonly prices: Float64Array;
  readonly sizes: Float64Array;
  lots: number;
  cost: number;
  net: number;
  /** The estimated liquidation price in ticks. NaN while the position has no liquidation price. */
  liquidation: number;
};

/** Returns the numbers of a configuration that statistics need. */
export function positionTermsOf(config: BacktestConfig): PositionTerms {
  const { instrument, direction, allocation } = config.bot;
  const taker = numberOf(toFraction(instrument.takerFee));
  const lot = numberOf(toFraction(instrument.lotSz));
  // The list contains the rates of every kind for step 1, and then the rates of every kind for the deeper steps.
  const rates = Float64Array.from(
    [1, 2].flatMap((step) => fillKinds.map((kind) => numberOf(toFraction(feeRateOf(config, kind, step))))),
  );
  return {
    sign: direction === 'long' ? 1 : -1,
    quantum: numberOf(toFraction(quantumOf(instrument))),
    allocation: numberOf(toFraction(allocation)),
    slippage: numberOf(config.slippage),
    beyond: config.fill === 'through' ? Number(orderTicks(instrument)) : 0,
    tiers: instrument.tiers.map(({ maxSz, mmr }) => ({
      maxLots: maxSz === null ? Number.POSITIVE_INFINITY : numberOf(toFraction(maxSz)) / lot,
      rate: numberOf(toFraction(mmr)) + taker,
    })),
    feeOf: (kind, step) => cellAt(rates, (step > 1 ? fillKinds.length : 0) + kind),
  };
}

/** Returns a position without lots. */
export function emptyPosition(terms: PositionTerms): HeldPosition {
  return {
    terms,
    prices: new Float64Array(firstUnused),
    sizes: new Float64Array(firstUnused),
    lots: 0,
    cost: 0,
    net: 0,
    liquidation: Number.NaN,
  };
}

/** Applies one fill of a run to the position, and computes its liquidation price. */
export function applyFillAt(position: HeldPosition, fills: FillColumns, place: number): void {
  bookFillAt(position, fills, place);
  setLiquidation(position);
}

/** Applies one fill of a run to the result and the lots of the position. The liquidation price of the position is not changed. */
export function bookFillAt(position: HeldPosition, fills: FillColumns, place: number): void {
  const { terms } = position;
  const kind = cellAt(fills.kind, place);
  const step = cellAt(fills.step, place);
  const price = cellAt(fills.price, place);
  const lots = cellAt(fills.lots, place);
  position.net -= price * lots * terms.quantum * terms.feeOf(kind, step);
  if (kind === entryKind) {
    position.prices[step] = price;
    position.sizes[step] = lots;
    position.lots += lots;
    position.cost += price * lots;
  } else {
    const cost = kind === cycleKind ? cellAt(position.prices, step) * lots : position.cost;
    position.net += terms.sign * (price * lots - cost) * terms.quantum;
    position.lots -= lots;
    position.cost -= cost;
  }
}

/** Books funding at a rate and at a price in ticks. */
export function applyFunding(position: HeldPosition, rate: number, price: number): void {
  const { terms } = position;
  position.net -= terms.sign * rate * price * position.lots * terms.quantum;
  setLiquidation(position);
}

/** Returns the net result in USDT, which includes the open lots at this price. */
export function equityAt(position: HeldPosition, price: number): number {
  const { terms } = position;
  return position.net + terms.sign * (price * position.lots - position.cost) * terms.quantum;
}

/**
 * Returns the distance from a price to the liquidation price, as a part of the price. Returns infinity when the
 * position has no liquidation price.
 */
export function distanceAt(position: HeldPosition, price: number): number {
  const { liquidation, terms } = position;
  return Number.isNaN(liquidation) ? Number.POSITIVE_INFINITY : (terms.sign * (price - liquidation)) / price;
}

const entryKind = fillKinds.indexOf('entry');
const cycleKind = fillKinds.indexOf('cycle');
/** Step numbers are from 1 to 10. */
const firstUnused = 11;

/** Estimates the liquidation price by the formula of strategy 4 and stores the price in the position. */
function setLiquidation(position: HeldPosition): void {
  const { terms, lots, cost, net } = position;
  // A plan with a size above the last tier is refused, so a tier exists for every open size, even for a size that a
  // double cannot represent exactly.
  const { rate } = terms.tiers.find((each) => !(lots > each.maxLots))!;
  const equity = (terms.allocation + net) / terms.quantum;
  const price = (cost - terms.sign * equity) / (lots * (1 - terms.sign * rate));
  position.liquidation = lots > 0 && price > 0 ? price : Number.NaN;
}
