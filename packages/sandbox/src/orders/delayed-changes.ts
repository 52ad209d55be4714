// Delayed changes: while the fault `slow` is active, cancellations and amendments are accepted immediately and take effect later.
import { refuse, text, type Checked, type Raw } from '../wire/envelope.ts';
import { sandboxLimits } from '../limits.ts';
import { findOrder, requestAmend, requestCancel } from './order-changes.ts';
import { queueOrderNotice } from './order-life.ts';
import type { Order } from '../state/records.ts';
import type { PendingChange } from '../faults/fault-switches.ts';
import { ledgerOf, type Ledger, type World } from '../state/world.ts';

/** Cancels an order immediately or with a delay. Refuses with 51410 while a cancellation of the order is pending. */
export function sendCancel(world: World, ledger: Ledger, raw: Raw): Checked<Order> {
  const order = findDelayable(world, ledger, raw);
  if (!order) return requestCancel(world, ledger, raw);
  if (delayedChangesOf(world, order, 'cancel').length > 0)
    return refuse('51410', 'Cancellation failed as the order is already under cancelling status.');
  return delayChange(world, { order, raw, kind: 'cancel' });
}

/** Amends an order immediately or with a delay. Refuses with 51513 when 3 amendments of the order are pending. */
export function sendAmend(world: World, ledger: Ledger, raw: Raw): Checked<Order> {
  const order = findDelayable(world, ledger, raw);
  if (!order) return requestAmend(world, ledger, raw);
  if (delayedChangesOf(world, order, 'amend').length >= sandboxLimits.amendsInFlight)
    return refuse(
      '51513',
      'Number of modification requests that are currently in progress for an order cannot exceed 3.',
    );
  return delayChange(world, { order, raw, kind: 'amend' });
}

/** Applies the delayed changes whose delay has passed. A refused amendment is pushed with result -1. */
export function applyDelayedChanges(world: World): void {
  const { switches } = world;
  const now = world.clock.now();
  const due = switches.delayedChanges.filter((change) => change.dueAt <= now);
  if (due.length === 0) return;
  switches.delayedChanges = switches.delayedChanges.filter((change) => change.dueAt > now);
  for (const { order, raw, kind } of due) {
    const ledger = ledgerOf(world, order.accountId);
    if (kind === 'cancel') requestCancel(world, ledger, raw);
    else if (!requestAmend(world, ledger, raw).ok)
      queueOrderNotice(world, order, { reqId: text(raw, 'reqId'), amendResult: '-1' });
  }
}

// Returns the pending order of a request when `slow` is active.
function findDelayable(world: World, ledger: Ledger, raw: Raw): Order | undefined {
  if (world.switches.slowMs === 0) return undefined;
  const order = findOrder(world, ledger, raw);
  return order && ledger.pending.has(order) ? order : undefined;
}

function delayedChangesOf(world: World, order: Order, kind: PendingChange['kind']): readonly PendingChange[] {
  return world.switches.delayedChanges.filter((change) => change.order === order && change.kind === kind);
}

function delayChange(world: World, change: Omit<PendingChange, 'dueAt'>): Checked<Order> {
  world.switches.delayedChanges.push({ ...change, dueAt: world.clock.now() + world.switches.slowMs });
  return { ok: true, value: change.order };
}
