// The channels of the sockets: the socket path of each channel, its first push, and its periodic pushes (`deliverMarkets`).
import { barStart, readBar } from '../market/bars.ts';
import { bookPush, isBookChannel } from './book-channel.ts';
import { instruments } from '../market/instruments.ts';
import { sandboxLimits } from '../limits.ts';
import { isolatedRatio } from '../accounting/isolated-margin.ts';
import { marginOf } from '../accounting/margin.ts';
import { isIsolated } from '../accounting/margin-modes.ts';
import { ONE } from '../base-units.ts';
import type { Position } from '../state/records.ts';
import { greekRows } from '../rest/settings-routes.ts';
import { claimPush, coversInstrument, type Subscription } from './subscription.ts';
import { timelineOf, type Ledger, type World } from '../state/world.ts';
import { balanceRow } from '../wire/account-rows.ts';
import { algoRow } from '../wire/order-rows.ts';
import { balanceAndPositionRow, positionRows } from '../wire/position-rows.ts';
import { candleRow, frozenQuote, fundingRow, markRow, priceLimitRow, tickerRow } from '../wire/market-rows.ts';
import { indexTickerRow, interestRow } from '../wire/venue-rows.ts';

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
  'books-l2-tbt',
  'books50-l2-tbt',
  'liquidation-orders',
  // These channels are accepted and push nothing, because their events do not happen in the sandbox.
  'adl-warning',
  'estimated-price',
  'opt-summary',
  'option-trades',
  'block-tickers',
  'call-auction-details',
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
const privateBusinessChannels = new Set([
  'orders-algo',
  'algo-advance',
  // These channels are accepted and push nothing, because their events do not happen in the sandbox.
  'deposit-info',
  'withdrawal-info',
  'grid-orders-contract',
  'grid-orders-spot',
  'grid-positions',
  'grid-sub-orders',
  'algo-recurring-buy',
  'copytrading-notification',
]);

/** Returns the socket path of a channel. Returns undefined for an unknown channel. */
export function channelScope(channel: string): 'public' | 'private' | 'business' | undefined {
  if (publicChannels.has(channel)) return 'public';
  if (privateChannels.has(channel)) return 'private';
  if (privateBusinessChannels.has(channel) || channel === 'trades-all') return 'business';
  const candle = /^(?:mark-price-|index-)?candle(.+)$/.exec(channel);
  return candle?.[1] !== undefined && readBar(candle[1]) ? 'business' : undefined;
}

/** Returns whether a channel belongs to one account and needs a login. */
export function isPrivateChannel(channel: string): boolean {
  return privateChannels.has(channel) || privateBusinessChannels.has(channel);
}

/** Returns the pushes that follow a subscription directly. The result is empty for `orders`. */
export function firstRows(world: World, ledger: Ledger | undefined, subscription: Subscription): unknown[] {
  subscription.pushedAt = world.clock.now();
  if (ledger && isPrivateChannel(subscription.channel)) return accountSnapshot(world, ledger, subscription);
  return marketPush(world, subscription, true);
}

/** Returns the complete push of an account channel. It is sent after the subscription, and for some channels every few seconds. */
export function accountSnapshot(world: World, ledger: Ledger, subscription: Subscription): unknown[] {
  const paged = { eventType: 'snapshot', curPage: 1, lastPage: true };
  if (subscription.channel === 'account')
    return [{ arg: subscription.arg, ...paged, data: [balanceRow(world, ledger, subscription.arg)] }];
  const open = [...ledger.positions.values()].filter(
    (position) => position.lots > 0n && coversInstrument(subscription, position.instId),
  );
  if (subscription.channel === 'positions')
    return [
      {
        arg: subscription.arg,
        ...paged,
        data: stampedRows(world, ledger, open),
      },
    ];
  if (subscription.channel === 'balance_and_position')
    return [
      { arg: subscription.arg, data: [balanceAndPositionRow(world, ledger, { event: 'snapshot', positions: open })] },
    ];
  if (subscription.channel === 'algo-advance') {
    const trailing = [...ledger.algos.values()].filter(
      (algo) =>
        algo.state === 'live' && algo.ordType === 'move_order_stop' && coversInstrument(subscription, algo.instId),
    );
    return trailing.length === 0 ? [] : [{ arg: subscription.arg, data: trailing.map((algo) => algoRow(algo)) }];
  }
  if (subscription.channel === 'account-greeks')
    return [{ arg: subscription.arg, ...paged, data: greekRows(world, ledger) }];
  return [];
}

