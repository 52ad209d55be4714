// Computes the figures of a running bot. Amounts are exact decimals, and distances and shares are numbers.
import {
  abs,
  decimal,
  divideFractions,
  formatDecimal,
  fractionToDecimal,
  isZero,
  multiply,
  signOf,
  subtract,
  toFraction,
} from '@rondo/decimal';
import type { BotWire, InstrumentWire } from '@rondo/contract';

const sizePlaces = 8;
/** Screens 3.6.4: the card shows a warning when the distance to liquidation is below 10 %. */
export const nearLiquidationPercent = 10;

export type RungState = 'filled' | 'skipped' | 'next' | 'resting';

export type LadderRung = {
  readonly step: number;
  readonly price: string;
  readonly size: string;
  /** The share of the rung in the whole planned position, 0..1. It is for drawing only. */
  readonly share: number;
  readonly cyclic: boolean;
  readonly state: RungState;
  /** The estimated liquidation price after this step has filled. It is null when the position cannot be liquidated, and for a skipped step. */
  readonly liquidation: string | null;
};

export type BotFigures = {
  readonly rungs: readonly LadderRung[];
  /** The distance from the mark price to the estimated liquidation price in percent, without a sign. It is null when the bot has no liquidation price or the mark price is unknown. */
  readonly liquidationDistance: number | null;
  /** The number of steps that have filled or can fill in this round. */
  readonly fillable: number;
  /** The liquidation price when all these steps have filled, or null when the position cannot be liquidated. The distance is null while the mark price is unknown. */
  readonly deepest: { readonly price: string; readonly distance: number | null } | null;
  /** The size of the position in the base currency, without a sign. */
  readonly baseSize: string;
  readonly marginInUse: string | null;
  readonly isNearLiquidation: boolean;
  readonly hasPosition: boolean;
};

/** Returns the change from `from` to `to` in percent with a sign, or null when one of the prices is missing. */
export const percentBetween = (from: string | null, to: string | null): number | null => {
  if (from === null || to === null || Number(from) === 0) return null;
  return (Number(to) / Number(from) - 1) * 100;
};

const plannedTotal = (bot: BotWire): number => bot.entry.data.reduce((sum, row) => sum + Number(row.amount), 0) || 1;

type BotSteps = Pick<BotWire, 'current_step' | 'filled_steps'>;

/** Returns the steps of a running bot that have an open lot. Without `filled_steps`, they are the first `current_step` steps. */
export const filledStepsOf = ({ filled_steps: filled, current_step: count }: BotSteps): readonly number[] =>
  filled ?? Array.from({ length: count }, (_, index) => index + 1);

/** Returns the deepest step of a running bot that has an open lot, or 0 when no step has one. */
export const deepestStepOf = (bot: BotSteps): number => Math.max(0, ...filledStepsOf(bot));

/** Returns the rungs of the ladder. The first rung that is neither filled nor skipped is `next`. */
const rungsOf = (bot: BotWire): readonly LadderRung[] => {
  const filled = new Set(filledStepsOf(bot));
  const isSkipped = (step: number): boolean => bot.skipped_steps.includes(step) && !filled.has(step);
  const next = bot.entry.data.find(({ step }) => !filled.has(step) && !isSkipped(step))?.step;
  const stateOf = (step: number): RungState => {
    if (filled.has(step)) return 'filled';
    if (isSkipped(step)) return 'skipped';
    return step === next ? 'next' : 'resting';
  };
  return bot.entry.data.map((row) => {
    const state = stateOf(row.step);
    return {
      step: row.step,
      price: row.price,
      size: row.size,
      share: Number(row.amount) / plannedTotal(bot),
      cyclic: row.cyclic,
      state,
      liquidation: liquidationAfter(bot, row, state),
    };
  });
};

/** The plan assumes that all steps fill. While a step is skipped, the liquidation price follows from the open lots and from the resting orders. */
const liquidationAfter = (bot: BotWire, row: BotWire['entry']['data'][number], state: RungState): string | null => {
  if (state === 'skipped') return null;
  if (bot.skipped_steps.length === 0) return row.liquidation_price;
  // A step that has filled in part still has its order.
  const move = entriesOf(bot).find(({ step }) => step === row.step);
  if (move !== undefined) return move.liquidation_after;
  return state === 'filled' && row.step === deepestStepOf(bot) ? bot.liquidation_price : row.liquidation_price;
};

const entriesOf = (bot: BotWire) => bot.next_moves.filter(({ kind }) => kind === 'entry');

/** Returns the liquidation price when all steps that can fill have filled. After a skipped step, a deeper step can fill before a step above it, so the last rung does not decide alone. */
const worstLiquidation = (bot: BotWire, fillable: readonly LadderRung[]): string | null => {
  if (bot.skipped_steps.length > 0) {
    const move = entriesOf(bot).at(-1);
    if (move !== undefined) return move.liquidation_after;
    const open = fillable.filter(({ state }) => state !== 'filled').at(-1);
    if (open !== undefined) return open.liquidation;
  }
  return fillable.at(-1)?.liquidation ?? null;
};

/** Converts a number of contracts exactly to an amount in the base currency. */
export const baseSizeOf = (contracts: string, instrument: Pick<InstrumentWire, 'ctVal'>): string =>
  formatDecimal(abs(multiply(decimal(contracts), decimal(instrument.ctVal))));

/** Returns all figures of a bot. Without an instrument, `baseSize` is 0 and `marginInUse` is null. */
export const figuresOf = (bot: BotWire, instrument: InstrumentWire | undefined): BotFigures => {
  const price = bot.mark_price;
  const rungs = rungsOf(bot);
  const hasPosition = !isZero(decimal(bot.position_size));
  const toLiquidation = hasPosition ? percentBetween(price, bot.liquidation_price) : null;
  const fillable = rungs.filter(({ state }) => state !== 'skipped');
  const last = worstLiquidation(bot, fillable);
  const toDeepest = percentBetween(price, last);
  const baseSize = instrument === undefined ? '0' : baseSizeOf(bot.position_size, instrument);
  const distance = toLiquidation === null ? null : Math.abs(toLiquidation);
  return {
    rungs,
    liquidationDistance: distance,
    fillable: fillable.length,
    deepest: last === null ? null : { price: last, distance: toDeepest === null ? null : Math.abs(toDeepest) },
    baseSize,
    marginInUse: price === null || instrument === undefined ? null : marginOf(baseSize, price, bot.leverage),
    isNearLiquidation: distance !== null && distance < nearLiquidationPercent,
    hasPosition,
  };
};

const marginOf = (baseSize: string, price: string, leverage: number): string =>
  formatDecimal(
    fractionToDecimal(
      divideFractions(toFraction(multiply(decimal(baseSize), decimal(price))), toFraction(decimal(String(leverage)))),
      sizePlaces,
      'halfUp',
    ),
  );

/** Returns the share of `part` in `total`, 0..1. It is the length of a bar. */
export const shareOf = (part: string, total: string): number => {
  const whole = Number(total);
  return whole <= 0 ? 1 : Math.min(1, Math.max(0, Number(part) / whole));
};

export const isNegative = (amount: string): boolean => signOf(decimal(amount)) < 0;
export const isBelow = (amount: string, bound: string): boolean =>
  signOf(subtract(decimal(amount), decimal(bound))) < 0;
