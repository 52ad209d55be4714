// The periodic work of the exchange: price changes, funding, timers, announced changes, and the closing of idle sockets.
import { applyDelayedChanges } from '../orders/delayed-changes.ts';
import { bookDueFunding } from '../accounting/funding.ts';
import { sandboxLimits } from '../limits.ts';
import { beginMaintenance } from './maintenance.ts';
import { walkMarkets } from '../market/market-clock.ts';
import { cancelOrder } from '../orders/order-life.ts';
import { applyAnnounced } from '../market/rule-change.ts';
import type { SocketSession } from '../socket/session.ts';
import { publishTrade } from '../market/public-trades.ts';
import { nextTradeId, recordChange, type Ledger, type World } from '../state/world.ts';

/** Does all periodic work whose time has come. */
export function step(world: World, sessions: Set<SocketSession>): void {
  walkMarkets(world);
  applyDelayedChanges(world);
  bookDueFunding(world);
  cancelDue(world);
  applyAnnounced(world);
  publishMoves(world);
  const now = world.clock.now();
  const isDown = beginMaintenance(world);
  const isCutDue = world.switches.cutAt > 0 && now >= world.switches.cutAt;
  if (isCutDue) world.switches.cutAt = 0;
  for (const session of sessions)
    if (isDown || (isCutDue && session.isWarned)) session.close(1006, '');
    else if (now - session.lastActiveAt > sandboxLimits.socketIdleMs) session.close(4004, 'No data received in 30s.');
}

// Publishes one public trade for each market whose price differs from its price at the last call of `step`.
function publishMoves(world: World): void {
  const at = world.clock.now();
  for (const [instId, line] of world.timelines) {
    const before = world.publishedTicks.get(instId) ?? line.ticks;
    world.publishedTicks.set(instId, line.ticks);
    if (line.ticks === before) continue;
    const side = line.ticks > before ? 'buy' : 'sell';
    publishTrade(world, {
      instId,
      tradeId: nextTradeId(world),
      ticks: line.ticks,
      lots: line.instrument.minLots,
      side,
      at,
    });
  }
}

// Cancels the orders of expired dead-man timers (cancel source 20).
function cancelDue(world: World): void {
  const now = world.clock.now();
  for (const ledger of world.ledgers.values()) {
    for (const [tag, at] of Object.entries(ledger.account.cancelAllAt)) {
      if (at > now) continue;
      cancelTagged(world, ledger, tag);
      const { [tag]: _done, ...others } = ledger.account.cancelAllAt;
      ledger.account.cancelAllAt = others;
      recordChange(world, { kind: 'account', value: ledger.account });
    }
  }
}

function cancelTagged(world: World, ledger: Ledger, tag: string): void {
  for (const order of ledger.pending) if (tag === '' || order.tag === tag) cancelOrder(world, order, '20');
}
