// Public rows about the venue as a whole as OKX spells them: index prices and open interest.
import type { Instrument } from './instruments.ts';
import type { MarketLine } from './market-line.ts';
import { formatQuanta, ONE, quanta } from './quanta.ts';
import { priceText, tickerRow } from './wire-market.ts';
import { lineOf, type World } from './world.ts';

/** The sandbox's crowd holds this many first tiers of every swap. */
const CROWD_TIERS = 4n;

/** The index is named by the family; its price is the walked one. */
export function indexTickerRow(world: World, line: MarketLine): Record<string, unknown> {
  const { open24h, high24h, low24h, sodUtc0, sodUtc8, ts, last } = tickerRow(world, line);
  return { instId: line.instrument.family, idxPx: last, open24h, high24h, low24h, sodUtc0, sodUtc8, ts };
}

/** Open interest in contracts, coins and USD. */
export function interestRow(world: World, instrument: Instrument): Record<string, string> {
  const lots = (instrument.tiers[0]?.maxLots ?? 1n) * CROWD_TIERS;
  const coins = lots * instrument.lotCoin;
  const price = quanta(priceText(instrument, lineOf(world, instrument.instId).ticks));
  return {
    instType: 'SWAP',
    instId: instrument.instId,
    oi: formatQuanta(lots * instrument.lot),
    oiCcy: formatQuanta(coins),
    oiUsd: formatQuanta((coins * price) / ONE),
    ts: String(world.clock.now()),
  };
}
