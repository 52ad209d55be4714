// Computes all orders that should exist from the state of a bot (strategy 3, 5). The functions are pure.
import {
  floorToLot,
  lots,
  minDecimal,
  subtractFractions,
  addFractions,
  fraction,
  minFraction,
  multiplyFractions,
  oneFraction,
  toFraction,
  type Decimal,
  type Fraction,
  type Lots,
  type Ticks,
} from '@rondo/decimal';
import { minLots } from '../ladder/ladder.ts';
import { openSize } from './ledger.ts';
import { baseExitPrice, cyclicTarget, isCyclic, stopLossPrice } from './levels.ts';
import { maxOpeningSlippage } from '../limits.ts';
import { openLots } from './lot.ts';
import type {
  BotConfig,
  BotState,
  DesiredOrder,
  InstrumentRules,
  RoundState,
  SlotKind,
  SlotProgress,
  StepState,
} from '../types.ts';
import { roundAgainst } from '../units.ts';

/**
 * Returns the orders that should exist now, with exits before entries. The size of an order includes the lots that its
 * generation has already filled.
 */
export function desiredOrders(state: BotState): readonly DesiredOrder[] {
  const closing = closeOrder(state);
  const round = state.round;
  if (round === null || round.closing !== null || state.stop !== null) return closing;
  const exits = exitOrders(state, round);
  const mayEnter = state.status === 'active' && !state.isPaused;
  return [...closing, ...exits, ...(mayEnter ? entryOrders(state, round) : [])];
}

/**
 * Returns the worst price that the opening order accepts, in ticks (strategy 3.1). It is the last price worsened by
 * min(0.5 %, d/2, t/2), where d is the step distance and t is the take-profit target.
 */
export function openingCap(price: Ticks, distance: Fraction, config: BotConfig): Ticks {
  const half = fraction(1n, 2n);
  const bounds = [
    toFraction(maxOpeningSlippage),
    multiplyFractions(distance, half),
    multiplyFractions(config.takeProfit, half),
  ];
  const slippage = bounds.reduce(minFraction);
  const factor =
    config.direction === 'long' ? addFractions(oneFraction, slippage) : subtractFractions(oneFraction, slippage);
  return roundAgainst(multiplyFractions(fraction(price), factor), config);
}

/** Returns the number of lots that must be closed at market now: the lots of a closing round, or late lots. */
export function lotsToClose(state: BotState): bigint {
  if (state.status === 'liquidated' || isLeftOpen(state)) return 0n;
  const closing = state.round?.closing ?? null;
  if (closing !== null) return closing.ordersGone ? openSize(state) : 0n;
  return openLots(state.lateLot);
}

/** Returns the size of the largest market order in lots. Returns null when the instrument has no bound. */
export function maxMarketLots({ maxMarketSz, maxLimitSz, lotSz }: InstrumentRules): bigint | null {
  const bound: Decimal | undefined =
    maxMarketSz !== undefined && maxLimitSz !== undefined
      ? minDecimal(maxMarketSz, maxLimitSz)
      : (maxMarketSz ?? maxLimitSz);
  return bound === undefined ? null : floorToLot(toFraction(bound), lotSz);
}

function isLeftOpen(state: BotState): boolean {
  return (
    state.completion === 'stopped_left_open' ||
    state.stop?.closePosition === false ||
    state.round?.closing?.reason === 'leave'
  );
}

function closeOrder(state: BotState): readonly DesiredOrder[] {
  const open = lotsToClose(state);
  const total = smaller(state.close.filled + open, maxMarketLots(state.config.instrument));
  if (open === 0n || total <= state.close.filled) return [];
  return [
    order(state, {
      kind: 'close',
      step: 0,
      progress: state.close,
      type: 'market',
      price: null,
      lots: lots(total),
      reduces: true,
    }),
  ];
}

function smaller(value: bigint, bound: bigint | null): bigint {
  return bound !== null && bound < value ? bound : value;
}

