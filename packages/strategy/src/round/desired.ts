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
  ticks,
  toFraction,
  type Decimal,
  type Fraction,
  type Lots,
  type Ticks,
} from '@rondo/decimal';
import { holdLevelOf } from '../holds/holds.ts';
import { orderableLots } from '../ladder/ladder.ts';
import { openSize } from './ledger.ts';
import { baseExitPrice, isCyclic, lotTarget, stopLossPrice } from './levels.ts';
import { maxOpeningSlippage } from '../limits.ts';
import { openLots } from './lot.ts';
import type { RestingTerms, SlotProgress } from './slot.ts';
import type {
  BotConfig,
  BotState,
  DesiredOrder,
  InstrumentRules,
  PlannedStep,
  RoundState,
  SlotKind,
  StepState,
} from '../types.ts';
import { directionSign, isBeyond, orderLots, orderTicks, roundAgainst } from '../units.ts';

/**
 * Returns the orders that should exist now, with exits before entries. The size of an order includes the lots that its
 * generation has already filled.
 */
export function desiredOrders(state: BotState): readonly DesiredOrder[] {
  const closing = closeOrder(state);
  const round = state.round;
  if (round === null) return closing;
  if (round.closing !== null || state.stop !== null) return [...closing, ...lastExits(state, round)];
  const exits = exitOrders(state, round);
  const mayEnter = state.status === 'active' && holdLevelOf(state) !== 'entries' && state.isExitsOnly !== true;
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
  if (isLeftOpen(state)) return 0n;
  const closing = state.round?.closing ?? null;
  if (closing !== null) return closing.ordersGone ? openSize(state) : 0n;
  return openLots(state.lateLot);
}

/** Returns the size of the largest market order in lots. Returns null when the instrument has no bound. */
export function maxMarketLots(rules: InstrumentRules): bigint | null {
  const { maxMarketSz, maxLimitSz, lotSz } = rules;
  const bound: Decimal | undefined =
    maxMarketSz !== undefined && maxLimitSz !== undefined
      ? minDecimal(maxMarketSz, maxLimitSz)
      : (maxMarketSz ?? maxLimitSz);
  if (bound === undefined) return null;
  const whole = floorToLot(toFraction(bound), lotSz);
  return whole - (whole % orderLots(rules));
}

/** Returns the lots that no order of the bot can close, because they are below the smallest order of the exchange (strategy 3.8). */
export function dustOf(state: BotState): bigint {
  if (isLeftOpen(state)) return 0n;
  const { round } = state;
  const open = openSize(state);
  if (round === null || round.closing !== null || state.stop !== null) {
    const isWaiting = round !== null && round.closing?.ordersGone !== true;
    return isWaiting ? 0n : open - closableAlone(open, state);
  }
  const late = openLots(state.lateLot);
  const closedAlone = closableAlone(late, state);
  // The lots of step 1 get their exit when the ladder is planned.
  if (round.plan === null) return late - closedAlone;
  const { cyclic, base } = exitSizes(round, state);
  const closed = cyclic.reduce((sum, { size }) => sum + size.closes, base?.closes ?? 0n);
  return open - closedAlone - closed;
}

/** Returns the total size of the base exit of a running round in lots, or 0 when no order can close further lots of the base. */
export function baseExitLots(state: BotState, round: RoundState): bigint {
  return exitSizes(round, state).base?.total ?? 0n;
}

