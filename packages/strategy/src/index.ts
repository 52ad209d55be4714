// The exports of the strategy: the reducer and the calculations around it.
export type * from './types.ts';
export { newBot, step } from './bot/step.ts';
export { desiredOrders, openingCap } from './round/desired.ts';
export { allowedPhases, mayDo, needsPrice, phaseOf, type BotAction } from './bot/phase.ts';
export { maxPositionSize, minLots, planLadder, stepAmounts, totalAmount, type LadderInput } from './ladder/ladder.ts';
export { estimateLiquidation, liquidationPrice, maintenanceRate, type LiquidationInput } from './round/liquidation.ts';
export {
  baseExitPrice,
  cyclicTarget,
  isCyclic,
  isStopLossWithinFees,
  stopLossPrice,
  targetPrice,
} from './round/levels.ts';
export {
  averageEntry,
  currentStep,
  feesPaid,
  fundingReceived,
  netOf,
  netRealised,
  openSize,
  toMoney,
  unrealised,
} from './round/ledger.ts';
export { stepWeights } from './ladder/weights.ts';
export { moneyOf, quantumOf } from './units.ts';
export * from './limits.ts';
export {
  botSettings,
  defaultInstrument,
  maxBotNameLength,
  type BacktestRange,
  type PercentSetting,
  type SettingBounds,
  type SettingName,
} from './settings/definitions.ts';
export {
  createBotConfig,
  defaultBotSettings,
  settingsOfConfig,
  stepDistanceRatio,
  type BotSettings,
  type StepDistance,
} from './settings/bot-settings.ts';
export * from './settings/presets.ts';
export {
  checkAffordable,
  previewLadder,
  type Affordability,
  type LadderPreview,
  type PreviewResult,
  type PreviewRow,
} from './preview/preview.ts';
export {
  decode,
  decodeEvent,
  decodeState,
  encode,
  encodeEvent,
  encodeState,
  stateVersion,
  type JsonValue,
} from './bot/codec.ts';
