// The routes of instruments, prices and candles for the creation form. The data is public, so no log-in is needed.
import { formatDecimal, priceOf, zero, type Ticks } from '@rondo/decimal';
import { routes, type InstrumentWire } from '@rondo/contract';
import { ApiError } from '../api/api-error.ts';
import { serve } from '../api/serve.ts';
import { findListing } from './find-listing.ts';
import type { Listing, MarketRead } from './market.ts';
import type { Router } from '../api/router.ts';
import type { AppContext } from '../app-context.ts';

/** Serves /api/instruments. */
export function serveInstruments(router: Router, context: AppContext): void {
  serve(router, routes.instruments, async () => {
    const listings = required(await context.market.listings());
    const items = [...listings.values()].map(toInstrument).toSorted((a, b) => (a.instId < b.instId ? -1 : 1));
    return { items, at: context.clock.now() };
  });

  serve(router, routes.ticker, async ({ params }) => {
    const { rules } = await knownListing(context, params.id);
    const price = required(await context.market.price(rules));
    const trading = context.market.tradingOf(rules.id);
    const text = (value: Ticks | null) => (value === null ? null : formatDecimal(priceOf(value, rules.tickSz)));
    return {
      instId: rules.id,
      last: formatDecimal(priceOf(price.last, rules.tickSz)),
      bid: text(price.bid),
      ask: text(price.ask),
      at: price.at,
      trading: trading === null ? null : { state: trading.state, ends_at: trading.endsAt },
    };
  });

  serve(router, routes.candles, async ({ params, query }) => {
    const { rules } = await knownListing(context, params.id);
    const candles = required(
      await context.market.candles({ instrumentId: rules.id, bar: query.bar, limit: query.limit }),
    );
    return { instId: rules.id, bar: query.bar, items: [...candles] };
  });
}

/** Returns the listing of the instrument in the path. For an unknown instrument it throws NOT_FOUND and not UNKNOWN_SYMBOL, because the path does not exist. */
export async function knownListing(context: AppContext, instrumentId: string): Promise<Listing> {
  try {
    return await findListing(context, instrumentId);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'UNKNOWN_SYMBOL') throw new ApiError('NOT_FOUND');
    throw error;
  }
}

function required<Value>(read: MarketRead<Value>): Value {
  if (!read.ok) throw new ApiError('EXCHANGE_UNAVAILABLE');
  return read.value;
}

function toInstrument({ rules, ...listing }: Listing): InstrumentWire {
  return {
    instId: rules.id,
    baseCcy: listing.baseCurrency,
    quoteCcy: listing.quoteCurrency,
    settleCcy: listing.settlementCurrency,
    state: listing.state,
    ends_at: listing.endsAt,
    tickSz: formatDecimal(rules.tickSz),
    lotSz: formatDecimal(rules.lotSz),
    minSz: formatDecimal(rules.minSz),
    ctVal: formatDecimal(rules.ctVal),
    maxLmtSz: formatDecimal(rules.maxLimitSz ?? zero),
    maxMktSz: formatDecimal(rules.maxMarketSz ?? zero),
    lever: formatDecimal(listing.maxLeverage),
    maker_fee: formatDecimal(rules.makerFee),
    taker_fee: formatDecimal(rules.takerFee),
    tiers: rules.tiers.map((tier) => ({
      max_size: tier.maxSz === null ? null : formatDecimal(tier.maxSz),
      mmr: formatDecimal(tier.mmr),
      max_leverage: formatDecimal(tier.maxLeverage ?? listing.maxLeverage),
    })),
  };
}
