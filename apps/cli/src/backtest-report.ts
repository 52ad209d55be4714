// What a back-test found, for a person: a table, the bracket of the three paths, and the curve of the equity.
import type { BacktestConfig, BacktestResult, CandleColumns, PathRule, WalkSummary } from '@rondo/backtest';
import { formatDecimal } from '@rondo/decimal';
import { equityCurve } from './equity-curve.ts';
import { instant } from './input-files.ts';
import { textChart } from './text-chart.ts';
import { textTable } from './text-table.ts';

/** A run and what it was made from. */
export interface BacktestReport {
  readonly name: string;
  readonly candles: CandleColumns;
  readonly config: BacktestConfig;
  readonly result: BacktestResult;
  readonly bracket: Readonly<Record<PathRule, WalkSummary>>;
}

/** The report as text. */
export function describeBacktest(report: BacktestReport): string {
  const { config, result, candles, bracket } = report;
  const { summary } = result;
  const { bot } = config;
  const [first, last] = [candles.at[0] ?? 0, candles.at[summary.candles - 1] ?? 0];
  const chart = textChart(equityCurve(candles, config, result));
  const lines = [
    `SIMULATED  ${bot.direction}, ${bot.martinSteps} steps (${bot.cyclicSteps} cyclic), over ${report.name}`,
    '',
    ...textTable([
      ['candles walked', String(summary.candles)],
      ['from', instant(first)],
      ['to', instant(last)],
      ['rounds', String(summary.rounds)],
      ['cycles', String(summary.cycles)],
      ['fills', String(summary.fills)],
      ['deepest step', `${summary.maxStep} of ${bot.martinSteps}`],
      ['net result, USDT', summary.netPnl],
      ['open at the end, USDT', summary.unrealizedPnl],
      ['allocation, USDT', formatDecimal(bot.allocation)],
      ['ended by', endOf(summary)],
    ]),
    '',
    ...textTable([
      ['path inside a candle', 'net, USDT', 'open, USDT', 'liquidated'],
      ...pathNames.map((path) => [
        path === config.path ? `${path} (above)` : path,
        bracket[path].netPnl,
        bracket[path].unrealizedPnl,
        bracket[path].liquidated ? 'yes' : 'no',
      ]),
    ]),
    ...(chart.length === 0 ? [] : ['', 'equity, USDT', ...chart]),
    '',
  ];
  return lines.join('\n');
}

const pathNames = ['byClose', 'favourableFirst', 'adverseFirst'] as const;

function endOf(summary: WalkSummary): string {
  if (summary.liquidated) return 'liquidation';
  return summary.stopped ?? 'the last candle';
}
