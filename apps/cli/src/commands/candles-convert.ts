// `rondo candles convert`: writes the candles of a file in another file format.
import { statSync } from 'node:fs';
import path from 'node:path';
import { formatDecimal } from '@rondo/decimal';
import { requireCandleName, writeCandles } from '../files/candle-output.ts';
import { exitCodes, type CommandContext } from '../command.ts';
import { readCandleFile, requireNoGap } from '../files/input-files.ts';
import { checkOutput } from '../files/output-file.ts';
import { readOptions } from '../options/read-options.ts';
import { readTick } from '../options/read-tick.ts';

export const convertUsage = `rondo candles convert FROM TO [--tick T] [--allow-gaps] [--json]
  Writes TO in the form its name asks for: .csv, .csv.gz or .candles.
  --tick T      tick size (default: the file's own, or the finest of its prices)
  --allow-gaps  take a file with missing candles as it is
  --json        print one JSON object and nothing else
`;

/** Runs `rondo candles convert`. */
export function convertCandles(args: readonly string[], { folder, terminal }: CommandContext): Promise<number> {
  const options = readOptions(args, { tick: 'text', 'allow-gaps': 'flag', json: 'flag' }, ['FROM', 'TO']);
  const [from = '', to = ''] = options.words.map((word) => path.resolve(folder, word));
  const tick = readTick(options.text('tick'));
  requireCandleName(to);
  const file = readCandleFile(from, tick);
  if (!options.flag('allow-gaps')) requireNoGap(file);
  checkOutput(to, [from]);
  writeCandles(to, file.columns, file.tickSz);
  const candles = file.columns.at.length;
  const output = { file: to, candles, tickSz: formatDecimal(file.tickSz), bytes: statSync(to).size };
  terminal.out(options.flag('json') ? `${JSON.stringify(output)}\n` : `${candles} candles written to ${to}\n`);
  return Promise.resolve(exitCodes.done);
}
