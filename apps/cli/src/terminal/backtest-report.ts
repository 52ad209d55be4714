// The result of a back-test as text: a table, the results under the three path rules, and the equity curve.
import type {
  BacktestConfig,
  BacktestReport,
  CandleColumns,
  DistanceComparison,
  EntryComparison,
  PathRule,
  WalkSummary,
  WhatIf,
} from '@rondo/backtest';
import { formatDecimal } from '@rondo/decimal';
import { instant } from '../files/input-files.ts';
import { comparisonRows, comparisonSentence, distanceRows, distanceSentence } from './entry-comparison.ts';
import { textChart } from './text-chart.ts';
import { textTable } from './text-table.ts';

/** The results of a back-test and its input. */
export interface ReportedRun {
  readonly name: string;
  readonly candles: CandleColumns;
  readonly config: BacktestConfig;
  readonly report: BacktestReport;
  readonly bracket: Readonly<Record<PathRule, WalkSummary>>;
  /** The runs with re-entry jitter, or null when they were not requested. */
  readonly band: WhatIf | null;
  /** The entry rule beside its controls, or null when rounds need no signal. */
  readonly comparison: EntryComparison | null;
  /** The distances from ATR beside their controls, or null when the distance is fixed. */
  readonly distances: DistanceComparison | null;
}

/** Returns the report as text. */
export function describeBacktest(run: ReportedRun): string {
  const { bot } = run.config;
  const chart = textChart(run.report.curve.map(({ equity }) => equity));
  const lines = [
    `SIMULATED  ${bot.direction}, ${bot.martinSteps} steps (${bot.cyclicSteps} cyclic), over ${run.name}`,
    '',
    ...textTable(figuresOf(run)),
    '',
    ...textTable(bracketRows(run)),
    ...(run.comparison === null
      ? []
      : ['', ...textTable(comparisonRows(run.comparison)), comparisonSentence(run.comparison)]),
    ...(run.distances === null ? [] : ['', ...textTable(distanceRows(run.distances)), distanceSentence(run.distances)]),
    ...(run.band === null ? [] : ['', ...textTable(bandRows(run.band))]),
    ...(chart.length === 0 ? [] : ['', 'result with what is open, USDT', ...chart]),
    '',
  ];
  return lines.join('\n');
}

function figuresOf({ config, report, candles }: ReportedRun): readonly (readonly string[])[] {
  const { summary, totals } = report;
  const { bot } = config;
  const [first, last] = [candles.at[0] ?? 0, candles.at[summary.candles - 1] ?? 0];
  return [
    ['candles walked', String(summary.candles)],
    ['from', instant(first)],
    ['to', instant(last)],
    ['rounds', String(summary.rounds)],
    ['cycles', String(summary.cycles)],
    ['fills', String(summary.fills)],
    ['stops', String(report.stops)],
    ['deepest step', `${summary.maxStep} of ${bot.martinSteps}`],
    ['allocation, USDT', formatDecimal(bot.allocation)],
    ['gross result, USDT', totals.grossPnl],
    ['fees, USDT', totals.fees],
    ['funding, USDT', totals.funding],
    ['net result, USDT', summary.netPnl],
    ['open at the end, USDT', summary.unrealizedPnl],
    ['largest fall, rounds closed, USDT', report.maxDrawdownClosed.toFixed(2)],
    ['largest fall, with what is open, USDT', report.maxDrawdownOpen.toFixed(2)],
    ['time in the market', `${(report.timeInMarketShare * 100).toFixed(1)} %`],
    ['longest round', `${(report.longestRoundMs / hourMs).toFixed(1)} h`],
    ['nearest to liquidation', distanceText(report.worstLiquidationDistance)],
    ['ended by', endOf(summary)],
  ];
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const pathNames = ['byClose', 'favourableFirst', 'adverseFirst'] as const;

function bracketRows({ config, bracket }: ReportedRun): readonly (readonly string[])[] {
  return [
    ['path inside a candle', 'net, USDT', 'open, USDT', 'liquidated'],
    ...pathNames.map((path) => [
      path === config.path ? `${path} (above)` : path,
      bracket[path].netPnl,
      bracket[path].unrealizedPnl,
      bracket[path].liquidated ? 'yes' : 'no',
    ]),
  ];
}

function bandRows({ main, runs, fromAt, toAt }: WhatIf): readonly (readonly string[])[] {
  const nets = runs.map(({ net }) => net);
  const lived = Math.min(...runs.map(({ livedMs }) => livedMs));
  return [
    ['every path with and without re-entry jitter, runs', String(runs.length)],
    [
      'net with what is open, lowest and highest, USDT',
      `${Math.min(...nets).toFixed(2)} ${Math.max(...nets).toFixed(2)}`,
    ],
    main.netPerYear === null
      ? ['net of the run above until its bot ended, USDT', main.net.toFixed(2)]
      : ['net per year of the run above, USDT', main.netPerYear.toFixed(2)],
    ['liquidated runs', String(runs.filter(({ isLiquidated }) => isLiquidated).length)],
    ['shortest life', `${(lived / dayMs).toFixed(1)} of ${((toAt - fromAt) / dayMs).toFixed(1)} days`],
  ];
}

function distanceText(distance: number | null): string {
  return distance === null ? 'never in sight' : `${(distance * 100).toFixed(2)} % of the price`;
}

function endOf(summary: WalkSummary): string {
  if (summary.liquidated) return 'liquidation';
  return summary.stopped ?? 'the last candle';
}
