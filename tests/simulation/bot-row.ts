// The bot that a simulated run trades with.
import { decimal, fraction } from '@rondo/decimal';
import type { BotRow } from '@rondo/engine';
import { encode, percentToRatio, type BotConfig } from '@rondo/strategy';
import { botConfig, ethSwap } from '@rondo/testkit';
import type { Swarm } from './swarm.ts';

/** The bot of a run: its settings from the swarm, its names from the caller. */
export function botRow(swarm: Swarm, names: Omit<BotRow, 'config'>): BotRow {
  const config: BotConfig = botConfig({
    direction: swarm.direction,
    allocation: decimal('2000'),
    investmentRatio: fraction(1n, 2n),
    leverage: decimal('5'),
    martinSteps: swarm.martinSteps,
    cyclicSteps: swarm.cyclicSteps,
    stepDistance: percentToRatio(swarm.stepDistancePercent),
    takeProfit: percentToRatio(swarm.takeProfitPercent),
    instrument: ethSwap,
  });
  return { ...names, config: JSON.stringify(encode(config)) };
}
