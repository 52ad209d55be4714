// The public face of the strategy: one pure reducer and the sums around it.
export type * from './types.ts';
export { newBot, step } from './step.ts';
export { desiredOrders, openingCap } from './desired.ts';
export { allowedPhases, mayDo, needsPrice, phaseOf, type BotAction } from './phase.ts';
export { maxPositionSize, minLots, planLadder, stepAmounts, totalAmount, type LadderInput } from './ladder.ts';
export { estimateLiquidation, liquidationPrice, maintenanceRate, type LiquidationInput } from './liquidation.ts';
export { baseExitPrice, cyclicTarget, isCyclic, isStopLossWithinFees, stopLossPrice, targetPrice } from './levels.ts';
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
} from './ledger.ts';
export { percentToRatio, stepDistanceOfDefence, stepWeights } from './weights.ts';
export { moneyOf, quantumOf } from './units.ts';
export * from './limits.ts';
export * from './presets.ts';
export {
  checkAffordable,
  previewLadder,
  type Affordability,
  type LadderPreview,
  type PreviewResult,
  type PreviewRow,
} from './preview.ts';
export {
  decode,
  decodeEvent,
  decodeState,
  encode,
  encodeEvent,
  encodeState,
  stateVersion,
  type JsonValue,
} from './codec.ts';
