// `rondo candles import`: stores the candles of a file in the data folder of the server. `rondo candles status` lists the stored candles.
import path from 'node:path';
import { countMissing, encodeCandles, intervalOf, monthSpan, splitMonths } from '@rondo/backtest';
import { storedBars } from '@rondo/contract';
import { formatDecimal } from '@rondo/decimal';
import { openCandleFolder, type CandleFolder, type CandleSeries, type StoredMonth } from '@rondo/store/candles';
import { BadInput, UsageError, exitCodes, type CommandContext } from '../command.ts';
import { instant, readCandleFile, type CandleFile } from '../files/input-files.ts';
import { readOptions, required } from '../options/read-options.ts';
import { readTick } from '../options/read-tick.ts';
import { textTable } from '../terminal/text-table.ts';

export const importUsage = `rondo candles import --file F --symbol S [--bar 15m] [--tick T] [--json]
  Stores candles of a real market in the data folder of the server (RONDO_HOME). A what-if uses them.
  A month of the file replaces the stored month. Gaps are stored and shown.
  --file F     CSV or compact file; its candles must be one bar apart
  --symbol S   such as ETH-USDT-SWAP
  --bar B      ${Object.keys(storedBars).join(', ')} (default 15m)
  --tick T     tick size (default: the file's own, or the finest of its prices)
  --json       print one JSON object and nothing else
`;

export const statusUsage = `rondo candles status [--json]
  Lists the stored candles: source, instrument, months, span, missing candles, tick sizes and bytes.
`;

const importKinds = { file: 'text', symbol: 'text', bar: 'text', tick: 'text', json: 'flag' } as const;

/** Runs `rondo candles import`, which stores the candles in the folder `place`. */
export async function importCandles(
  args: readonly string[],
  { folder, terminal }: CommandContext,
  place: string,
): Promise<number> {
  const options = readOptions(args, importKinds);
  const bar = Object.keys(storedBars).find((each) => each === (options.text('bar') ?? '15m'));
  if (bar !== '15m') throw new UsageError(`--bar must be one of ${Object.keys(storedBars).join(', ')}`);
  const instrumentId = required(options, 'symbol', 'such as ETH-USDT-SWAP');
  if (!/^[A-Z0-9]{1,20}-USDT-SWAP$/.test(instrumentId)) throw new UsageError('--symbol must be such as ETH-USDT-SWAP');
  const name = path.resolve(folder, required(options, 'file', 'a file of recorded candles'));
  const file = readCandleFile(name, readTick(options.text('tick')));
  requireBar(file, bar);
  const series = { source: 'imported', instrumentId, bar } as const;
  const months = await storeMonths(openCandleFolder(place), series, file);
  const candles = months.reduce((sum, month) => sum + month.candles, 0);
  const missing = months.reduce((sum, month) => sum + month.missing, 0);
  const text = `${candles} candles of ${instrumentId} in ${months.length} months stored, ${missing} missing\n`;
  terminal.out(options.flag('json') ? `${JSON.stringify({ ...series, months })}\n` : text);
  return exitCodes.done;
}

/** Runs `rondo candles status` for the folder `place`. */
export async function candlesStatus(
  args: readonly string[],
  { terminal }: CommandContext,
  place: string,
): Promise<number> {
  const options = readOptions(args, { json: 'flag' });
  const stored = openCandleFolder(place);
  const list = await Promise.all(
    (await stored.list()).map(async (series) => ({ ...series, months: await stored.months(series) })),
  );
  const rows = list.filter(({ months }) => months.length > 0);
  terminal.out(options.flag('json') ? `${JSON.stringify({ folder: place, series: rows })}\n` : describe(place, rows));
  return exitCodes.done;
}

/** Refuses a file whose candles do not have the length of the bar. */
function requireBar({ name, columns }: CandleFile, bar: keyof typeof storedBars): void {
  const barMs = storedBars[bar];
  const interval = intervalOf(columns);
  if (interval !== barMs)
    throw new BadInput(
      `${name}: its candles are ${interval / 1_000} s apart, and the bar ${bar} has ${barMs / 1_000} s`,
    );
  const odd = columns.at.find((at) => at % barMs !== 0);
  if (odd !== undefined)
    throw new BadInput(`${name}: the candle of ${instant(odd)} does not begin at a multiple of ${bar}`);
}

async function storeMonths(
  stored: CandleFolder,
  series: CandleSeries & { readonly bar: keyof typeof storedBars },
  file: CandleFile,
): Promise<readonly StoredMonth[]> {
  const barMs = storedBars[series.bar];
  const months: StoredMonth[] = [];
  for (const { month, columns } of splitMonths(file.columns)) {
    const lastAt = columns.at.at(-1) ?? 0;
    const written = await stored.write(series, {
      month,
      candles: columns.at.length,
      firstAt: columns.at[0] ?? 0,
      lastAt,
      missing: countMissing(columns, barMs),
      tickSz: formatDecimal(file.tickSz),
      isClosed: lastAt + barMs >= monthSpan(month).toAt,
      encoded: encodeCandles(columns, file.tickSz),
    });
    months.push(written);
  }
  return months;
}

type StoredSeries = CandleSeries & { readonly months: readonly StoredMonth[] };

function describe(place: string, list: readonly StoredSeries[]): string {
  if (list.length === 0) return `no candles are stored in ${place}\n`;
  const header = ['source', 'instrument', 'bar', 'months', 'first', 'last', 'candles', 'missing', 'tick', 'bytes'];
  return `${textTable([header, ...list.map(rowOf)]).join('\n')}\n`;
}

function rowOf({ source, instrumentId, bar, months }: StoredSeries): readonly string[] {
  const total = (count: (month: StoredMonth) => number): string =>
    String(months.reduce((sum, month) => sum + count(month), 0));
  return [
    source,
    instrumentId,
    bar,
    String(months.length),
    instant(months[0]?.firstAt ?? 0),
    instant(months.at(-1)?.lastAt ?? 0),
    total(({ candles }) => candles),
    total(({ missing }) => missing),
    [...new Set(months.map(({ tickSz }) => tickSz))].join(', '),
    total(({ bytes }) => bytes),
  ];
}
