// Public rows about the whole exchange in the format of OKX: index prices, open interest, the insurance fund and liquidations.
import type { Instrument } from '../market/instruments.ts';
import type { MarketTimeline } from '../market/market-timeline.ts';
import { sandboxLimits } from '../limits.ts';
import { instrumentOf } from '../accounting/margin.ts';
import { formatBaseUnits, ONE, baseUnits } from '../base-units.ts';
import type { Order } from '../state/records.ts';
import { priceText, sizeText, tickerRow } from './market-rows.ts';
import { timelineOf, type World } from '../state/world.ts';

/** The open interest of every swap as a multiple of its first tier. */
const CROWD_TIERS = 4n;
/** The interval between two rows of the insurance fund in milliseconds. */
const INSURANCE_PERIOD_MS = 28_800_000;

/** Returns the index ticker. Its id is the family of the instrument, and its price is the market price. */
export function indexTickerRow(world: World, timeline: MarketTimeline): Record<string, unknown> {
  const { open24h, high24h, low24h, sodUtc0, sodUtc8, ts, last } = tickerRow(world, timeline);
  return { instId: timeline.instrument.family, idxPx: last, open24h, high24h, low24h, sodUtc0, sodUtc8, ts };
}

/** Returns the open interest in contracts, coins and USD. */
export function interestRow(world: World, instrument: Instrument): Record<string, string> {
  const lots = (instrument.tiers[0]?.maxLots ?? 1n) * CROWD_TIERS;
  const coins = lots * instrument.lotCoin;
  const price = baseUnits(priceText(instrument, timelineOf(world, instrument.instId).ticks));
  return {
    instType: 'SWAP',
    instId: instrument.instId,
    oi: formatBaseUnits(lots * instrument.lot),
    oiCcy: formatBaseUnits(coins),
    oiUsd: formatBaseUnits((coins * price) / ONE),
    ts: String(world.clock.now()),
  };
}

/** Returns the traded volume of the last day in USD. */
export function seenVolume(world: World, timeline: MarketTimeline): number {
  const { volCcy24h, last } = tickerRow(world, timeline);
  return Number(volCcy24h) * Number(last);
}

/** Returns the row of the insurance fund of a family. */
export function insuranceRow(world: World, instrument: Instrument): Record<string, unknown> {
  const ts = String(Math.floor(world.clock.now() / INSURANCE_PERIOD_MS) * INSURANCE_PERIOD_MS);
  const total = '1000000';
  return {
    total,
    instFamily: instrument.family,
    instType: 'SWAP',
    details: [
      {
        balance: total,
        amt: '',
        ccy: 'USDT',
        type: 'regular_update',
        maxBal: total,
        maxBalTs: ts,
        decRate: '0',
        adlType: '',
        adlBal: '',
        adlRecBal: '',
        adlRate: '',
        adlRecRate: '',
        ts,
      },
    ],
  };
}

/** Returns the public details of one liquidation: side, size and price of the closing order. */
export function liquidationDetail(order: Order): Record<string, string> {
  const instrument = instrumentOf(order.instId);
  const price = order.filledLots > 0n ? order.filledTickLots / order.filledLots : 0n;
  return {
    side: order.side,
    posSide: order.posSide === 'net' ? (order.side === 'sell' ? 'long' : 'short') : order.posSide,
    bkPx: priceText(instrument, price),
    sz: sizeText(instrument, order.filledLots),
    bkLoss: '0',
    ccy: '',
    ts: String(order.updatedAt),
  };
}

/**
 * Returns one row with the liquidations of a family in the last week. The newest liquidation is first. The result is empty when the family had no
 * liquidations.
 */
export function liquidationRows(world: World, instrument: Instrument): Record<string, unknown>[] {
  const since = world.clock.now() - sandboxLimits.historyMs;
  const orders: Order[] = [];
  for (const ledger of world.ledgers.values())
    for (const order of ledger.orders)
      if (order.instId === instrument.instId && isLiquidation(order) && order.updatedAt >= since) orders.push(order);
  orders.sort((left, right) => right.seq - left.seq);
  const details = orders.slice(0, sandboxLimits.pageRows).map(liquidationDetail);
  return details.length === 0 ? [] : [liquidationRow(instrument, details)];
}

/** Returns the row with the liquidations of one swap. */
export function liquidationRow(
  instrument: Instrument,
  details: readonly Record<string, string>[],
): Record<string, unknown> {
  const { instId, family } = instrument;
  return { instType: 'SWAP', instId, uly: family, instFamily: family, totalLoss: '0', details };
}

/** Returns whether the exchange created an order to liquidate a position. */
export function isLiquidation(order: Order): boolean {
  return order.category === 'full_liquidation' || order.category === 'partial_liquidation';
}
