// `rondo candles info`: describes a candle file and lists its gaps.
import { statSync } from 'node:fs';
import path from 'node:path';
import { findGaps, intervalOf, type CandleGap } from '@rondo/backtest';
import { approximatePriceOf, formatDecimal, priceOf, ticks } from '@rondo/decimal';
import { exitCodes, type CommandContext } from '../command.ts';
import { instant, readCandleFile, type CandleFile } from '../files/input-files.ts';
import { readOptions } from '../options/read-options.ts';
import { readTick } from '../options/read-tick.ts';
import { textChart } from '../terminal/text-chart.ts';
import { textTable } from '../terminal/text-table.ts';

export const factsUsage = `rondo candles info FILE [--tick T] [--json]
  What the file holds and every gap in it. A bad row is refused with its line.
  --tick T     tick size (default: the file's own, or the finest of its prices)
  --json       print one JSON object and nothing else
`;

/** The largest number of gaps in the text output. With --json the command prints all gaps. */
const shownGaps = 10;

/** Runs `rondo candles info`. */
export function candlesFacts(args: readonly string[], { folder, terminal }: CommandContext): Promise<number> {
  const options = readOptions(args, { tick: 'text', json: 'flag' }, ['FILE']);
  const name = path.resolve(folder, options.words.join(''));
  const file = readCandleFile(name, readTick(options.text('tick')));
  const facts = factsOf(file, statSync(name).size);
  terminal.out(options.flag('json') ? `${JSON.stringify(facts)}\n` : describe(file, facts));
  return Promise.resolve(exitCodes.done);
}

interface Facts {
  readonly candles: number;
  readonly firstAt: number;
  readonly lastAt: number;
  readonly intervalMs: number;
  readonly tickSz: string;
  readonly lowest: string;
  readonly highest: string;
  readonly bytes: number;
  readonly gaps: readonly CandleGap[];
}

function factsOf({ columns, tickSz }: CandleFile, bytes: number): Facts {
  const price = (count: number): string => formatDecimal(priceOf(ticks(BigInt(count)), tickSz));
  return {
    candles: columns.at.length,
    firstAt: columns.at[0] ?? 0,
    lastAt: columns.at.at(-1) ?? 0,
    intervalMs: intervalOf(columns),
    tickSz: formatDecimal(tickSz),
    lowest: price(columns.low.reduce((least, each) => Math.min(least, each), Number.MAX_SAFE_INTEGER)),
    highest: price(columns.high.reduce((most, each) => Math.max(most, each), 0)),
    bytes,
    gaps: findGaps(columns),
  };
}

function describe(file: CandleFile, facts: Facts): string {
  const missing = facts.gaps.reduce((sum, gap) => sum + gap.missing, 0);
  const gaps = facts.gaps
    .slice(0, shownGaps)
    .map((gap) => `  ${file.placeOf(gap.index)}: ${gap.missing} missing after ${instant(gap.fromAt)}`);
  const more = facts.gaps.length - gaps.length;
  const chart = textChart(Array.from(file.columns.close, (close) => approximatePriceOf(close, file.tickSz)));
  const lines = [
    ...textTable([
      ['candles', String(facts.candles)],
      ['first', instant(facts.firstAt)],
      ['last', instant(facts.lastAt)],
      ['interval', facts.candles === 1 ? 'unknown: one candle' : `${facts.intervalMs / 1_000} s`],
      ['tick size', facts.tickSz],
      ['lowest price', facts.lowest],
      ['highest price', facts.highest],
      ['bytes', `${facts.bytes} (${(facts.bytes / facts.candles).toFixed(2)} a candle)`],
      [
        'gaps',
        facts.gaps.length === 0
          ? 'none'
          : `${facts.gaps.length}, ${missing} ${missing === 1 ? 'candle' : 'candles'} missing`,
      ],
    ]),
    ...gaps,
    ...(more > 0 ? [`  and ${more} more; --json lists all`] : []),
    ...(chart.length === 0 ? [] : ['', 'close', ...chart]),
    '',
  ];
  return lines.join('\n');
}
