// Tests of `rondo signals`: the file that `compute` writes, the comparison of `check`, and the input that both refuse.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newFolder, runHere, type Ran } from './_rondo.ts';

const minuteMs = 60_000;
const startAt = Date.UTC(2026, 0, 5);
const candleCount = 60 * 100;

let folder = '';
let remove = (): void => undefined;
beforeEach(() => {
  ({ folder, remove } = newFolder());
  writeFileSync(path.join(folder, 'minutes.csv'), candleText());
});
afterEach(() => remove());

// Minutes whose price swings and rises. The candle `missing` is not in the text.
function candleText(missing: number | null = null): string {
  const rows = Array.from({ length: candleCount }, (_, index) => {
    const price = 2_000 + Math.round(80 * Math.sin(index / 400) + index / 50);
    return `${startAt + index * minuteMs},${price},${price + 3}.25,${price - 2}.75,${price + (index % 3)}`;
  });
  return `${['ts_ms,open,high,low,close', ...rows.filter((_row, index) => index !== missing)].join('\n')}\n`;
}

const signals = (...args: readonly string[]): Promise<Ran> => runHere(folder, ['signals', ...args]);
const written = (name: string): readonly string[] =>
  readFileSync(path.join(folder, name), 'utf8').trimEnd().split('\n');
const of = (rule: string, bar: string, ...more: readonly string[]): readonly string[] => [
  '--candles',
  'minutes.csv',
  '--rule',
  rule,
  '--bar',
  bar,
  ...more,
];

test.each([
  ['rsi', 'ts,rsi,fires', 199],
  ['ichimoku', 'ts,conversion,base,spanA,spanB,fires', 77],
  ['atr', 'ts,atr', 13],
])(
  'the file of %s has its header, a line for each bar, and empty cells in the warm-up',
  async (rule, header, warmUp) => {
    expect(await signals('compute', ...of(rule, '15m', '--out', 'out.csv'))).toMatchObject({ code: 0, err: '' });
    const [first, ...lines] = written('out.csv');
    expect(first).toBe(header);
    expect(lines).toHaveLength(candleCount / 15);
    expect(lines.map((line) => Number(line.split(',')[0]))).toEqual(
      lines.map((_line, index) => startAt + index * 15 * minuteMs),
    );
    expect(lines[0]).toBe(`${startAt}${header.replaceAll(/[^,]/g, '')}`);
    const complete = lines.findIndex((line) => !line.endsWith(',') && !line.includes(',,'));
    expect(complete).toBe(warmUp);
    for (const line of lines.slice(warmUp)) expect(line).toMatch(rule === 'atr' ? /^\d+,\d+\.\d+$/ : /,(true|false)$/);
  },
);

test('a level beyond which RSI goes fires, and the number of firings is printed', async () => {
  const ran = await signals('compute', ...of('rsi', '15m', '--level', '50', '--when', 'while', '--out', 'out.csv'));
  const fired = written('out.csv').filter((line) => line.endsWith(',true'));
  expect(fired.length).toBeGreaterThan(0);
  expect(ran.out).toBe(`${candleCount / 15} bars, ${fired.length} firings\n`);
});

test('`check` accepts the file of `compute`, and names the first line that differs', async () => {
  await signals('compute', ...of('rsi', '15m', '--out', 'out.csv'));
  const same = await signals('check', ...of('rsi', '15m', '--readings', 'out.csv'));
  expect(same).toMatchObject({
    code: 0,
    out: '400 bars, equal to the file; 200 of them compared without the bars after them, 0 different\n',
  });
  const other = await signals('check', ...of('rsi', '15m', '--length', '15', '--readings', 'out.csv'));
  expect(other.code).toBe(1);
  expect(other.out).toMatch(/^out\.csv:201: the file has "/);
});

test('a file with a gap is refused, and with `--allow-gaps` the warm-up begins again after the gap', async () => {
  writeFileSync(path.join(folder, 'minutes.csv'), candleText(3_007));
  const refused = await signals('compute', ...of('atr', '15m', '--out', 'out.csv'));
  expect(refused.code).toBe(2);
  expect(refused.err).toContain('1 missing candle');
  expect(existsSync(path.join(folder, 'out.csv'))).toBe(false);
  expect((await signals('compute', ...of('atr', '15m', '--allow-gaps', '--out', 'out.csv'))).code).toBe(0);
  const lines = written('out.csv').slice(1);
  expect(lines).toHaveLength(candleCount / 15 - 1);
  expect(lines.filter((line) => line.endsWith(','))).toHaveLength(2 * 13);
});

test.each([
  [['compute', ...of('macd', '15m', '--out', 'o.csv')], '--rule must be rsi, ichimoku or atr'],
  [['compute', ...of('rsi', '2H', '--out', 'o.csv')], '--bar must be one of 5m, 15m, 1H, 4H, 1D'],
  [['compute', ...of('rsi', '15m')], '--out is missing'],
  [['compute', ...of('rsi', '15m', '--level', '96', '--out', 'o.csv')], '--level must be a number from 5 to 95'],
  [['compute', ...of('atr', '15m', '--level', '30', '--out', 'o.csv')], '--level is no setting of atr'],
  [['compute', ...of('rsi', '15m', '--direction', 'up', '--out', 'o.csv')], '--direction must be long or short'],
  [['compute', ...of('rsi', '15m', '--out', 'minutes.csv')], 'is also an input'],
  [['compute', ...of('rsi', '15m', '--readings', 'o.csv', '--out', 'o.csv')], '--readings is no option'],
  [['check', ...of('rsi', '15m', '--out', 'o.csv')], '--out is no option'],
  [['check', ...of('rsi', '15m', '--readings', 'none.csv')], 'cannot be read'],
  [['fire'], 'there is no "signals fire"'],
])('the command `signals %j` is refused', async (args, message) => {
  const ran = await signals(...args);
  expect(ran.code).toBe(2);
  expect(ran.err).toContain(message);
});
