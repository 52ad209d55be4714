// The channels of the sockets: where each may be subscribed, what it says first and what it says on a step.
import { barStart, readBar } from './bars.ts';
import type { Raw } from './answers.ts';
import { instruments } from './instruments.ts';
import { sandboxLimits } from './limits.ts';
import { lineOf, type Ledger, type World } from './world.ts';
import { balanceRow } from './wire-account.ts';
import { balanceAndPositionRow, positionRow } from './wire-positions.ts';
import { bookRow, candleRow, frozenQuote, fundingRow, markRow, priceLimitRow, tickerRow } from './wire-market.ts';
import { indexTickerRow, interestRow } from './wire-venue.ts';

export interface Subscription {
  readonly channel: string;
  readonly instId: string;
  readonly instType: string;
  /** The argument as subscribed, with uid on private channels: echoed in every push. */
  readonly arg: Raw;
  pushedAt: number;
  lastText: string;
  /** Last pushed state of each position. */
  readonly seen: Map<string, string>;
}

const publicChannels = new Set([
  'tickers',
  'trades',
  'mark-price',
  'funding-rate',
  'price-limit',
  'index-tickers',
  'open-interest',
  'instruments',
  'status',
  'books',
  'books5',
  'bbo-tbt',
]);
const privateChannels = new Set([
  'account',
  'positions',
  'balance_and_position',
  'orders',
  'fills',
  'liquidation-warning',
  'account-greeks',
]);

/** The path a channel lives on; undefined for an unknown channel. */
export function channelScope(channel: string): 'public' | 'private' | 'business' | undefined {
  if (publicChannels.has(channel)) return 'public';
  if (privateChannels.has(channel)) return 'private';
  if (channel === 'orders-algo' || channel === 'algo-advance' || channel === 'trades-all') return 'business';
  const candle = /^(?:mark-price-|index-)?candle(.+)$/.exec(channel);
  return candle?.[1] !== undefined && readBar(candle[1]) ? 'business' : undefined;
}

export function isPrivateChannel(channel: string): boolean {
  return privateChannels.has(channel) || channel === 'orders-algo' || channel === 'algo-advance';
}

/** The pushes that follow a subscription at once; `orders` has none. */
export function firstRows(world: World, ledger: Ledger | undefined, subscription: Subscription): unknown[] {
  subscription.pushedAt = world.clock.now();
  if (ledger && isPrivateChannel(subscription.channel)) return accountSnapshot(world, ledger, subscription);
  return marketPush(world, subscription, true);
}

/** Full account or positions push of a kind: snapshot on subscription and every few seconds. */
export function accountSnapshot(world: World, ledger: Ledger, subscription: Subscription): unknown[] {
  const paged = { eventType: 'snapshot', curPage: 1, lastPage: true };
  if (subscription.channel === 'account')
    return [{ arg: subscription.arg, ...paged, data: [balanceRow(world, ledger)] }];
  const open = [...ledger.positions.values()].filter(
    (position) => position.lots > 0n && isWanted(subscription, position.instId),
  );
  if (subscription.channel === 'positions')
    return [
      {
        arg: subscription.arg,
        ...paged,
        data: open.map((position) => ({ ...positionRow(world, position), pTime: String(world.clock.now()) })),
      },
    ];
  if (subscription.channel === 'balance_and_position')
    return [
      { arg: subscription.arg, data: [balanceAndPositionRow(world, ledger, { event: 'snapshot', positions: open })] },
    ];
  return [];
}

/** Whether a subscription covers an instrument. */
export function isWanted(subscription: Subscription, instId: string): boolean {
  return subscription.instId === '' || subscription.instId === instId;
}

/** What a market channel has to say now; empty when nothing changed or it is too early. */
export function marketPush(world: World, subscription: Subscription, isFirst: boolean): unknown[] {
  const { channel, instId } = subscription;
  if (channel === 'status') return [];
  const instrument = instruments.get(instId) ?? instruments.get(`${instId}-SWAP`);
  if (!instrument) return [];
  const line = lineOf(world, instrument.instId);
  const now = world.clock.now();
  const push = (row: unknown, extra: Record<string, unknown> = {}): unknown[] => [
    { arg: subscription.arg, ...extra, data: [row] },
  ];
  const changed = (state: string): boolean => {
    const isNew = subscription.lastText !== state;
    subscription.lastText = state;
    return isNew || isFirst;
  };
  if (channel === 'tickers') {
    const isStuck = !isFirst && frozenQuote(world, line) !== undefined;
    return !isStuck && changed(`${line.ticks}:${world.switches.oddQuotes.get(instrument.instId) ?? ''}`)
      ? push(tickerRow(world, line))
      : [];
  }
  if (channel === 'mark-price')
    return changed(`${line.ticks}:${Math.floor(now / 10_000)}`) ? push(markRow(world, line)) : [];
  if (channel === 'price-limit') return changed(String(line.ticks)) ? push(priceLimitRow(world, instrument)) : [];
  if (channel === 'books' || channel === 'books5' || channel === 'bbo-tbt') {
    const size = channel === 'bbo-tbt' ? 1 : channel === 'books5' ? 5 : 50;
    return changed(String(line.ticks))
      ? push(bookRow(world, instrument.instId, size), channel === 'books' ? { action: 'snapshot' } : {})
      : [];
  }
  if (channel === 'funding-rate')
    return isFirst || due(world, subscription, sandboxLimits.fundingPushMs)
      ? push(fundingRow(world, instrument.instId))
      : [];
  if (channel === 'index-tickers') return changed(String(line.ticks)) ? push(indexTickerRow(world, line)) : [];
  if (channel === 'open-interest')
    return changed(String(Math.floor(now / 3_000))) ? push(interestRow(world, instrument)) : [];
  const candle = /^(mark-price-|index-)?candle(.+)$/.exec(channel);
  return candle
    ? candlePush(world, subscription, { bar: candle[2] ?? '', isMark: candle[1] !== undefined, isFirst })
    : [];
}

// The bar that closed since the last push comes first, confirmed; then the forming one.
function candlePush(
  world: World,
  subscription: Subscription,
  wanted: { bar: string; isMark: boolean; isFirst: boolean },
): unknown[] {
  const bar = readBar(wanted.bar);
  const before = subscription.pushedAt;
  if (!bar || (!wanted.isFirst && !due(world, subscription, sandboxLimits.candlePushMs))) return [];
  const line = lineOf(
    world,
    instruments.has(subscription.instId) ? subscription.instId : `${subscription.instId}-SWAP`,
  );
  const forming = barStart(bar, world.clock.now());
  const rows: unknown[] = [];
  for (const at of wanted.isFirst || barStart(bar, before) === forming ? [forming] : [barStart(bar, before), forming]) {
    const row = candleRow(world, line, { bar, at });
    if (row) rows.push({ arg: subscription.arg, data: [wanted.isMark ? [...row.slice(0, 5), row[8]] : row] });
  }
  return rows;
}

/** Whether a period has passed since the last push; marks it as pushed when so. */
export function due(world: World, subscription: Subscription, periodMs: number): boolean {
  if (world.clock.now() - subscription.pushedAt < periodMs) return false;
  subscription.pushedAt = world.clock.now();
  return true;
}
