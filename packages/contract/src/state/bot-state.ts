// Converts the configuration and the state of a bot to the form of the API: the settings, the prices, the next moves and the results.
import {
  add,
  decimal,
  divideFractions,
  formatDecimal,
  fractionToDecimal,
  isZero,
  multiply,
  percentToRatio,
  priceOf,
  ratioToPercent,
  sizeOf,
  toFraction,
  type Decimal,
  type Ratio,
  type Ticks,
} from '@rondo/decimal';
import {
  baseExitPrice,
  liquidationPrice,
  nextMoves,
  settingsOfConfig,
  type BotConfig,
  type BotSettings,
  type BotState,
  type ExitStep,
  type NextMove,
  type Slot,
} from '@rondo/strategy';
import type { BotWire, ExitStepWire, NextMoveWire } from '../bots/bots.ts';
import type { PlanResponse } from '../bots/plan.ts';

/** Decimal places of a percent on the wire. */
export const wirePercentPlaces = 6;

/** The data of a bot that its configuration does not contain. */
type Surroundings = {
  /** The distance of the running round, or null while no round is open. Only a bot with a distance from ATR has distances of its rounds (strategy 8.7). */
  readonly roundDistance: Ratio | null;
  readonly steps: PlanResponse['steps'];
  readonly entryType: string;
  readonly maxTotalSize: string;
};

/** Returns the settings of a bot, and the ladder of its round. */
export function configurationOf(config: BotConfig, { roundDistance, steps, entryType, maxTotalSize }: Surroundings) {
  const settings = settingsOfConfig(config, wirePercentPlaces);
  const ownDistance = settings.atrMultiplier === null ? null : roundDistance;
  const distance =
    ownDistance === null ? settings.stepDistance.percent : ratioToPercent(ownDistance, wirePercentPlaces);
  return {
    symbol: config.instrument.id,
    direction: config.direction === 'long' ? ('LONG' as const) : ('SHORT' as const),
    leverage: toNumber(config.leverage),
    martin_steps: config.martinSteps,
    cyclic_steps: config.cyclicSteps,
    allocation: formatDecimal(config.allocation),
    size_ratio: toNumber(fractionToDecimal(percentToRatio(settings.investmentRatio), wirePercentPlaces + 2, 'halfUp')),
    basic: {
      symbol: config.instrument.id,
      direction: config.direction,
      leverage: toNumber(config.leverage),
      margin_type: 'cross' as const,
      max_total_size: maxTotalSize,
      auto_reentry: { enabled: config.autoReentry, budget_type: 'percentage' as const, compound: config.compound },
    },
    entry: {
      type: entryType,
      count: config.martinSteps,
      step_distance: toNumber(distance),
      ...(settings.atrMultiplier === null ? {} : { atr_multiplier: toNumber(settings.atrMultiplier) }),
      cycle_credit: toNumber(settings.cycleCredit),
      data: steps,
      risk_management: { enabled: true as const, step: config.cyclicSteps },
    },
    exit: { take_profit: toNumber(settings.takeProfit), stop_loss: stopLossOf(settings) },
  };
}

function stopLossOf({ stopLoss, stopLossEndsBot }: BotSettings): BotWire['exit']['stop_loss'] {
  if (stopLoss === null) return { enabled: false, value: 0, on_bot_end: false };
  return { enabled: true, value: toNumber(stopLoss), on_bot_end: stopLossEndsBot };
}

/** Returns the liquidation price, the base exit and the next moves. The slots for which `isSkipped` is true get no order. */
export function pricesOf(
  state: BotState,
  isSkipped: (slot: Slot) => boolean,
): Pick<BotWire, 'liquidation_price' | 'take_profit_price' | 'next_moves'> {
  const { config, round } = state;
  return {
    liquidation_price: priceText(liquidationPrice(state), config),
    take_profit_price: priceText(round === null ? null : baseExitPrice(round, config), config),
    next_moves: nextMoves(state, isSkipped).map((move) => toNextMove(move, config)),
  };
}

function toNextMove(move: NextMove, config: BotConfig): NextMoveWire {
  return {
    kind: move.kind,
    step: move.step,
    side: move.side,
    price: formatDecimal(priceOf(move.price, config.instrument.tickSz)),
    size: formatDecimal(sizeOf(move.lots, config.instrument.lotSz)),
    net_pnl: move.net === null ? null : formatDecimal(move.net),
    exit_after: priceText(move.exitAfter, config),
    liquidation_after: priceText(move.liquidationAfter, config),
  };
}

/** Returns steps of the base exit in the form of the API. */
export function toExitSteps(steps: readonly ExitStep[], { instrument }: BotConfig): ExitStepWire[] {
  return steps.map(({ at, price, cycle }) => ({
    at,
    price: formatDecimal(priceOf(price, instrument.tickSz)),
    cycle: cycle === null ? null : { step: cycle.step, count: cycle.count, net_pnl: formatDecimal(cycle.net) },
  }));
}

function priceText(price: Ticks | null, { instrument }: BotConfig): string | null {
  return price === null ? null : formatDecimal(priceOf(price, instrument.tickSz));
}

/** Returns the results of a bot. `unrealised` is null while the price is unknown. `realised` is the net realised result as text. */
export function resultsOf(
  realised: string,
  unrealised: Decimal | null,
  allocation: Decimal,
): Pick<BotWire, 'realised_pnl' | 'unrealised_pnl' | 'current_pnl' | 'pnl_percentage'> {
  const current = unrealised === null ? decimal(realised) : add(decimal(realised), unrealised);
  return {
    realised_pnl: realised,
    unrealised_pnl: unrealised === null ? null : formatDecimal(unrealised),
    current_pnl: formatDecimal(current),
    pnl_percentage: percentOf(current, allocation),
  };
}

/** Returns the percent with two decimal places, or 0 when the whole is zero. */
export function percentOf(part: Decimal, whole: Decimal): number {
  if (isZero(whole)) return 0;
  const ratio = divideFractions(toFraction(multiply(part, decimal('100'))), toFraction(whole));
  return toNumber(fractionToDecimal(ratio, 2, 'halfUp'));
}

function toNumber(value: Decimal): number {
  return Number(formatDecimal(value));
}
