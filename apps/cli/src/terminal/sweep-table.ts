// The best rows of a sweep as text. Each row has the results under all three path rules.
import { bracketOf, sweepRecords, type BacktestConfig, type FundingRate, type SweepRow } from '@rondo/backtest';
import { add, compareDecimals, decimal, type Decimal } from '@rondo/decimal';
import type { CandleFile } from '../files/input-files.ts';
import { textChart } from './text-chart.ts';
import { textTable } from './text-table.ts';

/** The results of a finished sweep. */
export interface SweptRows {
  readonly file: CandleFile;
  readonly configs: readonly BacktestConfig[];
  readonly skipped: number;
  /** The fields that the sweep varies. Each field has a column in the table. */
  readonly fields: readonly string[];
  readonly funding: readonly FundingRate[];
  readonly rows: readonly SweepRow[];
  readonly top: number;
}

/** Returns the best rows as text. The rows are ranked by the net result, which includes the value of the lots that are open at the end. */
export function describeSweep({ file, configs, skipped, fields, funding, rows, top }: SweptRows): string {
  const ranked = rows
    .map((row) => ({ row, worth: add(decimal(row.summary.netPnl), decimal(row.summary.unrealizedPnl)) }))
    .toSorted((a, b) => compareDecimals(b.worth, a.worth));
  const best = ranked.slice(0, top).flatMap(({ row }) => bestRow({ file, configs, fields, funding }, row));
  const lines = [
    `SIMULATED  ${configs.length} configurations over ${file.columns.at.length} candles of ${file.name}`,
    ...(skipped === 0 ? [] : [`${skipped} combinations with as many cyclic steps as steps were omitted`]),
    '',
    ...textTable([['config', ...fields, 'rounds', 'deepest', ...resultNames], ...best]),
    '',
    'results, best to worst, USDT',
    ...textChart(ranked.map(({ worth }) => toNumber(worth))),
    '',
  ];
  return lines.join('\n');
}

const resultNames = ['net + open', 'favourable', 'adverse', 'liquidated'] as const;

function bestRow(
  { file, configs, fields, funding }: Pick<SweptRows, 'file' | 'configs' | 'fields' | 'funding'>,
  row: SweepRow,
): readonly (readonly string[])[] {
  const config = configs[row.config];
  const [record] = sweepRecords(configs, [row]);
  if (config === undefined || record === undefined) return [];
  const bracket = bracketOf(file.columns, config, { funding });
  const worth = (figures: { readonly netPnl: string; readonly unrealizedPnl: string }): string =>
    toNumber(add(decimal(figures.netPnl), decimal(figures.unrealizedPnl))).toFixed(2);
  return [
    [
      String(row.config),
      ...fields.map((name) => String(record[name] ?? 'off')),
      ...[row.summary.rounds, row.summary.maxStep].map(String),
      worth(row.summary),
      worth(bracket.favourableFirst),
      worth(bracket.adverseFirst),
      row.summary.liquidated ? 'yes' : 'no',
    ],
  ];
}

function toNumber({ units, scale }: Decimal): number {
  return Number(units) / 10 ** scale;
}
