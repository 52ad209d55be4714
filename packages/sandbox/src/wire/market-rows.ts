// Public rows in the format of OKX: instruments, tickers, candles, mark prices, funding, price limits, tiers and order books.
import { barEnd, barStart, readBar, type Bar } from '../market/bars.ts';
import { priceBand } from '../orders/execute-order.ts';
import { fundingRate, nextFundingAt } from '../accounting/funding.ts';
import { instruments, type Instrument } from '../market/instruments.ts';
import { ruleFields } from '../market/instrument-rules.ts';
import { sandboxLimits } from '../limits.ts';
import { candleBetween, type SandboxCandle, type MarketTimeline } from '../market/market-timeline.ts';
import { bookLevel } from '../orders/matching.ts';
import { formatBaseUnits } from '../base-units.ts';
import { timelineOf, type PublicTrade, type World } from '../state/world.ts';

const DAY_MS = 86_400_000;
const LISTED_AT = Date.UTC(2020, 0, 1);

/** Returns the row of public/instruments. */
export function instrumentRow(world: World, instrument: Instrument): Record<string, unknown> {
  return {
    instType: 'SWAP',
    instId: instrument.instId,
    instFamily: instrument.family,
    uly: instrument.family,
    instIdCode: instrument.instIdCode,
    baseCcy: '',
    quoteCcy: '',
    settleCcy: 'USDT',
    ctVal: instrument.ctVal,
    ctMult: '1',
    ctValCcy: instrument.base,
    ctType: 'linear',
    lever: String(instrument.maxLever),
    maxLmtSz: instrument.maxLmtSz,
    maxMktSz: instrument.maxMktSz,
    maxLmtAmt: '20000000',
    maxMktAmt: '',
    maxStopSz: instrument.maxMktSz,
    maxTriggerSz: instrument.maxLmtSz,
    maxIcebergSz: instrument.maxLmtSz,
    maxTwapSz: instrument.maxLmtSz,
    groupId: '4',
    instCategory: '1',
    ruleType: 'normal',
    listTime: String(LISTED_AT),
    contTdSwTime: '',
    openType: '',
    optType: '',
    stk: '',
    category: '1',
    alias: '',
    auctionEndTime: '',
    preMktSwTime: '',
    posLmtAmt: '',
    posLmtPct: '',
    maxPlatOILmt: '',
    longPosRemainingQuota: '',
    shortPosRemainingQuota: '',
    seriesId: '',
    rpiMinLevel: '4',
    rpiMinPxBand: '',
    futureSettlement: false,
    tradeQuoteCcyList: [],
    ...ruleFields(world, instrument),
  };
}

/** Returns the decimal text of a price in ticks. */
export function priceText(instrument: Instrument, ticks: number | bigint): string {
  return formatBaseUnits(BigInt(ticks) * instrument.tick);
}

/** Returns the decimal text of a size in contracts. The size is given in lots. */
export function sizeText(instrument: Instrument, lots: bigint): string {
  return formatBaseUnits(lots * instrument.lot);
}

/** Returns the ticker row of a market. */
export function tickerRow(world: World, timeline: MarketTimeline): Record<string, string> {
  const { instrument } = timeline;
  const now = world.clock.now();
  const frozen = frozenQuote(world, timeline);
  const oddQuote = world.switches.oddQuotes.get(instrument.instId);
  const last = priceText(instrument, frozen?.ticks ?? timeline.ticks);
  const [bid, ask] = [bookLevel(timeline, 'buy', 0), bookLevel(timeline, 'sell', 0)];
  const [below, above] = oddQuote === 'inverted' ? [ask, bid] : [bid, ask];
  const day = dayStatistics(timeline, now);
  return {
    instType: 'SWAP',
    instId: instrument.instId,
    last: oddQuote === 'zero' ? '0' : oddQuote === 'missing' ? '' : last,
    lastSz: instrument.minSz,
    askPx: oddQuote === 'missing' ? '' : priceText(instrument, above.ticks),
    askSz: sizeText(instrument, above.lots),
    bidPx: oddQuote === 'missing' ? '' : priceText(instrument, below.ticks),
    bidSz: sizeText(instrument, below.lots),
    open24h: priceText(instrument, day.open),
    high24h: priceText(instrument, Math.max(day.high, timeline.ticks)),
    low24h: priceText(instrument, Math.min(day.low, timeline.ticks)),
    volCcy24h: volumeText(day.volume * Number(instrument.ctVal)),
    vol24h: volumeText(day.volume),
    sodUtc0: priceText(instrument, day.startUtc0),
    sodUtc8: priceText(instrument, day.startUtc8),
    ts: String(frozen?.since ?? now),
  };
}

