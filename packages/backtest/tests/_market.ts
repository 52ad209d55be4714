// Fixtures for the tests of this package: a configuration with changes, and candles from short texts.
import { decimal } from '@rondo/decimal';
import { backtestConfigFields } from '@rondo/testkit';
import { parseCandles } from '../src/csv/candle-csv.ts';
import type { Candle } from '../src/candles/candles.ts';
import { candlesIn } from '../src/candles/columns.ts';
import { parseBacktestConfig, type BacktestConfig } from '../src/config/config.ts';

/** Returns the configuration with changed fields. */
export function configOf(changes: Readonly<Record<string, unknown>> = {}): BacktestConfig {
  const parsed = parseBacktestConfig({ ...backtestConfigFields, ...changes });
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