/** Returns true when a part of the base of a running round is closed and the exchange accepts no order for its rest (strategy 3.8). */
export function isBaseSpent(state: BotState, round: RoundState): boolean {
  const { config } = state;
  if (round.closing !== null) return false;
  const isPartClosed = round.steps.some(({ step, lot }) => !isCyclic(step, config) && lot.exited > 0n);
  return isPartClosed && baseOpen(round, config) > 0n && baseExitLots(state, round) === 0n;
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
  const wanted = smaller(state.close.filled + open, maxMarketLots(state.config.instrument));
  const total = orderableLots(wanted, state.config.instrument);
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

// Returns how many of these open lots market orders of the close slot can close.
function closableAlone(open: bigint, { close, config }: BotState): bigint {
  const total = orderableLots(close.filled + open, config.instrument);
  return total > close.filled ? total - close.filled : 0n;
}

function smaller(value: bigint, bound: bigint | null): bigint {
  return bound !== null && bound < value ? bound : value;
}

/** The size of an exit in lots: the total size of its order, and the open lots that the order can still close. */
type ExitSize = { readonly total: bigint; readonly closes: bigint; readonly kept: RestingTerms | null };

type ExitSizes = {
  readonly cyclic: readonly { readonly step: StepState; readonly size: ExitSize }[];
  readonly base: ExitSize | null;
};

// Returns the size of the exit of a slot for these open lots. Without an order of this size, an exit that rests is kept (strategy 3.8).
function exitSizeOf(progress: SlotProgress, open: bigint, { instrument }: BotConfig): ExitSize | null {
  const { filled, kept } = progress;
  const total = orderableLots(filled + open, instrument);
  if (total > filled) return { total, closes: total - filled, kept: null };
  if (kept === undefined || kept.lots <= filled) return null;
  return { total: kept.lots, closes: smaller(kept.lots - filled, open), kept };
}

// The total sizes of the exits, in lots. Lots that are no whole order of their own are closed together with the base (strategy 3.8).
function exitSizes(round: RoundState, state: BotState): ExitSizes {
  const { config } = state;
  const late = openLots(state.lateLot);
  let rest = late - closableAlone(late, state);
  const cyclic: { readonly step: StepState; readonly size: ExitSize }[] = [];
  for (const step of round.steps) {
    const open = openLots(step.lot);
    if (!isCyclic(step.step, config) || open === 0n) continue;
    const size = exitSizeOf(step.exit, open, config);
    if (size !== null) cyclic.push({ step, size });
    rest += open - (size?.closes ?? 0n);
  }
  return { cyclic, base: exitSizeOf(round.baseExit, baseOpen(round, config) + rest, config) };
}

function exitOrders(state: BotState, round: RoundState): readonly DesiredOrder[] {
  const sizes = exitSizes(round, state);
  const orders: DesiredOrder[] = [];
  for (const { step, size } of sizes.cyclic) {
    const slot = { kind: 'takeProfit', step: step.step, progress: step.exit, type: 'limit' } as const;
    orders.push(exit(state, slot, { size, price: lotTarget(step.lot, state.config) }));
  }
  const price = baseExitPrice(round, state.config);
  if (price !== null && baseOpen(round, state.config) > 0n && sizes.base !== null) {
    const slot = { kind: 'baseExit', step: 0, progress: round.baseExit, type: 'limit' } as const;
    orders.push(exit(state, slot, { size: sizes.base, price }));
  }
  return [...orders, ...stopOrders(state, round)];
}

// While a round closes, its exits are not desired. An exit that is kept stays when no market order can close the open lots (strategy 3.8).
function lastExits(state: BotState, round: RoundState): readonly DesiredOrder[] {
  const isWaiting = round.closing?.ordersGone === false && !isLeftOpen(state);
  if (!isWaiting || orderableLots(openSize(state), state.config.instrument) > 0n) return [];
  return exitOrders(state, round).filter(({ isKept }) => isKept === true);
}

function stopOrders(state: BotState, round: RoundState): readonly DesiredOrder[] {
  const price = stopLossPrice(round, state.config);
  if (price === null) return [];
  const open = round.steps.reduce((sum, step) => sum + openLots(step.lot), 0n);
  // A stop fills as a market order, so its size is at most the largest market size. The closing round closes the remaining lots.
  const bound = maxMarketLots(state.config.instrument);
  const most = bound === null ? open : smaller(open, bound - round.stopLoss.filled);
  const size = exitSizeOf(round.stopLoss, most, state.config);
  if (size === null) return [];
  return [exit(state, { kind: 'stopLoss', step: 0, progress: round.stopLoss, type: 'trigger' }, { size, price })];
}

type ExitSlot = Pick<SlotOrder, 'kind' | 'step' | 'progress' | 'type'>;

// Returns the order of an exit. An exit that is kept has the terms with which it rests.
function exit(
  state: BotState,
  slot: ExitSlot,
  { size, price }: { readonly size: ExitSize; readonly price: Ticks },
): DesiredOrder {
  const terms = size.kept ?? { price, lots: lots(size.total) };
  const wanted = order(state, { ...slot, ...terms, reduces: true });
  return size.kept === null ? wanted : { ...wanted, isKept: true };
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
  const planned = onOrderTicks(round.plan.steps, state.config);
  const buyable = round.steps.slice(1).filter(({ step }) => round.reducedSteps?.includes(step) !== true);
  return buyable.flatMap((step) => restingEntry(state, step, planned[step.step - 1]));
}

// Returns the planned steps with prices that the exchange accepts. When two steps would get one price, the deeper step moves one price
// step away from the market (strategy 3.8).
function onOrderTicks(planned: readonly PlannedStep[], config: BotConfig): readonly PlannedStep[] {
  const step = orderTicks(config.instrument);
  if (step === 1n) return planned;
  let before: bigint | null = null;
  return planned.map((each) => {
    const rounded: bigint = roundAgainst(fraction(each.price), config);
    const deepest: bigint | null = before === null ? null : before - directionSign(config.direction) * step;
    before = deepest === null || isBeyond(deepest, rounded, config) ? rounded : deepest;
    return { ...each, price: ticks(before) };
  });
}

function restingEntry(state: BotState, step: StepState, planned: PlannedStep | undefined): readonly DesiredOrder[] {
  if (planned === undefined || planned.price <= 0n) return [];
  const rest = planned.lots - step.lot.entered;
  const total = orderableLots(step.entry.filled + rest, state.config.instrument);
  if (rest <= 0n || total <= step.entry.filled) return [];
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