/** Returns the quote of a frozen ticker. Returns undefined when the ticker is not frozen. */
export function frozenQuote(world: World, timeline: MarketTimeline): { ticks: number; since: number } | undefined {
  const frozen = world.switches.frozenUntil.get(timeline.instrument.instId);
  return frozen && world.clock.now() < frozen.until ? frozen : undefined;
}

interface DayStatistics {
  readonly minute: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly volume: number;
  readonly startUtc0: number;
  readonly startUtc8: number;
}

const statistics = new WeakMap<MarketTimeline, DayStatistics>();

// Returns the statistics of the last 24 hours, cached for a minute. The caller adds the newest price.
function dayStatistics(timeline: MarketTimeline, now: number): DayStatistics {
  const minute = Math.floor(now / 60_000);
  const known = statistics.get(timeline);
  if (known?.minute === minute) return known;
  const from = Math.max(now - DAY_MS, timeline.historyFrom);
  const day = candleBetween(timeline, from, now) ?? flatCandle(timeline, from);
  const startOf = (offset: number): number => {
    const at = Math.floor((now + offset) / DAY_MS) * DAY_MS - offset;
    return (candleBetween(timeline, at, at + 1) ?? day).open;
  };
  const made = {
    minute,
    open: day.open,
    high: day.high,
    low: day.low,
    volume: day.volume,
    startUtc0: startOf(0),
    startUtc8: startOf(DAY_MS / 3),
  };
  statistics.set(timeline, made);
  return made;
}

function flatCandle(timeline: MarketTimeline, at: number): SandboxCandle {
  return { at, open: timeline.ticks, high: timeline.ticks, low: timeline.ticks, close: timeline.ticks, volume: 0 };
}

/** Returns candle rows. The newest candle is first. `after` and `before` are in epoch milliseconds. Returns undefined for an unknown bar. */
export function candleRows(
  world: World,
  timeline: MarketTimeline,
  wanted: { bar: string; after: number | undefined; before: number | undefined; limit: number; most: number },
): string[][] | undefined {
  const bar = readBar(wanted.bar);
  if (!bar) return undefined;
  const rows: string[][] = [];
  const limit = Math.min(Math.max(1, wanted.limit), sandboxLimits.candleRows);
  const now = world.clock.now();
  let at = barStart(bar, wanted.after === undefined ? now : Math.min(now, wanted.after - 1));
  for (; rows.length < limit; at = barStart(bar, at - 1)) {
    if ((now - at) / bar.widthMs >= wanted.most) break;
    if (wanted.before !== undefined && at <= wanted.before) break;
    const row = candleRow(world, timeline, { bar, at });
    if (!row) break;
    rows.push(row);
  }
  return rows;
}

/** Returns one candle row. Returns undefined when the candle is before the start of the history. */
export function candleRow(world: World, timeline: MarketTimeline, of: { bar: Bar; at: number }): string[] | undefined {
  const now = world.clock.now();
  const endAt = barEnd(of.bar, of.at);
  const candle = candleBetween(timeline, of.at, Math.min(endAt, now + 1));
  if (!candle) return undefined;
  const { instrument } = timeline;
  const coins = candle.volume * Number(instrument.ctVal);
  const price = (ticks: number): string => priceText(instrument, ticks);
  return [
    String(of.at),
    price(candle.open),
    price(candle.high),
    price(candle.low),
    price(candle.close),
    volumeText(candle.volume),
    volumeText(coins),
    volumeText(coins * candle.close * Number(instrument.tickSz)),
    endAt <= now ? '1' : '0',
  ];
}

function volumeText(volume: number): string {
  return String(Math.round(volume * 100) / 100);
}

/** Returns the mark price row of a market. */
export function markRow(world: World, timeline: MarketTimeline): Record<string, string> {
  return {
    instType: 'SWAP',
    instId: timeline.instrument.instId,
    markPx: priceText(timeline.instrument, timeline.ticks),
    ts: String(world.clock.now()),
  };
}

/** Returns the row of a public trade for the trade lists and channels. */
export function tradeRow(trade: PublicTrade): Record<string, unknown> {
  const instrument = instruments.get(trade.instId);
  if (!instrument) throw new Error(`the instrument ${trade.instId} does not exist`);
  return {
    instId: trade.instId,
    tradeId: trade.tradeId,
    px: priceText(instrument, trade.ticks),
    sz: sizeText(instrument, trade.lots),
    side: trade.side,
    ts: String(trade.at),
    count: '1',
    source: '0',
    seqId: trade.at,
  };
}

