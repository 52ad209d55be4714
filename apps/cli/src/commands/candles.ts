// `rondo candles`: describes a candle file, converts it, or downloads candles from an exchange.
import { UsageError, type Command } from '../command.ts';
import { convertCandles, convertUsage } from './candles-convert.ts';
import { fetchCandleFile, fetchUsage } from './candles-fetch.ts';
import { candlesFacts, factsUsage } from './candles-facts.ts';

const usage = `rondo candles fetch|info|convert ...

${fetchUsage}
${factsUsage}
${convertUsage}
  --help   show this text

Files: CSV with ts_ms,open,high,low,close[,volume] (.csv, .csv.gz), or the compact form (.candles), which leaves volume out.
Exit codes: 0 done, 1 failed while running, 2 a file or an option cannot be used (nothing is written).
`;

/** Runs the candle command that the first argument names. */
export const candlesCommand: Command = {
  name: 'candles',
  summary: 'fetch, describe or convert candle files',
  usage,
  run: async ([what, ...args], context) => {
    if (what === 'fetch') return fetchCandleFile(args, context);
    if (what === 'info') return candlesFacts(args, context);
    if (what === 'convert') return convertCandles(args, context);
    throw new UsageError(
      what === undefined ? 'candles needs one of fetch, info, convert' : `there is no "candles ${what}"`,
    );
  },
};
