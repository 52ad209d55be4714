// The public trades of every market: told to the sockets, and the newest kept for the trade lists.
import type { MarketLine } from './market-line.ts';
import { priceAtWall } from './market-line.ts';
import { sandboxLimits } from '../limits.ts';
import { keepNewest, type PublicTrade, type World } from '../state/world.ts';

/** Tells of a public trade and keeps it. */
export function printTrade(world: World, trade: PublicTrade): void {
  world.notices.push({ kind: 'trade', trade });
  const tape = world.tapes.get(trade.instId) ?? [];
  world.tapes.set(trade.instId, tape);
  keepNewest(tape, trade, sandboxLimits.tapeTrades);
}

/** The newest trades, newest first. Before the first real one the market's past speaks: one trade a second at its price. */
export function recentTrades(world: World, line: MarketLine, limit: number): PublicTrade[] {
  const { instrument } = line;
  const trades = [...(world.tapes.get(instrument.instId) ?? [])].reverse().slice(0, limit);
  let at = Math.floor(((trades.at(-1)?.at ?? world.clock.now()) - 1) / 1_000) * 1_000;
  for (; trades.length < limit && at > line.historyFrom; at -= 1_000) {
    const ticks = priceAtWall(line, at);
    const before = priceAtWall(line, at - 1_000);
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