/** Returns the warnings for positions with a low margin ratio. A position gets one warning until its ratio has recovered. */
export function warnings(world: World, ledger: Ledger, subscription: Subscription): unknown[] {
  const warned = [...ledger.positions.values()].filter((position) => {
    const isNear =
      position.lots > 0n && coversInstrument(subscription, position.instId) && isInDanger(world, ledger, position);
    const isNew = isNear && !subscription.sentPositions.has(position.posId);
    if (isNear) subscription.sentPositions.set(position.posId, 'warned');
    else subscription.sentPositions.delete(position.posId);
    return isNew;
  });
  return warned.length === 0 ? [] : [{ arg: subscription.arg, data: stampedRows(world, ledger, warned) }];
}

/** Returns the rows of positions with the time of their push. */
export function stampedRows(world: World, ledger: Ledger, positions: readonly Position[]): unknown[] {
  return positionRows(world, ledger, positions).map((row) => ({ ...row, pTime: String(world.clock.now()) }));
}

function isInDanger(world: World, ledger: Ledger, position: Position): boolean {
  const ratio = isIsolated(position) ? isolatedRatio(world, position) : marginOf(world, ledger).ratio;
  return ratio !== undefined && ratio <= sandboxLimits.warningRatio * ONE;
}

/** Returns the pushes that a market channel must send now. The result is empty when the data has not changed or the period of the channel has not passed. */
export function marketPush(world: World, subscription: Subscription, isFirst: boolean): unknown[] {
  const { channel, instId } = subscription;
  if (channel === 'status') return [];
  const instrument = instruments.get(instId) ?? instruments.get(`${instId}-SWAP`);
  if (!instrument) return [];
  const timeline = timelineOf(world, instrument.instId);
  const now = world.clock.now();
  const push = (row: unknown): unknown[] => [{ arg: subscription.arg, data: [row] }];
  const changed = (state: string): boolean => {
    const isNew = subscription.lastText !== state;
    subscription.lastText = state;
    return isNew || isFirst;
  };
  if (channel === 'tickers') {
    const isFrozen = !isFirst && frozenQuote(world, timeline) !== undefined;
    return !isFrozen && changed(`${timeline.ticks}:${world.switches.oddQuotes.get(instrument.instId) ?? ''}`)
      ? push(tickerRow(world, timeline))
      : [];
  }
  if (channel === 'mark-price')
    return changed(`${timeline.ticks}:${Math.floor(now / 10_000)}`) ? push(markRow(world, timeline)) : [];
  if (channel === 'price-limit') return changed(String(timeline.ticks)) ? push(priceLimitRow(world, instrument)) : [];
  if (isBookChannel(channel)) return bookPush(world, timeline, { subscription, isFirst });
  if (channel === 'funding-rate')
    return isFirst || claimPush(world, subscription, sandboxLimits.fundingPushMs)
      ? push(fundingRow(world, instrument.instId))
      : [];
  if (channel === 'index-tickers') return changed(String(timeline.ticks)) ? push(indexTickerRow(world, timeline)) : [];
  if (channel === 'open-interest')
    return changed(String(Math.floor(now / 3_000))) ? push(interestRow(world, instrument)) : [];
  const candle = /^(mark-price-|index-)?candle(.+)$/.exec(channel);
  return candle
    ? candlePush(world, subscription, { bar: candle[2] ?? '', isMark: candle[1] !== undefined, isFirst })
    : [];
}

// When a candle closed after the last push, the closed candle is pushed first, and the open candle follows.
function candlePush(
  world: World,
  subscription: Subscription,
  wanted: { bar: string; isMark: boolean; isFirst: boolean },
): unknown[] {
  const bar = readBar(wanted.bar);
  const before = subscription.pushedAt;
  if (!bar || (!wanted.isFirst && !claimPush(world, subscription, sandboxLimits.candlePushMs))) return [];
  const timeline = timelineOf(
    world,
    instruments.has(subscription.instId) ? subscription.instId : `${subscription.instId}-SWAP`,
  );
  const forming = barStart(bar, world.clock.now());
  const rows: unknown[] = [];
  for (const at of wanted.isFirst || barStart(bar, before) === forming ? [forming] : [barStart(bar, before), forming]) {
    const row = candleRow(world, timeline, { bar, at });
    if (row) rows.push({ arg: subscription.arg, data: [wanted.isMark ? [...row.slice(0, 5), row[8]] : row] });
  }
  return rows;
}
