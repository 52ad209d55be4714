// `rondo backtest`: simulates one bot on recorded candles and prints the result.
import path from 'node:path';
import {
  bracketOf,
  compareDistance,
  compareEntry,
  fillRowsOf,
  fillsToCsv,
  indexCandles,
  reportBacktest,
  runBacktest,
  whatIf,
  type BacktestConfig,
  type BacktestReport,
  type CandleColumns,
  type FundingRate,
} from '@rondo/backtest';
import { describeBacktest } from '../terminal/backtest-report.ts';
import { exitCodes, UsageError, type Command, type CommandContext } from '../command.ts';
import {
  readCandleFile,
  readConfigFile,
  readFundingFile,
  readSignalFile,
  requireBars,
  requireNoGap,
} from '../files/input-files.ts';
import { checkOutput, writeWhole } from '../files/output-file.ts';
import { readOptions, required } from '../options/read-options.ts';

const usage = `rondo backtest --candles FILE --config FILE [options]

Walks one bot over recorded candles: simulated, with the strategy that trades (docs/backtest.md).

  --candles FILE   candles: CSV with ts_ms,open,high,low,close[,volume], plain or gzipped, or the compact form
  --config FILE    the bot as JSON (docs/backtest.md)
  --funding FILE   funding rates: CSV with ts_ms,funding_rate, plain or gzipped (default: no funding)
  --jitter         also simulate every path with 8 seeds of the re-entry jitter (strategy 8.4), without funding
  --signals FILE   recorded signals of an entry of the type webhook or ai-gpt: CSV with ts_ms,defense, plain or gzipped
  --fills FILE     write every fill as CSV: ts,kind,step,price,size,fee (gzipped when the name ends in .gz)
  --allow-gaps     walk over missing candles instead of refusing the file
  --json           print one JSON object and nothing else
  --help           show this text

Exit codes: 0 done, 1 failed while running, 2 a file or an option cannot be used (nothing is written).
`;

const kinds = {
  candles: 'text',
  config: 'text',
  funding: 'text',
  fills: 'text',
  signals: 'text',
  jitter: 'flag',
  'allow-gaps': 'flag',
  json: 'flag',
} as const;

/** The command `rondo backtest`. */
export const backtestCommand: Command = {
  name: 'backtest',
  summary: 'simulate a bot on recorded candles',
  usage,
  run: (args, context) => {
    const input = readInput(args, context);
    const { candles, config, funding } = input;
    const result = runBacktest(candles, config, { funding });
    const bracket = bracketOf(candles, config, { funding });
    if (input.fillsFile !== null) writeWhole(input.fillsFile, fillsToCsv(fillRowsOf(candles, config, result.fills)));
    const report = reportBacktest(candles, config, { run: result, funding });
    const index = indexCandles(candles);
    const band = input.hasJitter ? whatIf(index, config) : null;
    const comparison = compareEntry(index, config);
    const distances = compareDistance(index, config);
    const output = {
      ...outputOf(report, bracket),
      ...(comparison === null ? {} : { entryComparison: comparison }),
      ...(distances === null ? {} : { distanceComparison: distances }),
      ...(band === null ? {} : { whatIf: band }),
    };
    context.terminal.out(
      input.isJson
        ? `${JSON.stringify(output)}\n`
        : describeBacktest({ ...input, report, bracket, band, comparison, distances }),
    );
    return Promise.resolve(exitCodes.done);
  },
};

/** Returns the JSON output. The equity curve is only in the text output. */
function outputOf(report: BacktestReport, bracket: Bracket) {
  return {
    ...report.summary,
    ...report.totals,
    stops: report.stops,
    liquidations: report.liquidations,
    timeInMarketMs: report.timeInMarketMs,
    timeInMarketShare: report.timeInMarketShare,
    longestRoundMs: report.longestRoundMs,
    maxDrawdownClosed: report.maxDrawdownClosed,
    maxDrawdownOpen: report.maxDrawdownOpen,
    worstLiquidationDistance: report.worstLiquidationDistance,
    simulated: true,
    bracket,
  };
}

type Bracket = ReturnType<typeof bracketOf>;

interface Input {
  readonly name: string;
  readonly candles: CandleColumns;
  readonly config: BacktestConfig;
  readonly funding: readonly FundingRate[];
  readonly fillsFile: string | null;
  readonly isJson: boolean;
  readonly hasJitter: boolean;
}

function readInput(args: readonly string[], { folder }: CommandContext): Input {
  const options = readOptions(args, kinds);
  const candlesFile = path.resolve(folder, required(options, 'candles', 'a file of recorded candles'));
  const configFile = path.resolve(folder, required(options, 'config', 'the bot as a JSON file'));
  const fileOf = (name: 'funding' | 'fills' | 'signals'): string | null => {
    const given = options.text(name);
    return given === undefined ? null : path.resolve(folder, given);
  };
  const [fundingFile, fillsFile, signalsFile] = [fileOf('funding'), fileOf('fills'), fileOf('signals')];
  const hasJitter = options.flag('jitter');
  if (hasJitter && fundingFile !== null) throw new UsageError('--jitter and --funding exclude each other');
  const { config } = readConfigFile(configFile, signalsFile === null ? null : readSignalFile(signalsFile));
  const file = readCandleFile(candlesFile, config.bot.instrument.tickSz);
  if (!options.flag('allow-gaps')) requireNoGap(file);
  requireBars(file, config);
  const funding = fundingFile === null ? [] : readFundingFile(fundingFile);
  if (fillsFile !== null)
    checkOutput(
      fillsFile,
      [candlesFile, configFile, fundingFile, signalsFile].filter((file) => file !== null),
    );
  return {
    name: file.name,
    candles: file.columns,
    config,
    funding,
    fillsFile,
    isJson: options.flag('json'),
    hasJitter,
  };
}
