// A change of the rules of an instrument as OKX makes it: with a larger price step or size step, trading is suspended for some time, and
// orders that do not fit the new steps are cancelled.
import { endAlgo } from '../algos/algo-ending.ts';
import { sandboxLimits } from '../limits.ts';
import { cancelOrder } from '../orders/order-life.ts';
import { text, type Raw } from '../wire/envelope.ts';
import {
  announceChange,
  callChangesOff,
  changeInstrument,
  ruleOf,
  suspendFor,
  takeDueChanges,
} from './instrument-rules.ts';
import { instruments, type Instrument } from './instruments.ts';
import { expireInstrument } from './settlement.ts';
import type { Algo, InstrumentRule, Order } from '../state/records.ts';
import type { World } from '../state/world.ts';

/** The cancel source of an order that the exchange itself cancelled. Source: OKX v5, cancelSource. */
const systemCancel = '0';

/**
 * Changes the rules of an instrument, or announces the change when the request has `inMs`. With `callOff`, all announced changes are removed.
 * Returns false when the request is invalid.
 */
export function changeRules(world: World, raw: Raw): boolean {
  const instrument = instruments.get(text(raw, 'instId'));
  const [inMs, suspendMs] = [Number(text(raw, 'inMs') || '0'), Number(text(raw, 'suspendMs') || '0')];
  if (!instrument || !Number.isInteger(suspendMs) || suspendMs < 0) return false;
  if (text(raw, 'callOff') === 'true') callChangesOff(world, instrument);
  else if (inMs > 0) announceChange(world, instrument, { raw, inMs });
  else return changeNow(world, instrument, raw);
  return true;
}

/** Makes every announced change whose time has come. */
export function applyAnnounced(world: World): void {
  for (const rule of world.rules.values()) {
    const instrument = instruments.get(rule.instId);
    const due = instrument === undefined ? null : takeDueChanges(world, rule);
    if (instrument !== undefined && due !== null) changeNow(world, instrument, due);
  }
}

function changeNow(world: World, instrument: Instrument, raw: Raw): boolean {
  const before = ruleOf(world, instrument);
  const changed = changeInstrument(world, instrument, raw);
  if (!changed.ok) return false;
  const after = changed.value;
  if (after.state === 'expired') expireInstrument(world, after.instId);
  const suspendMs = suspensionOf(raw, before, after);
  if (suspendMs > 0) {
    cancelMisfits(world, after);
    suspendFor(world, after, suspendMs);
  }
  return true;
}

// OKX suspends trading only when orders on the steps before the change can have prices or sizes between the new steps.
function suspensionOf(raw: Raw, before: InstrumentRule, after: InstrumentRule): number {
  if (text(raw, 'suspendMs') !== '') return Number(text(raw, 'suspendMs'));
  const isCoarser = before.tickSteps % after.tickSteps !== 0n || before.lotSteps % after.lotSteps !== 0n;
  return isCoarser ? sandboxLimits.changeSuspensionMs : 0;
}

// What OKX does with trigger orders is not documented. The sandbox cancels them, because a client must then place them again.
function cancelMisfits(world: World, rule: InstrumentRule): void {
  for (const algo of world.liveAlgos.get(rule.instId) ?? [])
    if (!fitsAlgo(rule, algo)) endAlgo(world, algo, 'canceled');
  for (const ledger of world.ledgers.values())
    for (const order of ledger.pending)
      if (order.instId === rule.instId && !fits(rule, order)) cancelOrder(world, order, systemCancel);
}

function fits({ tickSteps, lotSteps }: InstrumentRule, order: Order): boolean {
  return (order.ticks ?? 0n) % tickSteps === 0n && order.lots % lotSteps === 0n;
}

function fitsAlgo({ tickSteps, lotSteps }: InstrumentRule, algo: Algo): boolean {
  const levels = [algo.takeProfitTicks, algo.stopLossTicks, algo.trigger?.ticks];
  return levels.every((level) => (level ?? 0n) % tickSteps === 0n) && algo.lots % lotSteps === 0n;
}
