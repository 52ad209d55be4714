// Computes what each resting order of a bot changes when the order fills completely at its price. The screens show the result.
import {
  addFractions,
  lots,
  multiply,
  subtract,
  toFraction,
  type Decimal,
  type Lots,
  type Ticks,
} from '@rondo/decimal';
import { step } from '../bot/step.ts';
import { desiredOrders } from '../round/desired.ts';
import { openSize, roundNet, toMoney, unrealised } from '../round/ledger.ts';
import { baseExitPrice, isCyclic, lotTarget } from '../round/levels.ts';
import { liquidationPrice } from '../round/liquidation.ts';
import type { Slot } from '../round/slot.ts';
import type { BotState, DesiredOrder, Fact, RoundState, SlotKind, StepResult } from '../types.ts';
import { moneyOf } from '../units.ts';

/** A resting order, and the bot after the order has filled completely at its price. Before an entry, the entries of the steps before it have filled too. */
export type NextMove = {
  readonly kind: Exclude<SlotKind, 'close'>;
  /** The step of an entry or of a cyclic take-profit. It is 0 for the base exit and the stop loss. */
  readonly step: number;
  readonly side: 'buy' | 'sell';
  /** The limit price, or the trigger price of a stop loss. */
  readonly price: Ticks;
  /** The part of the order that is not filled. */
  readonly lots: Lots;
  /**
   * The net result in USDT: of the cycle for a cyclic take-profit, and of the whole round for the base exit and the stop loss, whose round
   * closes all open lots at this price. Null for an
   * entry, and for a take-profit that closes only a part of its step. Funding that is still to come and the slippage of a stop loss are not included.
   */
  readonly net: Decimal | null;
  /** The exit price after the fill: of the step for an entry of a cyclic step, and of the base otherwise. Null when the round ends. */
  readonly exitAfter: Ticks | null;
  /** The estimated liquidation price after the fill. Null when the position cannot be liquidated. */
  readonly liquidationAfter: Ticks | null;
};

/**
 * Returns one entry for each order that should rest at the exchange, in the sequence of `desiredOrders`. An opening order and a closing
 * order do not rest, so they are not in the list. The slots for which `isSkipped` is true get no order, so they are not in the list either.
 */
export function nextMoves(state: BotState, isSkipped: (slot: Slot) => boolean): readonly NextMove[] {
  const { round } = state;
  if (round === null) return [];
  // The price reaches the entries in the sequence of their steps, so each entry fills on the state after the entries before it.
  let reached = state;
  return desiredOrders(state).flatMap((order) => {
    const { price, slot } = order;
    const { kind } = slot;
    const open = order.lots - filledOf(round, slot);
    if (kind === 'close' || order.type === 'ioc' || price === null || open <= 0n || isSkipped(slot)) return [];
    const { state: after, facts } = fillWhole(kind === 'entry' ? reached : state, order, { price, open });
    if (kind === 'entry') reached = after;
    return [
      {
        kind,
        step: slot.step,
        side: order.side,
        price,
        lots: lots(open),
        net: netAfter(kind, { after, facts, price }),
        exitAfter: exitAfter(slot, after),
        liquidationAfter: liquidationPrice(after),
      },
    ];
  });
}

/** Returns the lots that the present generation of the slot has filled. */
function filledOf(round: RoundState, { kind, step: number }: Slot): bigint {
  if (kind === 'baseExit' || kind === 'stopLoss') return round[kind].filled;
  const found = round.steps[number - 1];
  return (kind === 'entry' ? found?.entry.filled : found?.exit.filled) ?? 0n;
}

/** Returns the bot after the open part of the order has filled at its price. */
function fillWhole(
  state: BotState,
  { slot, generation, type }: DesiredOrder,
  { price, open }: { readonly price: Ticks; readonly open: bigint },
): StepResult {
  const { instrument } = state.config;
  const rate = type === 'trigger' ? instrument.takerFee : instrument.makerFee;
  return step(state, {
    kind: 'fill',
    slot,
    generation,
    price,
    lots: lots(open),
    fee: multiply(moneyOf(price * open, instrument), rate),
    liquidity: type === 'trigger' ? 'taker' : 'maker',
    fillId: 'next-move',
    // The instant decides only about the loss guard, and no result of this function depends on the loss guard.
    at: 0,
  });
}

type Filled = { readonly after: BotState; readonly facts: readonly Fact[]; readonly price: Ticks };

function netAfter(kind: SlotKind, { after, facts, price }: Filled): Decimal | null {
  if (kind === 'takeProfit') return facts.find((fact) => fact.kind === 'cycleCompleted')?.netPnl ?? null;
  const { round, config } = after;
  if (kind === 'entry' || round === null) return null;
  // The end of the round also closes the lots of cyclic steps that are still open, with a market order.
  const fee = multiply(moneyOf(price * openSize(after), config.instrument), config.instrument.takerFee);
  const rest = subtract(unrealised(after, price), fee);
  return toMoney(addFractions(roundNet(round, config), toFraction(rest)));
}

function exitAfter({ kind, step: number }: Slot, { round, config }: BotState): Ticks | null {
  if (round === null || round.closing !== null) return null;
  const lot = round.steps[number - 1]?.lot;
  if (kind === 'entry' && lot !== undefined && isCyclic(number, config)) return lotTarget(lot, config);
  return baseExitPrice(round, config);
}