function exitOrders(state: BotState, round: RoundState): readonly DesiredOrder[] {
  const smallest = minLots(state.config.instrument);
  const orders: DesiredOrder[] = [];
  for (const step of round.steps) {
    const open = openLots(step.lot);
    const price = isCyclic(step.step, state.config) && open > 0n ? cyclicTarget(round, step, state.config) : null;
    if (price === null || step.exit.filled + open < smallest) continue;
    orders.push(
      order(state, {
        kind: 'takeProfit',
        step: step.step,
        progress: step.exit,
        type: 'limit',
        price,
        lots: lots(step.exit.filled + open),
        reduces: true,
      }),
    );
  }
  const base = baseOpen(round, state.config);
  const price = baseExitPrice(round, state.config);
  if (price !== null && base > 0n && round.baseExit.filled + base >= smallest) {
    orders.push(
      order(state, {
        kind: 'baseExit',
        step: 0,
        progress: round.baseExit,
        type: 'limit',
        price,
        lots: lots(round.baseExit.filled + base),
        reduces: true,
      }),
    );
  }
  return [...orders, ...stopOrders(state, round)];
}

function stopOrders(state: BotState, round: RoundState): readonly DesiredOrder[] {
  const price = stopLossPrice(round, state.config);
  if (price === null) return [];
  const open = round.steps.reduce((sum, step) => sum + openLots(step.lot), 0n);
  return [
    order(state, {
      kind: 'stopLoss',
      step: 0,
      progress: round.stopLoss,
      type: 'trigger',
      price,
      // A stop fills as a market order, so its size is at most the largest market size. The closing round closes the remaining lots.
      lots: lots(smaller(round.stopLoss.filled + open, maxMarketLots(state.config.instrument))),
      reduces: true,
    }),
  ];
}

/** Returns the number of open lots of the base steps. */
export function baseOpen(round: RoundState, config: BotConfig): bigint {
  return round.steps.reduce((sum, step) => (isCyclic(step.step, config) ? sum : sum + openLots(step.lot)), 0n);
}

function entryOrders(state: BotState, round: RoundState): readonly DesiredOrder[] {
  const first = round.steps[0];
  if (round.plan === null) {
    if (round.opening === null || first === undefined) return [];
    return [
      order(state, {
        kind: 'entry',
        step: 1,
        progress: first.entry,
        type: 'ioc',
        price: round.opening.cap,
        lots: round.opening.lots,
        reduces: false,
      }),
    ];
  }
  return round.steps.slice(1).flatMap((step) => restingEntry(state, round, step));
}

function restingEntry(state: BotState, round: RoundState, step: StepState): readonly DesiredOrder[] {
  const planned = round.plan?.steps[step.step - 1];
  if (planned === undefined) return [];
  const rest = planned.lots - step.lot.entered;
  const total = step.entry.filled + rest;
  if (rest <= 0n || total < minLots(state.config.instrument)) return [];
  return [
    order(state, {
      kind: 'entry',
      step: step.step,
      progress: step.entry,
      type: 'limit',
      price: planned.price,
      lots: lots(total),
      reduces: false,
    }),
  ];
}

type SlotOrder = {
  readonly kind: SlotKind;
  readonly step: number;
  readonly progress: SlotProgress;
  readonly type: DesiredOrder['type'];
  readonly price: Ticks | null;
  readonly lots: Lots;
  readonly reduces: boolean;
};

function order(state: BotState, slotOrder: SlotOrder): DesiredOrder {
  const buys = (state.config.direction === 'long') !== slotOrder.reduces;
  return {
    slot: { kind: slotOrder.kind, round: state.roundsOpened, step: slotOrder.step },
    generation: slotOrder.progress.generation,
    side: buys ? 'buy' : 'sell',
    type: slotOrder.type,
    price: slotOrder.price,
    lots: slotOrder.lots,
    reduces: slotOrder.reduces,
  };
}
