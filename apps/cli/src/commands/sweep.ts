// `rondo sweep`: back-tests thousands of configurations over one file of candles, on all cores.
import path from 'node:path';
import { recordsToCsv, sweepRecords, type BacktestConfig, type FundingRate, type SweepRow } from '@rondo/backtest';
import { UsageError, exitCodes, type Command, type CommandContext } from '../command.ts';
import { drawnFrom, gridOf, readVariation } from '../sweep/config-grid.ts';
import {
  readCandleFile,
  readConfigFile,
  readFundingFile,
  requireBars,
  requireNoGap,
  type CandleFile,
} from '../files/input-files.ts';
import { maxSweepConfigs } from '../limits.ts';
import { readWhole } from '../options/numbers.ts';
import { checkOutput, writeWhole } from '../files/output-file.ts';
import { progressLine } from '../terminal/progress-line.ts';
import { readOptions, required } from '../options/read-options.ts';
import { openSweepPool } from '../sweep/sweep-pool.ts';
import { describeSweep } from '../terminal/sweep-table.ts';
import { stopSignal } from '../stop-signal.ts';

const usage = `rondo sweep --candles FILE --config FILE --vary FIELD=VALUES [--vary ...] [options]

Walks every combination of the varied fields over recorded candles, on all cores: simulated (docs/backtest.md).

  --candles FILE   candles, as "rondo backtest" reads them
  --config FILE    the configuration that the fields are changed in
  --vary F=V       a field and its values: takeProfit=0.3,0.5,1 or stepDistance=0.5:2:0.25 or path=byClose,adverseFirst
  --random N       draw N combinations instead of all
  --seed N         seed of the draw (default 1)
  --funding FILE   funding rates, as "rondo backtest" reads them
  --out FILE       write every row: .csv or .json (gzipped when .gz follows)
  --top N          rows that are printed, best result first (default 10)
  --workers N      threads (default: all cores)
  --allow-gaps     walk over missing candles instead of refusing the file
  --json           print one JSON object with every row and nothing else
  --help           show this text

Ctrl-C stops it; nothing is written then.
Exit codes: 0 done, 1 failed or stopped while running, 2 a file or an option cannot be used (nothing is written).
`;

const kinds = {
  candles: 'text',
  config: 'text',
  vary: 'list',
  random: 'text',
  seed: 'text',
  funding: 'text',
  out: 'text',
  top: 'text',
  workers: 'text',
  'allow-gaps': 'flag',
  json: 'flag',
} as const;

/** The command `rondo sweep`. */
export const sweepCommand: Command = {
  name: 'sweep',
  summary: 'simulate many bots on recorded candles',
  usage,
  run: async (args, context) => {
    const input = readInput(args, context);
    const rows = await walkAll(input, context);
    if (rows === null) {
      context.terminal.err('stopped: nothing was written\n');
      return exitCodes.failed;
    }
    const records = sweepRecords(input.configs, rows);
    const output = `${JSON.stringify({ simulated: true, configs: records.length, skipped: input.skipped, rows: records })}\n`;
    if (input.out !== null) writeWhole(input.out, isJsonName(input.out) ? output : recordsToCsv(records));
    context.terminal.out(input.isJson ? output : describeSweep({ ...input, rows }));
    return exitCodes.done;
  },
};

interface Input {
  readonly file: CandleFile;
  readonly configs: readonly BacktestConfig[];
  readonly skipped: number;
  readonly fields: readonly string[];
  readonly funding: readonly FundingRate[];
  readonly out: string | null;
  readonly top: number;
  readonly workers: number | null;
  readonly isJson: boolean;
}

/** Returns the rows of all configurations, or null when the user stopped the sweep. */
async function walkAll(input: Input, { terminal, stopped }: CommandContext): Promise<readonly SweepRow[] | null> {
  const { file, configs, funding, workers } = input;
  const progress = progressLine(terminal, input.isJson);
  const pool = await openSweepPool(file.columns, { funding, ...(workers === null ? {} : { workers }) });
  try {
    const swept = pool.sweep(configs, {
      signal: stopSignal({ stopped }),
      onProgress: (share) => progress.show(share, `of ${configs.length} configurations, ${pool.workers} threads`),
    });
    // A thread checks only between two blocks of candles whether the sweep is cancelled. The command ends without waiting for this check.
    const result = await Promise.race([swept, stopped]);
    return typeof result === 'object' && !result.isCancelled ? result.rows : null;
  } finally {
    progress.end();
    await pool.close();
  }
}

function readInput(args: readonly string[], { folder }: CommandContext): Input {
  const options = readOptions(args, kinds);
  const place = (name: string | undefined): string | null => (name === undefined ? null : path.resolve(folder, name));
  const candlesFile = path.resolve(folder, required(options, 'candles', 'a file of recorded candles'));
  const configFile = path.resolve(folder, required(options, 'config', 'the bot as a JSON file'));
  const [fundingFile, out] = [place(options.text('funding')), place(options.text('out'))];
  const varied = options.list('vary').map(readVariation);
  const twice = varied.find(({ field }, place) => varied.findIndex((each) => each.field === field) < place);
  if (twice !== undefined) throw new UsageError(`--vary ${twice.field} is given twice: name all its values at once`);
  if (varied.length === 0)
    throw new UsageError('--vary is missing: a field and its values, such as takeProfit=0.3,0.5');
  const random = options.text('random');
  const seed = readWhole('--seed', options.text('seed') ?? '1', { least: 0, most: 4_294_967_295 });
  const workers = options.text('workers');
  if (out !== null && !isJsonName(out) && !/\.csv(\.gz)?$/.test(out))
    throw new UsageError('--out must end in .csv or .json, perhaps with .gz');
  const { json, config } = readConfigFile(configFile);
  const count = random === undefined ? null : readWhole('--random', random, { least: 1, most: maxSweepConfigs });
  const grid = count === null ? gridOf(json, varied) : drawnFrom(json, varied, { count, seed });
  const file = readCandleFile(candlesFile, config.bot.instrument.tickSz);
  if (!options.flag('allow-gaps')) requireNoGap(file);
  requireBars(file, config);
  const funding = fundingFile === null ? [] : readFundingFile(fundingFile);
  if (out !== null) checkOutput(out, [candlesFile, configFile, ...(fundingFile === null ? [] : [fundingFile])]);
  return {
    ...grid,
    fields: varied.map(({ field }) => field),
    file,
    funding,
    out,
    top: readWhole('--top', options.text('top') ?? '10', { least: 1, most: 1_000 }),
    workers: workers === undefined ? null : readWhole('--workers', workers, { least: 1, most: 256 }),
    isJson: options.flag('json'),
  };
}

function isJsonName(file: string): boolean {
  return /\.json(\.gz)?$/.test(file);
}
