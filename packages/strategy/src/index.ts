// Exports the reducer of the strategy and the calculations around the reducer.
export type { RestingExit } from './round/slot.ts';
export type {
  BotConfig,
  BotState,
  ClosingReason,
  DesiredOrder,
  Direction,
  Fact,
  FillEvent,
  ForcedFill,
  InstrumentRules,
  Liquidity,
  LossGuard,
  OrderRules,
  OrderEnd,
  Plan,
  PlanRefusal,
  PlanResult,
  PositionTier,
  Slot,
  SlotKind,
  StrategyEvent,
  Units,
} from './types.ts';
export type { Recovery } from './bot/recovery.ts';
export { foldVersion } from './bot/fold-version.ts';
export { newBot, step } from './bot/step.ts';
export { type GridChange, gridChange, rulesAfter } from './bot/rules.ts';
export { desiredOrders, dustOf, maxMarketLots } from './round/desired.ts';
export { mayDo, needsPrice, phaseOf } from './bot/phase.ts';
export { maxPositionSize, minLots, orderableLots, planLadder, totalAmount } from './ladder/ladder.ts';
export { dayMs, hourMs, minuteMs, waitMinutes } from './round/loss-guard.ts';
export type { AtrReading } from './signal/signal.ts';
export { openingEnd } from './signal/apply-signal.ts';
export { atrDistance, atrStepDistance } from './settings/atr-distance.ts';
export { firstHoldEnd, guardLockOf, holdLevelOf, isWaitOver } from './holds/holds.ts';
export type { Hold, HoldEvent } from './holds/hold.ts';
export { liquidationPrice } from './round/liquidation.ts';
export { baseExitPrice } from './round/levels.ts';
export { refusedStopLoss } from './round/smallest-stop.ts';
export {
  averageEntry,
  coveredLoss,
  currentStep,
  feesPaid,
  filledSteps,
  fundingReceived,
  netRealised,
  openSize,
  unrealised,
} from './round/ledger.ts';
export { stepWeights } from './ladder/weights.ts';
export { moneyOf, orderTicks, quantumOf } from './units.ts';
export {
  botSettings,
  defaultInstrument,
  maxBotNameLength,
  minAvailableMargin,
  type PercentSetting,
  type SettingBounds,
  type SettingName,
} from './settings/definitions.ts';
export {
  createBotConfig,
  createLiveBotConfig,
  defaultBotSettings,
  settingsOfConfig,
  standardLossGuard,
  stepDistanceRatio,
  type BotSettings,
  type StepDistance,
} from './settings/bot-settings.ts';
export {
  aiInstruments,
  crashDefencePresets,
  defaultDefencePercent,
  defaultOptionCode,
  defencePercents,
  minAiBalance,
  gridModeSteps,
  takeProfitSpeedPercent,
  type CrashDefencePreset,
  type GridMode,
  type TakeProfitSpeed,
} from './settings/presets.ts';
export { exitHistory, type ExitStep } from './preview/exit-history.ts';
export { nextMoves, type NextMove } from './preview/next-moves.ts';
export { previewLadder, type LadderPreview, type PreviewRow } from './preview/preview.ts';
export { decode, decodeEvent, decodeState, encode, encodeEvent, encodeState } from './bot/codec.ts';
