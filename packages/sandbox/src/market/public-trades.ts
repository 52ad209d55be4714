// The public trades of every market. They are pushed to the sockets, and the newest trades are stored for the trade lists.
import type { MarketTimeline } from './market-timeline.ts';
import { priceAtWall } from './market-timeline.ts';
import { sandboxLimits } from '../limits.ts';
import { appendNewest, type PublicTrade, type World } from '../state/world.ts';

/** Queues the push of a public trade and stores the trade. */
export function publishTrade(world: World, trade: PublicTrade): void {
  world.notices.push({ kind: 'trade', trade });
  const trades = world.publicTrades.get(trade.instId) ?? [];
  world.publicTrades.set(trade.instId, trades);
  appendNewest(trades, trade, sandboxLimits.publicTrades);
}

/**
 * Returns the newest trades. The newest trade is first. When there are fewer trades than `limit`, one synthetic trade per second at the historic price fills
 * the list.
 */
export function recentTrades(world: World, timeline: MarketTimeline, limit: number): PublicTrade[] {
  const { instrument } = timeline;
  const trades = [...(world.publicTrades.get(instrument.instId) ?? [])].reverse().slice(0, limit);
  let at = Math.floor(((trades.at(-1)?.at ?? world.clock.now()) - 1) / 1_000) * 1_000;
  for (; trades.length < limit && at > timeline.historyFrom; at -= 1_000) {
    const ticks = priceAtWall(timeline, at);
    const before = priceAtWall(timeline, at - 1_000);
    trades.push({
      instId: instrument.instId,
      tradeId: String(at),
      ticks,
      lots: instrument.minLots,
      side: ticks >= before ? 'buy' : 'sell',
      at,
    });
  }
  return trades;
}
