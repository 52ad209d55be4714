// Converts open positions to the form of the API, and finds the positions that no running bot manages.
import {
  abs,
  decimal,
  divideFractions,
  formatDecimal,
  fractionToDecimal,
  multiply,
  sumDecimals,
  toFraction,
  zero,
  type Decimal,
} from '@rondo/decimal';
import type { ForeignPositionWire, PositionWire } from '@rondo/contract';
import { percentOf } from '@rondo/contract/state';
import type { ShownPosition } from '@rondo/engine';
import type { BotReservation } from '@rondo/store';
import { sideOf } from '../bots/bot-response.ts';
import type { Listing } from '../market/market.ts';

const marginPlaces = 2;

/** Returns a position in the form of the API. Returns null when the instrument is unknown or no position is open. */
export function toPosition(position: ShownPosition, listing: Listing | undefined): PositionWire | null {
  if (listing === undefined || position.lots === 0n || position.averagePrice === null) return null;
  const size = abs(position.size);
  const pnl = position.unrealisedPnl ?? zero;
  const notional = multiply(multiply(size, listing.rules.ctVal), position.averagePrice);
  return {
    symbol: position.instrumentId,
    side: sideOf(position),
    pnl: formatDecimal(pnl),
    pnl_percentage: percentOf(multiply(pnl, leverageOf(position)), notional),
    entry_price: formatDecimal(position.averagePrice),
    position_size: formatDecimal(size),
    mark_price: position.markPrice === null ? null : formatDecimal(position.markPrice),
    liquidation_price: position.liquidationPrice === null ? null : formatDecimal(position.liquidationPrice),
  };
}

/** The positions that no running bot manages, and the sum of their margins in USDT. */
export interface ForeignPositions {
  readonly positions: readonly ForeignPositionWire[];
  readonly margin: string;
}

/** Returns the positions whose instrument and side belong to no bot of `bots`. */
export function foreignPositions(
  positions: readonly ShownPosition[],
  bots: readonly BotReservation[],
  listings: ReadonlyMap<string, Listing>,
): ForeignPositions {
  const foreign = positions.filter(
    (position) => !bots.some((bot) => bot.instrumentId === position.instrumentId && bot.direction === sideOf(position)),
  );
  const margins: Decimal[] = [];
  const shown = foreign.flatMap((position) => {
    const listing = listings.get(position.instrumentId);
    const wire = toPosition(position, listing);
    if (wire === null || listing === undefined) return [];
    const margin = marginOf(position, listing);
    margins.push(margin);
    return [{ ...wire, margin: formatDecimal(margin) }];
  });
  return { positions: shown, margin: formatDecimal(sumDecimals(margins)) };
}

function marginOf(position: ShownPosition, { rules }: Listing): Decimal {
  const price = position.markPrice ?? position.averagePrice ?? zero;
  const notional = multiply(multiply(abs(position.size), rules.ctVal), price);
  const ratio = divideFractions(toFraction(notional), toFraction(leverageOf(position)));
  return fractionToDecimal(ratio, marginPlaces, 'up');
}

/** Without a reported leverage, the margin of a position is its whole value. */
function leverageOf({ leverage }: ShownPosition): Decimal {
  return leverage ?? decimal('1');
}
