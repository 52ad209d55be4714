// Repeats the path of one candle with the known fills of the run, and passes every price and every fill in sequence to the caller.
import { cellAt, type CandleColumns } from '../candles/columns.ts';
import type { PathRule } from '../config/config.ts';
import { kindAt, type FillColumns } from '../walk/fill-columns.ts';
import type { HeldPosition, PositionTerms } from './held-position.ts';

/** The functions that receive every price of the path (`see`) and every fill at its place on the path (`take`). */
export type PathWatch = {
  readonly position: HeldPosition;
  readonly see: (price: number) => void;
  readonly take: (fills: FillColumns, place: number) => void;
};

type Leg = {
  readonly candles: CandleColumns;
  readonly path: PathRule;
  readonly fills: FillColumns;
  readonly index: number;
  /** The index of the first fill that is not processed yet. */
  readonly next: number;
};

/** Repeats the path of one candle and returns the index of the first fill after the candle. */
export function walkPath(watch: PathWatch, leg: Leg): number {
  const { candles, fills, index } = leg;
  const targets = pathOf(watch.position.terms, leg);
  if (fills.candle[leg.next] !== index) {
    for (const target of targets) watch.see(target);
    return leg.next;
  }
  let walked = cellAt(index === 0 ? candles.open : candles.close, Math.max(index - 1, 0));
  let place = leg.next;
  for (const target of targets) {
    for (; fills.candle[place] === index; place += 1) {
      const trigger = triggerOf(watch.position.terms, fills, place);
      if (!isHeld(trigger, walked) && !isHeld(trigger, target)) break;
      if (!isHeld(trigger, walked)) walked = trigger.price;
      watch.see(walked);
      watch.take(fills, place);
      watch.see(walked);
    }
    walked = target;
    watch.see(walked);
  }
  // The level of a stop is calculated from a price with slippage, so it can be wrong by one tick, and the path may not reach it. Fills
  // that remain for this reason are passed to `take` after the last price of the candle.
  for (; fills.candle[place] === index; place += 1) watch.take(fills, place);
  return place;
}

type Trigger = { readonly price: number; readonly isBelow: boolean };

const anywhere: Trigger = { price: Number.POSITIVE_INFINITY, isBelow: true };

function isHeld({ price, isBelow }: Trigger, walked: number): boolean {
  return isBelow ? walked <= price : walked >= price;
}

/** Returns the level at which a fill occurred. A fill that can occur at any price gets a level that every price reaches. */
function triggerOf(terms: PositionTerms, fills: FillColumns, place: number): Trigger {
  const { sign, beyond, slippage } = terms;
  const price = cellAt(fills.price, place);
  const kind = kindAt(fills, place);
  switch (kind) {
    case 'entry':
      return fills.step[place] === 1 ? anywhere : { price: price - sign * beyond, isBelow: sign === 1 };
    case 'cycle':
    case 'exit':
      return { price: price + sign * beyond, isBelow: sign !== 1 };
    case 'stop':
      return { price: Math.round(price / (1 - sign * slippage)), isBelow: sign === 1 };
    case 'liquidation':
      return { price, isBelow: sign === 1 };
    case 'close':
      return anywhere;
    default:
      return kind satisfies never;
  }
}

function pathOf(terms: PositionTerms, { candles, path, index }: Leg): readonly [number, number, number, number] {
  const open = cellAt(candles.open, index);
  const close = cellAt(candles.close, index);
  const low = cellAt(candles.low, index);
  const high = cellAt(candles.high, index);
  const isLowFirst = path === 'byClose' ? close >= open : (path === 'adverseFirst') === (terms.sign === 1);
  return isLowFirst ? [open, low, high, close] : [open, high, low, close];
}
