// Converts open positions to the form of the API, and finds the positions that no running bot manages.
import {
  abs,
  decimal,
  divideFractions,
  formatDecimal,
  fractionToDecimal,
  isZero,
  lots,
  minDecimal,
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
import type { LiveAccount } from '../trading/live-accounts.ts';

const marginPlaces = 2;
const pnlPlaces = 8;

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

/** What belongs to the bots of an account: its running bots, and the contracts of the user beside those of a bot, by bot id. */
export interface ManagedPositions {
  readonly bots: readonly BotReservation[];
  readonly surpluses: LiveAccount['surpluses'];
}

/** Returns the positions whose instrument and side belong to no bot, and of the other positions the contracts beside those of the bot. */
export function foreignPositions(
  positions: readonly ShownPosition[],
  { bots, surpluses }: ManagedPositions,
  listings: ReadonlyMap<string, Listing>,
): ForeignPositions {
  const margins: Decimal[] = [];
  const shown = positions.flatMap((position) => {
    const bot = bots.find(
      ({ instrumentId, direction }) => instrumentId === position.instrumentId && direction === sideOf(position),
    );
    const foreign = bot === undefined ? position : partOf(position, decimal(surpluses[bot.id] ?? '0'));
    const listing = listings.get(position.instrumentId);
    const wire = toPosition(foreign, listing);
    if (wire === null || listing === undefined) return [];
    const margin = marginOf(foreign, listing);
    margins.push(margin);
    return [{ ...wire, margin: formatDecimal(margin), beside: bot?.name ?? null }];
  });
  return { positions: shown, margin: formatDecimal(sumDecimals(margins)) };
}

/**
 * Returns a part of a position. `contracts` is its size, at most the size of the position. The exchange has one average price for the whole position, so the part has
 * this price too, and its share of the PnL follows from its size.
 */
function partOf(position: ShownPosition, contracts: Decimal): ShownPosition {
  const whole = abs(position.size);
  const size = minDecimal(contracts, whole);
  if (isZero(size)) return { ...position, lots: lots(0n) };
  const { unrealisedPnl: pnl } = position;
  const share = pnl === null ? null : divideFractions(toFraction(multiply(pnl, size)), toFraction(whole));
  return { ...position, size, unrealisedPnl: share === null ? null : fractionToDecimal(share, pnlPlaces, 'down') };
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
