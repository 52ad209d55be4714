// `rondo candles fetch`: downloads past candles from an exchange, and continues after an interruption.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findGaps } from '@rondo/backtest';
import { formatDecimal } from '@rondo/decimal';
import {
  createNodeTransport,
  createOkxPublic,
  type ExchangeCandle,
  type OkxBar,
  type OkxPublic,
} from '@rondo/exchange';
import { okxBarMs, okxBars } from '@rondo/protocol';
import { requireCandleName, writeCandles } from '../files/candle-output.ts';
import { BadInput, UsageError, exitCodes, type CommandContext } from '../command.ts';
import { instant } from '../files/input-files.ts';
import { fetchAttempts, fetchChunkCandles, fetchRetryMs } from '../limits.ts';
import { checkOutput } from '../files/output-file.ts';
import { openPartial, type PartialDownload } from '../files/partial-download.ts';
import { progressLine } from '../terminal/progress-line.ts';
import { readInstant } from '../options/read-instant.ts';
import { readOptions, required } from '../options/read-options.ts';
import { wallClock } from '../wall-clock.ts';
import { stopSignal } from '../stop-signal.ts';

const liveOrigin = 'https://www.okx.com';

export const fetchUsage = `rondo candles fetch --instrument I --from DAY --out FILE [options]
  Downloads closed candles and writes FILE in the form its name asks for. After an interruption, the same command continues.
  --instrument I  such as ETH-USDT-SWAP
  --from DAY      first candle: 2025-01-31, 2025-01-31T12:00Z or epoch milliseconds
  --to DAY        end, not included (default: now)
  --bar B         ${okxBars.join(', ')} (default 1m)
  --out FILE      .csv, .csv.gz or .candles; must not be there yet
  --base-url URL  an exchange with the API of OKX (default ${liveOrigin}), such as a "rondo sandbox"
  --json          print one JSON object and nothing else
`;

const kinds = {
  instrument: 'text',
  from: 'text',
  to: 'text',
  bar: 'text',
  out: 'text',
  'base-url': 'text',
  json: 'flag',
} as const;

interface Request {
  readonly origin: string;
  readonly instrument: string;
  readonly bar: OkxBar;
  readonly fromAt: number;
  readonly toAt: number;
  readonly out: string;
  readonly isJson: boolean;
}

/** Downloads the candles of one time span into a file. */
export async function fetchCandleFile(args: readonly string[], context: CommandContext): Promise<number> {
  const request = readRequest(args, context.folder);
  const { origin, instrument, bar, fromAt, out } = request;
  const partial = openPartial(out, { origin, instrument, bar, fromAt });
  const transport = createNodeTransport();
  const market = createOkxPublic({
    restOrigin: origin,
    wsBase: `${origin.replace(/^http/, 'ws')}/ws/v5`,
    clock: wallClock,
    log: { write: () => undefined },
    transport,
  });
  try {
    const isWhole = await download(request, { market, partial, context });
    if (!isWhole) {
      context.terminal.err(`stopped; the same command continues from ${partial.file}\n`);
      return exitCodes.failed;
    }
    return finish(request, partial, context);
  } finally {
    market.close();
    await transport.close();
  }
}

interface Download {
  readonly market: OkxPublic;
  readonly partial: PartialDownload;
  readonly context: CommandContext;
}

/** Downloads the chunks one after the other. Returns false when the user stopped the program before the last chunk. */
async function download(request: Request, { market, partial, context }: Download): Promise<boolean> {
  const { fromAt, toAt, bar } = request;
  const stop = stopSignal(context);
  const progress = progressLine(context.terminal, request.isJson);
  const newest = partial.newestAt();
  let at = newest === null ? fromAt : newest + okxBarMs[bar];
  let count = 0;
  for (; at < toAt && !stop.aborted;) {
    const end = Math.min(toAt, at + fetchChunkCandles * okxBarMs[bar]);
    const received = await fetchChunk(market, request, { fromAt: at, toAt: end, stop });
    if (received === null) break;
    const candles = received.filter((each) => each.isClosed);
    const last = candles.at(-1);
    if (last !== undefined) partial.append(candles.map(toRow), last.at);
    count += candles.length;
    at = end;
    progress.show((at - fromAt) / (toAt - fromAt), `${count} candles, up to ${instant(end)}`);
  }
  progress.end();
  return at >= toAt;
}

