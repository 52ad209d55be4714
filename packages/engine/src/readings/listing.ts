// Lists the open orders between two snapshots, and the positions when the exchange has not pushed them lately. The pushes of the private stream
// report every change, so a listing only verifies them: when it shows anything new, a snapshot reads the account, and the listing itself changes nothing.
import { openSize } from '@rondo/strategy';
import type { ActorContext } from '../actor/context.ts';
import { pushedPositionMaxAgeMs } from '../limits.ts';
import { instrumentsOf, type AccountMemory } from '../memory/account-memory.ts';
import type { ActiveOrder } from '../memory/order-record.ts';
import type { OrderReport, PositionReport, Report } from '../ports/index.ts';
import { listingDueAt } from './cadence.ts';
import { isPositionNews, pushedAtOf } from './pushed-positions.ts';

/** Starts a listing when it is due and no snapshot runs. A snapshot lists the orders too. */
export function startListing({ memory, clock, exchange, tasks }: ActorContext): void {
  if (tasks.isRunning('snapshot') || clock.now() < listingDueAt(memory)) return;
  tasks.start('listing', async () => {
    const instruments = instrumentsOf(memory);
    const open = await exchange.openOrders(instruments, 'withoutTriggers');
    const hasOrderNews = (): boolean => !open.ok || hasNews(memory, open.value, open.startedAt);
    const needsPositions = !arePositionsPushed(memory, open.startedAt) && !hasOrderNews();
    const positions = needsPositions ? await exchange.positions(instruments) : null;
    memory.listedAt = open.startedAt;
    if (!hasOrderNews() && !hasPositionNews(memory, positions)) return null;
    return () => {
      memory.isSnapshotWanted = true;
    };
  });
}

// An order whose latest fact is not older than the listing may differ, because the listing can contain its earlier state.
function hasNews(memory: AccountMemory, listed: readonly OrderReport[], startedAt: number): boolean {
  const byId = new Map(listed.map((order) => [order.clientId, order]));
  for (const order of memory.orders.active()) {
    if (order.type === 'trigger' || order.factAt >= startedAt) continue;
    const shown = byId.get(order.clientId);
    if (shown === undefined || differs(order, shown)) return true;
  }
  const seen = new Set(memory.snapshot?.openOrders.map(({ venueOrderId }) => venueOrderId));
  return listed.some(({ clientId, venueOrderId }) => {
    const known = memory.orders.get(clientId);
    return known === undefined ? !seen.has(venueOrderId) : known.kind === 'finished' && known.factAt < startedAt;
  });
}

function hasPositionNews(memory: AccountMemory, positions: Report<readonly PositionReport[]> | null): boolean {
  if (positions === null) return false;
  return !positions.ok || [...memory.bots.values()].some((bot) => isPositionNews(memory, bot, positions.value));
}

function differs(order: ActiveOrder, { state, price, lots, filledLots, unreadable }: OrderReport): boolean {
  const isSame =
    state === order.state && price === order.price && lots === order.lots && filledLots === order.filledLots;
  return unreadable !== undefined || !isSame;
}

// The exchange pushes each open position every few seconds, and `notePushedPositions` compares it. A position that was not
// pushed may have changed.
function arePositionsPushed(memory: AccountMemory, now: number): boolean {
  const oldest = now - pushedPositionMaxAgeMs;
  return [...memory.bots.values()].every((bot) => openSize(bot.state) === 0n || pushedAtOf(memory, bot) >= oldest);
}
