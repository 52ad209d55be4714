// The configurations of the benchmark. A liquidation would end a bot early, so the configurations are chosen so that no bot is liquidated.
import type { BacktestConfig } from '@rondo/backtest';
import { decimal, formatDecimal, multiply, zeroFraction, percent, percentToRatio } from '@rondo/decimal';
import { botConfig, type SeededChance } from '@rondo/testkit';

/** The settings that differ between the ladders. Distance and target are in percent. */
export type Ladder = {
  readonly direction: 'long' | 'short';
  readonly steps: number;
  readonly cyclic: number;
  readonly distance: string;
  readonly target: string;
};

/**
 * Returns the configuration of a ladder on an ETH swap. It uses a tenth of the budget at leverage 1, does not compound, and opens a new
 * round immediately. The stop loss is 9.5 % from the average entry price.
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

/** The ladders of the single runs: the base ladder, a ladder with few fills, and a ladder with very many fills. */
export const singleLadders = [
  { name: 'base 1.33 / 0.5 / 4', distance: '1.33', target: '0.5', steps: 4 },
  { name: 'few fills 5 / 5 / 5', distance: '5', target: '5', steps: 5 },
  { name: 'many fills 0.3 / 0.1 / 10', distance: '0.3', target: '0.1', steps: 10 },
] as const;

/** Returns random ladders with a distance of 0.5 to 5 %, a target of 0.3 to 5 %, 2 to 10 steps, and both directions. */
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