/** Downloads one chunk, with retries. Returns null when the user stopped the program during the wait before a retry. */
async function fetchChunk(
  market: OkxPublic,
  { instrument, bar }: Request,
  span: { readonly fromAt: number; readonly toAt: number; readonly stop: AbortSignal },
): Promise<readonly ExchangeCandle[] | null> {
  for (let attempt = 1; ; attempt += 1) {
    const report = await market.candles(instrument, bar, span);
    if (report.ok) return report.value;
    if (report.cause.startsWith('code 51001'))
      throw new BadInput(`--instrument: the exchange does not list ${instrument}`);
    if (attempt === fetchAttempts)
      throw new Error(
        `the exchange did not respond ${attempt} times (${report.cause}); the same command continues later`,
      );
    await wait(fetchRetryMs * 2 ** (attempt - 1), null, { signal: span.stop }).catch(() => null);
    if (span.stop.aborted) return null;
  }
}

function finish(request: Request, partial: PartialDownload, { terminal }: CommandContext): number {
  if (partial.newestAt() === null) {
    partial.remove();
    throw new BadInput(`the exchange has no candle of ${request.instrument} in that span`);
  }
  const { columns, tickSz } = partial.read();
  writeCandles(request.out, columns, tickSz);
  partial.remove();
  const gaps = findGaps(columns);
  const missing = gaps.reduce((sum, gap) => sum + gap.missing, 0);
  const [firstAt, lastAt] = [columns.at[0] ?? 0, columns.at.at(-1) ?? 0];
  const candles = columns.at.length;
  if (request.isJson) {
    const result = { file: request.out, candles, firstAt, lastAt, tickSz: formatDecimal(tickSz), gaps };
    terminal.out(`${JSON.stringify(result)}\n`);
    return exitCodes.done;
  }
  terminal.out(`${candles} candles from ${instant(firstAt)} to ${instant(lastAt)} written to ${request.out}\n`);
  if (gaps.length > 0) terminal.err(`the exchange sent no candle for ${missing} intervals in ${gaps.length} places\n`);
  return exitCodes.done;
}

function readRequest(args: readonly string[], folder: string): Request {
  const options = readOptions(args, kinds);
  const bar = okxBars.find((each) => each === (options.text('bar') ?? '1m'));
  if (bar === undefined) throw new UsageError(`--bar must be one of ${okxBars.join(', ')}`);
  const instrument = required(options, 'instrument', 'such as ETH-USDT-SWAP');
  const out = path.resolve(folder, required(options, 'out', 'a file to write'));
  requireCandleName(out);
  const step = okxBarMs[bar];
  const from = readInstant('--from', required(options, 'from', 'a day such as 2025-01-31'));
  const to = options.text('to');
  const fromAt = Math.ceil(from / step) * step;
  const toAt = Math.floor((to === undefined ? wallClock.now() : readInstant('--to', to)) / step) * step;
  if (toAt <= fromAt) throw new UsageError('--to must be later than --from by at least one candle');
  const origin = readOrigin(options.text('base-url') ?? liveOrigin);
  if (existsSync(out)) throw new BadInput(`${out} already exists: choose another name or delete it`);
  checkOutput(out, []);
  return { origin, instrument, bar, fromAt, toAt, out, isJson: options.flag('json') };
}

function readOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:') || url.pathname !== '/')
    throw new UsageError(`--base-url must be an address such as ${liveOrigin}, not "${text}"`);
  return url.origin;
}

function toRow(candle: ExchangeCandle): string {
  const { at, open, high, low, close } = candle;
  return [at, ...[open, high, low, close].map(formatDecimal)].join(',');
}
