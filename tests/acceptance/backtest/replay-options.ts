// The options of `npm run replay`: the recorded candles, the instrument, the configuration and the end of the run.
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { parseBacktestConfig, type BacktestConfig } from '@rondo/backtest';
import { readCommandLine, readWholeNumber, refuseOption } from '../../../tools/command-line/command-line.ts';
import { recordedFolder } from '../../recordings.ts';

/** The options of a run. `symbol` is an instrument id. The run ends after `rounds` rounds and `cycles` cycles, or at the last candle. */
export type ReplayOptions = {
  readonly file: string;
  readonly symbol: string;
  readonly config: BacktestConfig;
  readonly rounds: number;
  readonly cycles: number;
};

/** The default configuration. Its ladder is narrow, so that rounds are short. The exchange replaces the rules of the instrument. */
const narrowLadder = {
  instrument: { tickSz: '0.01', lotSz: '0.01', minSz: '0.01', ctVal: '0.1', mmr: '0.004' },
  direction: 'long',
  allocation: '2000',
  investmentRatio: '50',
  leverage: '10',
  martinSteps: 4,
  cyclicSteps: 1,
  stepDistance: '0.2',
  takeProfit: '0.2',
  takerFee: '0.0005',
  makerFee: '0.0002',
};

const usage = `Usage: npm run replay -- [--file F] [--symbol S] [--config C] [--rounds 3] [--cycles 2]
Runs the product on recorded candles (CSV, also with gzip), and compares its fills with those of the back-test.
  --symbol S   the instrument, such as ETH-USDT-SWAP; by default the one in the name of the file
  --config C   a JSON file with the configuration of a back-test; by default a narrow ladder
  --rounds N   end after N rounds and after the cycles of --cycles, or at the last candle
`;

/** Reads the options of the command line. Ends the process with a sentence when an option cannot be used. */
export function readOptions(): ReplayOptions {
  const values = readCommandLine(usage, {
    file: { type: 'string', default: path.join(recordedFolder, 'okx-swap/ETH-USDT-SWAP_1m_2025-03.csv.gz') },
    symbol: { type: 'string' },
    config: { type: 'string' },
    rounds: { type: 'string', default: '3' },
    cycles: { type: 'string', default: '2' },
  });
  const file = path.resolve(values.file);
  if (!existsSync(file)) refuseOption(`The file ${file} does not exist. Give recorded candles with --file.`);
  return {
    file,
    symbol: values.symbol ?? symbolOf(file),
    config: readConfig(values.config),
    rounds: readWholeNumber('rounds', values.rounds, 1),
    cycles: readWholeNumber('cycles', values.cycles, 0),
  };
}

/** Creates a link to the recorded file in the folder. The sandbox reads the instrument from the name of the link. */
export function linkRecording({ file, symbol }: ReplayOptions, folder: string): string {
  const link = path.join(folder, `${symbol}_recorded.csv`);
  mkdirSync(folder, { recursive: true });
  symlinkSync(file, link);
  return link;
}

function symbolOf(file: string): string {
  const name = path.basename(file);
  const swap = /([A-Z0-9]+-USDT-SWAP)/.exec(name)?.[1];
  const pair = /([A-Z0-9]+)USDT/.exec(name)?.[1];
  if (swap === undefined && pair === undefined)
    refuseOption(`The file name ${name} contains no instrument. Give the instrument with --symbol ETH-USDT-SWAP.`);
  return swap ?? `${pair}-USDT-SWAP`;
}

function readConfig(file: string | undefined): BacktestConfig {
  const json: unknown = file === undefined ? narrowLadder : readJson(file);
  const parsed = parseBacktestConfig(json);
  if (!parsed.ok) return refuseOption(`${file}: ${parsed.refusal.field} ${parsed.refusal.reason}.`);
  const { config } = parsed;
  // The creation request of a bot has no such settings, and a live bot has the standard loss guard. The market of a replay moves while the clock of the product
  // stands, so no bar closes: neither a rule nor a distance from ATR gets a reading (`signal-rounds.test.ts` moves both).
  const missing = [
    config.fill === 'touch' ? 'fill' : null,
    config.bot.compound ? null : 'compound',
    config.slippage.n === 0n ? null : 'slippage',
    config.bot.lossGuard === undefined ? null : 'lossGuard',
    config.reentryJitter === undefined ? null : 'reentryJitter',
    config.entry === undefined ? null : 'entry',
    config.bot.atrMultiplier === undefined ? null : 'atrMultiplier',
  ].filter((name) => name !== null);
  if (missing.length > 0) refuseOption(`${file}: a bot of a replay does not have the setting ${missing.join(', ')}.`);
  return config;
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    return refuseOption(`${file} cannot be read as JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}
