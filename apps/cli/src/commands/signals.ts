// `rondo signals`: computes a rule on recorded candles, and checks computed readings.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readRule, readingsOf, signalBars, type Bar, type SignalBar, type SignalDirection } from '@rondo/signals';
import { BadInput, exitCodes, reasonOf, UsageError, type Command, type CommandContext } from '../command.ts';
import { readCandleFile, requireNoGap } from '../files/input-files.ts';
import { checkOutput, writeWhole } from '../files/output-file.ts';
import { barsOf, linesOf, type Computed } from '../files/signal-csv.ts';
import { readOptions, required, type Options } from '../options/read-options.ts';

const usage = `rondo signals compute --candles FILE --rule rsi|ichimoku|atr --bar 15m|1H|4H|1D [options] --out FILE.csv
rondo signals check --candles FILE --rule rsi|ichimoku|atr --bar 15m|1H|4H|1D [options] [--readings FILE.csv]

compute writes the reading of a rule at each closed bar of a file (docs/signals.md). check computes the readings again and compares them with
those of FILE.csv, and compares the readings of up to 200 bars with the readings of the same bars without the bars after them.

  --candles FILE    candles: CSV with ts_ms,open,high,low,close[,volume], plain or gzipped, or the compact form
  --rule RULE       rsi, ichimoku or atr
  --bar BAR         the width of the bars: 5m, 15m, 1H, 4H or 1D (a day begins at 0:00 UTC)
  --length N        bars of RSI or ATR, 2 to 50 (default: 14)
  --level L         level of RSI, 5 to 95 (default: 30 for a long bot, 70 for a short bot)
  --direction D     long or short (default: long)
  --when W          crossing: the rule fires when its condition becomes true; while: at each bar at which it is true
                    (default: crossing for RSI, which then fires when it returns from beyond the level, and while for Ichimoku)
  --allow-gaps      begin again after missing candles instead of refusing the file
  --out FILE        compute: the CSV file to write (gzipped when the name ends in .gz)
  --readings FILE   check: a file that compute has written
  --help            show this text

Exit codes: 0 done, 1 failed or different, 2 a file or an option cannot be used (nothing is written).
`;

const kinds = {
  candles: 'text',
  rule: 'text',
  bar: 'text',
  length: 'text',
  level: 'text',
  direction: 'text',
  when: 'text',
  out: 'text',
  readings: 'text',
  'allow-gaps': 'flag',
} as const;
type SignalOptions = Options<keyof typeof kinds>;

/** `check` compares at most this number of bars with a computation that ends at the bar. */
const checkedBarsMax = 200;

/** The command `rondo signals`. */
export const signalsCommand: Command = {
  name: 'signals',
  summary: 'compute entry signals on recorded candles',
  usage,
  run: ([what, ...args], context) => {
    if (what === 'compute') return Promise.resolve(compute(args, context));
    if (what === 'check') return Promise.resolve(check(args, context));
    throw new UsageError(what === undefined ? 'signals needs one of compute, check' : `there is no "signals ${what}"`);
  },
};

function compute(args: readonly string[], { folder, terminal }: CommandContext): number {
  const options = readOptions(args, kinds);
  refuse(options, 'readings', 'compute');
  const out = path.resolve(folder, required(options, 'out', 'the CSV file to write'));
  const candlesFile = candlesFileOf(options, folder);
  const computed = readComputed(options, candlesFile);
  checkOutput(out, [candlesFile]);
  const lines = linesOf(computed);
  writeWhole(out, `${lines.join('\n')}\n`);
  const fired = lines.filter((line) => line.endsWith(',true')).length;
  const firings = computed.rule.kind === 'atr' ? '' : `, ${fired} firings`;
  terminal.out(`${lines.length - 1} bars${firings}\n`);
  return exitCodes.done;
}

