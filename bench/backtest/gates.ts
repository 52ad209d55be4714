// The entry rules of the benchmark: ladders whose rounds wait for signals of random rules.
import type { BacktestConfig, EntryRules } from '@rondo/backtest';
import type { SeededChance } from '@rondo/testkit';

/** Returns the configurations with entry rules: RSI with any length and any level from 20 to 80, or Ichimoku. The first `most` random rules are used in turn. */
export function withGates(
  chance: SeededChance,
  configs: readonly BacktestConfig[],
  most: number,
): readonly BacktestConfig[] {
  const entries = Array.from({ length: Math.min(most, configs.length) }, () => randomRule(chance));
  return configs.map((config, place) => {
    const entry = entries[place % entries.length];
    return entry === undefined ? config : { ...config, entry };
  });
}

function randomRule(chance: SeededChance): EntryRules {
  const bar = chance.pick(['15m', '1H', '4H', '1D'] as const);
  const when = chance.pick(['crossing', 'while'] as const);
  const rsi = { kind: 'rsi', length: chance.between(2, 50), level: chance.between(20, 80), when } as const;
  return { kind: 'rule', rule: chance.happens(0.8) ? rsi : { kind: 'ichimoku', when }, bar };
}
