// `rondo candles`: describes a candle file, converts it, downloads candles from an exchange, or stores candles for the server.
import { UsageError, type Command } from '../command.ts';
import { convertCandles, convertUsage } from './candles-convert.ts';
import { fetchCandleFile, fetchUsage } from './candles-fetch.ts';
import { candlesFacts, factsUsage } from './candles-facts.ts';
import { candlesStatus, importCandles, importUsage, statusUsage } from './candles-import.ts';

const usage = `rondo candles fetch|info|convert|import|status ...

${fetchUsage}
${factsUsage}
${convertUsage}
${importUsage}
${statusUsage}
  --help   show this text

Files: CSV with ts_ms,open,high,low,close[,volume] (.csv, .csv.gz), or the compact form (.candles), which leaves volume out.
Exit codes: 0 done, 1 failed while running, 2 a file or an option cannot be used (nothing is written).
`;

/** Creates the command. `place` is the folder in which the server stores candles. */
export function candlesCommand(place: string): Command {
  return {
    name: 'candles',
    summary: 'fetch, describe, convert or store candles',
    usage,
    run: async ([what, ...args], context) => {
      if (what === 'fetch') return fetchCandleFile(args, context);
      if (what === 'info') return candlesFacts(args, context);
      if (what === 'convert') return convertCandles(args, context);
      if (what === 'import') return importCandles(args, context, place);
      if (what === 'status') return candlesStatus(args, context, place);
      throw new UsageError(
        what === undefined
          ? 'candles needs one of fetch, info, convert, import, status'
          : `there is no "candles ${what}"`,
      );
    },
  };
}
