// The settings of one bot. `createBotConfig` converts them to a configuration for live trading, preview, back-test and demo.
import {
  add,
  asPercent,
  asRatio,
  compareDecimals,
  decimal,
  divideFractions,
  fraction,
  percent,
  percentToRatio,
  ratioToPercent,
  type Decimal,
  type Percent,
  type Ratio,
} from '@rondo/decimal';
import type { BotConfig, Direction, InstrumentRules, LossGuard } from '../types.ts';
import { largestAtrDistance } from './atr-distance.ts';
import { botSettings } from './definitions.ts';
import { defaultDefencePercent } from './presets.ts';
import { leastDayLossPercent, standardWaits } from '../limits.ts';

/** The distance between steps is a percent per step, or a defence percent that is divided among all gaps. */
export type StepDistance =
  | { readonly kind: 'percent'; readonly percent: Percent }
  | { readonly kind: 'defence'; readonly percent: Percent };

/** The settings of one bot in the units of their definitions. A percent of 1.5 means 1.5 %, and the allocation is in USDT. */
export type BotSettings = {
  readonly direction: Direction;
  readonly martinSteps: number;
  readonly cyclicSteps: number;
  readonly stepDistance: StepDistance;
  /** The factor of the distance from ATR, which then replaces `stepDistance` in each round (strategy 8.7). Null when the distance is fixed. */
  readonly atrMultiplier: Decimal | null;
  readonly takeProfit: Percent;
  readonly leverage: Decimal;
  readonly investmentRatio: Percent;
  readonly allocation: Decimal;
  readonly cycleCredit: Percent;
  readonly compound: boolean;
  readonly autoReentry: boolean;
  /** Null when the bot has no stop loss. */
  readonly stopLoss: Percent | null;
  readonly stopLossEndsBot: boolean;
};

/** Returns the default settings (specification 4). The caller passes the allocation, because it depends on the account. */
export function defaultBotSettings(allocation: Decimal): BotSettings {
  return {
    direction: botSettings.direction.default,
    martinSteps: Number(botSettings.martinSteps.default),
    cyclicSteps: Number(botSettings.cyclicSteps.default),
    stepDistance: { kind: 'defence', percent: percent(String(defaultDefencePercent)) },
    atrMultiplier: botSettings.atrMultiplier.default,
    takeProfit: percent(botSettings.takeProfit.default),
    leverage: decimal(botSettings.leverage.default),
    investmentRatio: percent(botSettings.investmentRatio.default),
    allocation,
    cycleCredit: percent(botSettings.cycleCredit.default),
    compound: botSettings.compound.default,
    autoReentry: botSettings.autoReentry.default,
    stopLoss: botSettings.stopLoss.default,
    stopLossEndsBot: botSettings.stopLossEndsBot.default,
  };
}

/** Returns the configuration of a bot with these settings. The schema or the form of the caller has already checked the bounds. */
export function createBotConfig(settings: BotSettings, instrument: InstrumentRules): BotConfig {
  const { direction, allocation, leverage, martinSteps, cyclicSteps, compound, autoReentry, stopLoss } = settings;
  const { atrMultiplier } = settings;
  return {
    instrument,
    direction,
    allocation,
    investmentRatio: percentToRatio(settings.investmentRatio),
    leverage,
    martinSteps,
    cyclicSteps,
    ...(atrMultiplier === null
      ? { stepDistance: stepDistanceRatio(settings.stepDistance, martinSteps) }
      : { stepDistance: largestAtrDistance, atrMultiplier }),
    takeProfit: percentToRatio(settings.takeProfit),
    cycleCredit: percentToRatio(settings.cycleCredit),
    compound,
    autoReentry,
    stopLoss:
      stopLoss === null ? null : { fractionOfBudget: percentToRatio(stopLoss), endsBot: settings.stopLossEndsBot },
  };
}

/** Returns the configuration of a bot that trades. It has the loss guard with its standard values (strategy 8.3). */
export function createLiveBotConfig(settings: BotSettings, instrument: InstrumentRules): BotConfig {
  return { ...createBotConfig(settings, instrument), lossGuard: standardLossGuard(settings.stopLoss) };
}

/**
 * Returns the loss guard of a trading bot with this stop loss. The allowed loss of a day is twice the stop loss, and at
 * least 10 % (strategy 8.3).
 */
export function standardLossGuard(stopLoss: Percent | null): LossGuard {
  const twice = stopLoss === null ? leastDayLossPercent : asPercent(add(stopLoss, stopLoss));
  return {
    ...standardWaits,
    dayLossPercent: compareDecimals(twice, leastDayLossPercent) > 0 ? twice : leastDayLossPercent,
  };
}

/** Returns the settings of a configuration. A percent without an exact decimal is rounded half up to `places` decimal places. */
export function settingsOfConfig(config: BotConfig, places: number): BotSettings {
  const { direction, martinSteps, cyclicSteps, leverage, allocation, compound, autoReentry, stopLoss } = config;
  return {
    direction,
    martinSteps,
    cyclicSteps,
    stepDistance: { kind: 'percent', percent: ratioToPercent(config.stepDistance, places) },
    atrMultiplier: config.atrMultiplier ?? null,
    takeProfit: ratioToPercent(config.takeProfit, places),
    leverage,
    investmentRatio: ratioToPercent(config.investmentRatio, places),
    allocation,
    cycleCredit: ratioToPercent(config.cycleCredit, places),
    compound,
    autoReentry,
    stopLoss: stopLoss === null ? null : ratioToPercent(stopLoss.fractionOfBudget, places),
    stopLossEndsBot: stopLoss?.endsBot ?? botSettings.stopLossEndsBot.default,
  };
}

/**
 * Returns the step distance as a ratio: 1 % is 0.01. A defence D means exactly D / (M - 1) percent per step (strategy
 * 1).
 */
export function stepDistanceRatio(distance: StepDistance, martinSteps: number): Ratio {
  const ratio = percentToRatio(distance.percent);
  if (distance.kind === 'percent') return ratio;
  return asRatio(divideFractions(ratio, fraction(BigInt(Math.max(martinSteps - 1, 1)))));
}
