// A change of the rules of an instrument as OKX makes it: with a larger price step or size step, trading is suspended for some time, and
// resting orders that do not fit the new steps are cancelled.
import { cancelOrder } from '../orders/order-life.ts';
import { text, type Raw } from '../wire/envelope.ts';
import { changeInstrument, ruleOf, suspendFor } from './instrument-rules.ts';
import { instruments } from './instruments.ts';
import { expireInstrument } from './settlement.ts';
import type { Order } from '../state/records.ts';
import type { World } from '../state/world.ts';

/** The cancel source of an order that the exchange itself cancelled. Source: OKX v5, cancelSource. */
const systemCancel = '0';

/**
 * Changes the rules of an instrument. With `suspendMs`, resting orders that do not fit the new rules are cancelled, and trading is suspended
 * for this time. Returns false when the change is invalid.
 */
export function changeRules(world: World, raw: Raw): boolean {
  const suspendMs = Number(text(raw, 'suspendMs') || '0');
  if (!Number.isInteger(suspendMs) || suspendMs < 0) return false;
  const changed = changeInstrument(world, raw);
  if (changed.ok && changed.value.state === 'expired') expireInstrument(world, changed.value.instId);
  if (!changed.ok || suspendMs === 0) return changed.ok;
  for (const ledger of world.ledgers.values())
    for (const order of ledger.pending)
      if (order.instId === changed.value.instId && !fits(world, order)) cancelOrder(world, order, systemCancel);
  suspendFor(world, changed.value, suspendMs);
  return true;
}

function fits(world: World, order: Order): boolean {
  const instrument = instruments.get(order.instId);
  if (instrument === undefined) return true;
  const { tickSteps, lotSteps } = ruleOf(world, instrument);
  return (order.ticks ?? 0n) % tickSteps === 0n && order.lots % lotSteps === 0n;
}