function check(args: readonly string[], { folder, terminal }: CommandContext): number {
  const options = readOptions(args, kinds);
  refuse(options, 'out', 'check');
  const computed = readComputed(options, candlesFileOf(options, folder));
  const readings = options.text('readings');
  const lines = linesOf(computed);
  const different = readings === undefined ? null : firstDifference(lines, readLines(path.resolve(folder, readings)));
  if (different !== null) {
    terminal.out(
      `${readings}:${different.line}: the file has "${different.found}", and the readings have "${different.expected}".\n`,
    );
    return exitCodes.failed;
  }
  const { compared, changed } = compareWithPrefixes(computed);
  terminal.out(
    `${lines.length - 1} bars${readings === undefined ? '' : ', equal to the file'}; ${compared} of them compared without the bars after them, ${changed} different\n`,
  );
  return changed === 0 ? exitCodes.done : exitCodes.failed;
}

function candlesFileOf(options: SignalOptions, folder: string): string {
  return path.resolve(folder, required(options, 'candles', 'a file of recorded candles'));
}

function readComputed(options: SignalOptions, candlesFile: string): Computed {
  const direction = directionOf(options.text('direction') ?? 'long');
  const bar = barOf(required(options, 'bar', 'the width of the bars'));
  const read = readRule(
    {
      rule: required(options, 'rule', 'rsi, ichimoku or atr'),
      length: options.text('length'),
      level: options.text('level'),
      when: options.text('when'),
    },
    direction,
  );
  if (!read.ok) throw new UsageError(`--${read.refusal.field} ${read.refusal.reason}`);
  const file = readCandleFile(candlesFile);
  if (!options.flag('allow-gaps')) requireNoGap(file);
  return { rule: read.rule, direction, segments: barsOf(file, bar) };
}

function refuse(options: SignalOptions, name: 'out' | 'readings', command: string): void {
  if (options.text(name) !== undefined) throw new UsageError(`--${name} is no option of "signals ${command}"`);
}

function directionOf(text: string): SignalDirection {
  if (text === 'long' || text === 'short') return text;
  throw new UsageError(`--direction must be long or short, not "${text}"`);
}

function barOf(text: string): SignalBar {
  const names = Object.keys(signalBars) as SignalBar[]; // The object is a literal of this type, so it has exactly these keys.
  const found = names.find((name) => name === text);
  if (found === undefined) throw new UsageError(`--bar must be one of ${names.join(', ')}, not "${text}"`);
  return found;
}

function readLines(file: string): readonly string[] {
  try {
    return readFileSync(file, 'utf8').trimEnd().split('\n');
  } catch (error) {
    throw new BadInput(`${file}: cannot be read: ${reasonOf(error)}`);
  }
}

interface Difference {
  readonly line: number;
  readonly found: string;
  readonly expected: string;
}

function firstDifference(expected: readonly string[], found: readonly string[]): Difference | null {
  const count = Math.max(expected.length, found.length);
  for (let index = 0; index < count; index += 1)
    if (expected[index] !== found[index])
      return { line: index + 1, found: found[index] ?? '', expected: expected[index] ?? '' };
  return null;
}

// Compares readings of the whole file with readings of the bars up to their own bar. They differ when a rule looks at later bars.
function compareWithPrefixes({ rule, direction, segments }: Computed): {
  readonly compared: number;
  readonly changed: number;
} {
  const all = segments.reduce((sum, bars) => sum + bars.length, 0);
  const step = Math.max(1, Math.ceil(all / checkedBarsMax));
  let [compared, changed] = [0, 0];
  for (const bars of segments) {
    const whole = readingsOf(rule, bars, direction);
    for (let index = bars.length - 1; index >= 0; index -= step) {
      const prefix: readonly Bar[] = bars.slice(0, index + 1);
      compared += 1;
      if (JSON.stringify(readingsOf(rule, prefix, direction).at(-1)) !== JSON.stringify(whole[index])) changed += 1;
    }
  }
  return { compared, changed };
}
