// The scene of each term that has a picture.
import { crashDefenceScene, estLiquidationScene, leverageScene } from './compared-scenes.ts';
import {
  baseDefenceScene,
  directionScene,
  gridScene,
  stepAmountScene,
  stepDistanceScene,
  stepsScene,
} from './ladder-scenes.ts';
import { distanceScene, liquidationScene, stopLossScene } from './loss-scenes.ts';
import type { PicturedTerm } from './pictured-terms.ts';
import { averageScene, takeProfitScene } from './profit-scenes.ts';
import { cycleCreditScene, cyclicStepsScene, exitNowScene, roundsCyclesScene } from './round-scenes.ts';
import type { Scene } from './scene.ts';

export const termScenes: Readonly<Record<PicturedTerm, () => Scene>> = {
  direction: directionScene,
  steps: stepsScene,
  stepDistance: stepDistanceScene,
  stepAmount: stepAmountScene,
  baseDefence: baseDefenceScene,
  grid: gridScene,
  average: averageScene,
  takeProfit: takeProfitScene,
  cyclicSteps: cyclicStepsScene,
  exitNow: exitNowScene,
  cycleCredit: cycleCreditScene,
  roundsCycles: roundsCyclesScene,
  liquidation: liquidationScene,
  estLiquidation: estLiquidationScene,
  distance: distanceScene,
  stopLoss: stopLossScene,
  crashDefence: crashDefenceScene,
  leverage: leverageScene,
};