/** Returns the row of public/funding-rate. */
export function fundingRow(world: World, instId: string): Record<string, string> {
  const now = world.clock.now();
  const at = nextFundingAt(now);
  const interval = sandboxLimits.fundingIntervalMs;
  return {
    instType: 'SWAP',
    instId,
    method: 'current_period',
    formulaType: 'withRate',
    fundingRate: formatBaseUnits(fundingRate(world, instId, at)),
    nextFundingRate: '',
    fundingTime: String(at),
    nextFundingTime: String(at + interval),
    prevFundingTime: String(at - interval),
    minFundingRate: '-0.0075',
    maxFundingRate: '0.0075',
    interestRate: '0.0001',
    impactValue: '',
    premium: '',
    settState: 'settled',
    settFundingRate: formatBaseUnits(fundingRate(world, instId, at - interval)),
    ts: String(now),
  };
}

/** Returns the settlements of the last three months that are strictly between two times. The newest settlement is first. */
export function fundingHistoryRows(
  world: World,
  instId: string,
  of: { readonly before: number; readonly after: number; readonly limit: number },
): Record<string, string>[] {
  const interval = sandboxLimits.fundingIntervalMs;
  const since = Math.max(of.before + 1, world.clock.now() - sandboxLimits.archiveMs);
  const rows: Record<string, string>[] = [];
  let at = nextFundingAt(Math.min(world.clock.now(), of.after - 1)) - interval;
  for (; at >= since && rows.length < Math.min(of.limit, sandboxLimits.fundingRows); at -= interval) {
    const rate = formatBaseUnits(fundingRate(world, instId, at));
    rows.push({
      instType: 'SWAP',
      instId,
      fundingRate: rate,
      realizedRate: rate,
      fundingTime: String(at),
      method: 'current_period',
      formulaType: 'withRate',
    });
  }
  return rows;
}

/** Returns the row of public/price-limit. */
export function priceLimitRow(world: World, instrument: Instrument): Record<string, unknown> {
  const band = priceBand(world, instrument.instId);
  return {
    instType: 'SWAP',
    instId: instrument.instId,
    buyLmt: priceText(instrument, band.buyLimit),
    sellLmt: priceText(instrument, band.sellLimit),
    ts: String(world.clock.now()),
    enabled: true,
  };
}

/** Returns the rows with the position tiers of an instrument. */
export function tierRows(instrument: Instrument): Record<string, string>[] {
  return instrument.tiers.map((tier) => ({
    uly: instrument.family,
    instFamily: instrument.family,
    instId: '',
    tier: String(tier.tier),
    minSz: sizeText(instrument, tier.minLots),
    maxSz: sizeText(instrument, tier.maxLots),
    mmr: formatBaseUnits(tier.mmr),
    imr: formatBaseUnits(tier.imr),
    maxLever: String(tier.maxLever),
    optMgnFactor: '0',
    quoteMaxLoan: '',
    baseMaxLoan: '',
  }));
}

/** Both sides of an order book as rows. */
export interface BookSides {
  readonly asks: readonly (readonly string[])[];
  readonly bids: readonly (readonly string[])[];
}

/**
 * Returns both sides of the synthetic order book. The best price is first. A row has the price, the size, an obsolete
 * zero and the number of orders.
 */
export function bookSides(timeline: MarketTimeline, size: number): BookSides {
  const rows = (side: 'buy' | 'sell'): string[][] =>
    Array.from({ length: Math.min(size, sandboxLimits.bookLevels) }, (_, level) => bookLevel(timeline, side, level))
      .filter((level) => level.ticks > 0)
      .map((level) => [
        priceText(timeline.instrument, level.ticks),
        sizeText(timeline.instrument, level.lots),
        '0',
        '1',
      ]);
  return { asks: rows('sell'), bids: rows('buy') };
}

const sequences = new WeakMap<MarketTimeline, { readonly ticks: number; readonly seqId: number }>();

/**
 * Returns the sequence id of the current order book. The id is equal for all clients, and each change of the order book
 * increases the id.
 */
export function bookSeq(world: World, timeline: MarketTimeline): number {
  const known = sequences.get(timeline);
  if (known?.ticks === timeline.ticks) return known.seqId;
  const seqId = Math.max(world.clock.now(), (known?.seqId ?? 0) + 1);
  sequences.set(timeline, { ticks: timeline.ticks, seqId });
  return seqId;
}

/** Returns an order book as `market/books` returns it. */
export function bookRow(world: World, instId: string, size: number): Record<string, unknown> {
  const timeline = timelineOf(world, instId);
  return { ...bookSides(timeline, size), ts: String(world.clock.now()), seqId: bookSeq(world, timeline) };
}
