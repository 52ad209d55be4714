// Fixtures for the tests of this package: a configuration with changes, and candles from short texts.
import { decimal } from '@rondo/decimal';
import { parseCandles } from '../src/csv/candle-csv.ts';
import type { Candle } from '../src/candles/candles.ts';
import { candlesIn } from '../src/candles/columns.ts';
import { parseBacktestConfig, type BacktestConfig } from '../src/config/config.ts';

/** The fields of a complete configuration in its JSON form. */
export const configFields = {
  instrument: { tickSz: '0.01', lotSz: '0.01', minSz: '0.01', ctVal: '0.1', mmr: '0.004' },
  direction: 'long',
  martinSteps: 4,
  cyclicSteps: 1,
  stepDistance: '1',
  takeProfit: '0.5',
  leverage: '10',
  investmentRatio: '50',
  allocation: '10000',
  makerFee: '0.0002',
  takerFee: '0.0005',
};

/** Returns the configuration with changed fields. */
export function configOf(changes: Readonly<Record<string, unknown>> = {}): BacktestConfig {
  const parsed = parseBacktestConfig({ ...configFields, ...changes });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.refusal));
  return parsed.config;
}

/** Returns candles from texts "open high low close". The candles are one minute apart. */
export function candlesOf(...texts: readonly string[]): readonly Candle[] {
  const rows = texts.map((text, index) => [index * 60_000, ...text.split(' ')].join(','));
  const parsed = parseCandles(['ts_ms,open,high,low,close', ...rows].join('\n'), decimal('0.01'));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.refusal));
  return [...candlesIn(parsed.columns)];
}
