// A bot's position computed from its fills in doubles: for statistics and charts, never for a decision.
import { cellAt } from '../candles/columns.ts';
import { toFraction } from '@rondo/decimal';
import { quantumOf } from '@rondo/strategy';
import type { BacktestConfig } from '../config/config.ts';
import { numberOf } from '../fast/rounding/ratio.ts';
import { feeRateOf, fillKinds, type FillColumns } from '../walk/fill-columns.ts';

/** The numbers of a configuration that statistics need: sign, USDT of a tick x lot, fees, tiers, slippage. */
export type PositionTerms = {
  readonly sign: 1 | -1;
  readonly quantum: number;
  readonly allocation: number;
  readonly slippage: number;
  readonly beyond: 0 | 1;
  readonly tiers: readonly { readonly maxLots: number; readonly rate: number }[];
  readonly feeOf: (kind: number, step: number) => number;
};

/** Open lots and their cost (ticks x lots), lots by step, and the realised result, USDT; changed in place. */
export type HeldPosition = {
  readonly terms: PositionTerms;
  readonly prices: Float64Array;
  readonly sizes: Float64Array;
  lots: number;
  cost: number;
  net: number;
  /** The estimated liquidation price in ticks; NaN while there is none. */
  liquidation: number;
};

/** The terms of a configuration. */
export function positionTermsOf(config: BacktestConfig): PositionTerms {
  const { instrument, direction, allocation } = config.bot;
  const taker = numberOf(toFraction(instrument.takerFee));
  const lot = numberOf(toFraction(instrument.lotSz));
  // The rates of every kind for step 1, then those for the deeper steps.
  const rates = Float64Array.from(
    [1, 2].flatMap((step) => fillKinds.map((kind) => numberOf(toFraction(feeRateOf(config, kind, step))))),
  );
  return {
    sign: direction === 'long' ? 1 : -1,
    quantum: numberOf(toFraction(quantumOf(instrument))),
    allocation: numberOf(toFraction(allocation)),
    slippage: numberOf(config.slippage),
    beyond: config.fill === 'through' ? 1 : 0,
    tiers: instrument.tiers.map(({ maxSz, mmr }) => ({
      maxLots: maxSz === null ? Number.POSITIVE_INFINITY : numberOf(toFraction(maxSz)) / lot,
      rate: numberOf(toFraction(mmr)) + taker,
    })),
    feeOf: (kind, step) => cellAt(rates, (step > 1 ? fillKinds.length : 0) + kind),
  };
}

/** A position that holds nothing. */
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

/** Applies one fill of a run. */
export function applyFillAt(position: HeldPosition, fills: FillColumns, place: number): void {
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
  setLiquidation(position);
}

/** Books funding at a rate and a price in ticks. */
export function applyFunding(position: HeldPosition, rate: number, price: number): void {
  const { terms } = position;
  position.net -= terms.sign * rate * price * position.lots * terms.quantum;
  setLiquidation(position);
}

/** Net result including the open lots at a price, USDT. */
export function equityAt(position: HeldPosition, price: number): number {
  const { terms } = position;
  return position.net + terms.sign * (price * position.lots - position.cost) * terms.quantum;
}

/** The distance from a price to the liquidation price, as a part of the price; infinity while there is none. */
export function distanceAt(position: HeldPosition, price: number): number {
  const { liquidation, terms } = position;
  return Number.isNaN(liquidation) ? Number.POSITIVE_INFINITY : (terms.sign * (price - liquidation)) / price;
}

const entryKind = fillKinds.indexOf('entry');
const cycleKind = fillKinds.indexOf('cycle');
/** Steps count from 1 to 10. */
const firstUnused = 11;

/** The estimate of strategy 4. */
function setLiquidation(position: HeldPosition): void {
  const { terms, lots, cost, net } = position;
  // A plan beyond the last tier is refused, so a tier contains every open size, also one too large for exact doubles.
  const { rate } = terms.tiers.find((each) => !(lots > each.maxLots))!;
  const equity = (terms.allocation + net) / terms.quantum;
  const price = (cost - terms.sign * equity) / (lots * (1 - terms.sign * rate));
  position.liquidation = lots > 0 && price > 0 ? price : Number.NaN;
}
