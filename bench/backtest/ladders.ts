// The configurations of the benchmark: no liquidation ends them early, so they have fills over years of candles.
import type { BacktestConfig } from '@rondo/backtest';
import { decimal, formatDecimal, multiply, zeroFraction, percent, percentToRatio } from '@rondo/decimal';
import { botConfig, type SeededChance } from '@rondo/testkit';

/** The settings that differ between ladders; distance and target in percent. */
export type Ladder = {
  readonly direction: 'long' | 'short';
  readonly steps: number;
  readonly cyclic: number;
  readonly distance: string;
  readonly target: string;
};

/**
 * The configuration of a ladder of an ETH swap: a tenth of the budget at leverage 1, without compounding, with a new round
 * at once. The stop loss is 9.5 % behind the average, where a full margin at leverage 10 would be liquidated.
 */
export function ladderConfig({ direction, steps, cyclic, distance, target }: Ladder): BacktestConfig {
  return {
    bot: botConfig({
      direction,
      allocation: decimal('1000000'),
      investmentRatio: percentToRatio(percent('10')),
      leverage: decimal('1'),
      martinSteps: steps,
      cyclicSteps: cyclic,
      stepDistance: percentToRatio(percent(distance)),
      takeProfit: percentToRatio(percent(target)),
      compound: false,
      stopLoss: { fractionOfBudget: percentToRatio(percent('0.95')), endsBot: false },
    }),
    fill: 'through',
    path: 'byClose',
    slippage: zeroFraction,
  };
}

/** The ladders of one run each: the base one, one with few fills and one with very many. */
export const singleLadders = [
  { name: 'base 1.33 / 0.5 / 4', distance: '1.33', target: '0.5', steps: 4 },
  { name: 'few fills 5 / 5 / 5', distance: '5', target: '5', steps: 5 },
  { name: 'many fills 0.3 / 0.1 / 10', distance: '0.3', target: '0.1', steps: 10 },
] as const;

/** Random ladders: distance 0.5 to 5 %, target 0.3 to 5 %, 2 to 10 steps, both directions. */
export function randomLadders(chance: SeededChance, count: number, isCyclic: boolean): readonly BacktestConfig[] {
  const percent = (hundredths: number): string => formatDecimal(multiply(decimal(String(hundredths)), decimal('0.01')));
  return Array.from({ length: count }, () => {
    const steps = chance.between(2, 10);
    return ladderConfig({
      direction: chance.pick(['long', 'short']),
      steps,
      cyclic: isCyclic ? chance.between(1, steps - 1) : 0,
      distance: percent(chance.between(50, 500)),
      target: percent(chance.between(30, 500)),
    });
  });
}
