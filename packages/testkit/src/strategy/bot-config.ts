// Configurations of bots and rules of instruments with readable defaults, for tests.
import { decimal, percent } from '@rondo/decimal';
import { createBotConfig, type BotConfig, type BotSettings, type InstrumentRules } from '@rondo/strategy';

/** The ETH swap of the worked examples: tick size 0.01, lot size 0.01, 0.1 ETH per contract, maker fee 0.02 % and taker fee 0.05 %. */
export const ethSwap: InstrumentRules = {
  id: 'ETH-USDT-SWAP',
  tickSz: decimal('0.01'),
  lotSz: decimal('0.01'),
  minSz: decimal('0.01'),
  ctVal: decimal('0.1'),
  tiers: [{ maxSz: null, mmr: decimal('0.004') }],
  takerFee: decimal('0.0005'),
  makerFee: decimal('0.0002'),
};

/**
 * Returns the configuration of a long ETH bot with 10,000 USDT, ratio 50 %, leverage 10 and target 0.5 %. The bot has 4
 * steps with a distance of 1.33 %, and one step is cyclic.
 */
export function botConfig(changes: Partial<BotConfig> = {}): BotConfig {
  return { ...createBotConfig(exampleSettings, ethSwap), ...changes };
}

const exampleSettings: BotSettings = {
  direction: 'long',
  allocation: decimal('10000'),
  investmentRatio: percent('50'),
  leverage: decimal('10'),
  martinSteps: 4,
  cyclicSteps: 1,
  stepDistance: { kind: 'percent', percent: percent('1.33') },
  atrMultiplier: null,
  takeProfit: percent('0.5'),
  cycleCredit: percent('100'),
  compound: true,
  autoReentry: true,
  stopLoss: null,
  stopLossEndsBot: true,
};
