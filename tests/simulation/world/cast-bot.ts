// The bots of a run as their owners created them, and the configuration that a drawn ladder gives.
import { decimal, percent, percentToRatio, ratio } from '@rondo/decimal';
import { standardLossGuard, type BotConfig, type InstrumentRules } from '@rondo/strategy';
import { botConfig } from '@rondo/testkit';
import type { Ladder } from '../faults/swarm.ts';

export type CastBot = {
  readonly botId: string;
  readonly botNumber: number;
  readonly accountId: string;
  readonly config: BotConfig;
  readonly stopAfterMs: number | null;
  readonly stopCloses: boolean;
  readonly setsLast: boolean;
};

export type Cast = {
  readonly accounts: readonly { readonly accountId: string; readonly usdt: string }[];
  readonly bots: readonly CastBot[];
};

/** Returns the configuration of a bot. A frail bot uses 90 % of its allocation as margin, at leverage 20. */
export function configOf(
  part: Ladder,
  of: { readonly instrument: InstrumentRules; readonly allocation: string; readonly isFrail: boolean },
): BotConfig {
  return botConfig({
    direction: part.direction,
    allocation: decimal(of.allocation),
    investmentRatio: ratio(of.isFrail ? 9n : 5n, 10n),
    leverage: decimal(of.isFrail ? '20' : '5'),
    martinSteps: part.martinSteps,
    cyclicSteps: part.cyclicSteps,
    stepDistance: percentToRatio(percent(part.stepDistancePercent)),
    takeProfit: percentToRatio(percent(part.takeProfitPercent)),
    stopLoss:
      part.stopLoss === null
        ? null
        : { fractionOfBudget: percentToRatio(percent(part.stopLoss.percent)), endsBot: part.stopLoss.endsBot },
    lossGuard: standardLossGuard(part.stopLoss === null ? null : percent(part.stopLoss.percent)),
    cycleCredit: percentToRatio(percent(part.creditPercent)),
    autoReentry: part.reenters,
    instrument: {
      ...of.instrument,
      ...(part.maxMarketSz === null ? {} : { maxMarketSz: decimal(part.maxMarketSz) }),
    },
  });
}
