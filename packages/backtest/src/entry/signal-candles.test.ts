// Tests of the signals of a back-test: the candles at which they are, and equal results of every engine with signals.
import { decimal } from '@rondo/decimal';
import { createBarFeed, priceOf, readingsOf } from '@rondo/signals';
import { seededChance } from '@rondo/testkit';
import { expect, test } from 'vitest';
import { madeUpSeries } from '../../../../tests/agreement/series.ts';
import { candlesIn, columnsOf, type CandleColumns } from '../candles/columns.ts';
import type { BacktestConfig } from '../config/config.ts';
import { runBacktest, type BacktestResult } from '../run/run-backtest.ts';
import { runSweep } from '../run/run-sweep.ts';
import { fillRowsOf } from '../walk/fill-columns.ts';
import { walkCandles } from '../walk/walk.ts';
import { candlesOf, configOf } from '../../tests/_market.ts';
import type { EntryRules } from './entry-rules.ts';
import { entryProblem, signalCandlesOf } from './signal-candles.ts';

const minuteMs = 60_000;
const anyBar = { kind: 'atr', length: 2 } as const;
/** A signal at the close of every bar of five minutes but the first, at which ATR has no value. */
const everyBar: EntryRules = { kind: 'random', rule: anyBar, bar: '5m', share: 1, seed: 1 };

function withEntry(entry: EntryRules, changes: Readonly<Record<string, unknown>> = {}): BacktestConfig {
  return { ...configOf(changes), entry };
}

/** Runs every engine and a sweep, expects equal results, and returns the result of the fast loop. */
function runAll(candles: CandleColumns, config: BacktestConfig): BacktestResult {
  const funding = [1, 3, 200, 1_600, 2_500].map((minute) => ({ at: minute * minuteMs - 5, rate: decimal('0.0005') }));
  const fast = runBacktest(candles, config, { funding });
  for (const engine of ['reducer', 'scan'] as const) {
    const run = runBacktest(candles, config, { funding, engine });
    expect(run).toEqual({ ...fast, engine: run.engine });
  }
  expect(walkCandles({ config, candles: candlesIn(candles), funding }).summary).toEqual(fast.summary);
  const { summary, fingerprint } = fast;
  expect(runSweep(candles, [config], { funding }).rows).toEqual([{ config: 0, summary, fingerprint }]);
  return fast;
}

const still = (price: number): string => `${price} ${price} ${price} ${price}`;

function story(texts: readonly string[], config: BacktestConfig): readonly string[] {
  const candles = columnsOf(candlesOf(...texts));
  return fillRowsOf(candles, config, runAll(candles, config).fills).map(
    ({ ts, kind, price }) => `${ts / minuteMs} ${kind} ${price}`,
  );
}

test('a round opens as taker at the close of a bar with a signal, also when the round before ended in the last candle of the bar', () => {
  const texts = Array.from({ length: 20 }, (_, minute) => still(2000 + minute));
  texts[14] = '2013 2040 2013 2039';
  texts[15] = still(2039);
  texts[16] = still(2060);
  expect(story(texts, withEntry(everyBar))).toEqual([
    '9 entry 2009',
    '14 exit 2019.05',
    '14 entry 2039',
    '16 exit 2049.2',
    '19 entry 2019',
  ]);
});

test('a round opens at the signal of the last candle, also when the round before ended in this candle', () => {
  const texts = Array.from({ length: 15 }, (_, minute) => still(2000 + minute));
  texts[14] = '2013 2040 2013 2039';
  expect(story(texts, withEntry(everyBar))).toEqual(['9 entry 2009', '14 exit 2019.05', '14 entry 2039']);
});

test('a signal opens one round, also when the round ends at the price at which it opened', () => {
  const config = withEntry(everyBar, { stopLoss: '0.01' });
  const minutes = story(
    Array.from({ length: 20 }, () => still(2000)),
    config,
  ).filter((line) => line.includes('entry'));
  expect(minutes).toEqual(['9 entry 2000', '14 entry 2000', '19 entry 2000']);
});

test('a signal during a wait of the loss guard opens no round', () => {
  const lossGuard = { firstWaitMinutes: 7, maxWaitMinutes: 60, stopsPerHour: 4, dayLossPercent: '90' };
  const texts = Array.from({ length: 30 }, () => still(2000));
  const lines = story(texts, withEntry(everyBar, { stopLoss: '0.01', lossGuard }));
  expect(lines.filter((line) => line.includes('entry'))).toEqual(['9 entry 2000', '19 entry 2000']);
});

const market = madeUpSeries(seededChance('signals'), 2_000, 180_000).candles;
const stopped = { stopLoss: '1', stepDistance: '5' };
const guard = { firstWaitMinutes: 7, maxWaitMinutes: 60, stopsPerHour: 40, dayLossPercent: '90' };
const jitter = { seed: 11, meanHours: '0.3' };

test.each([
  ['base exits', {}],
  ['stop losses', stopped],
  ['stop losses and a loss guard', { ...stopped, lossGuard: guard }],
  ['re-entry jitter', { reentryJitter: jitter }],
  ['stop losses, a loss guard and re-entry jitter', { ...stopped, lossGuard: guard, reentryJitter: jitter }],
  ['stop losses as rounds open, and a loss guard', { ...stopped, stopLoss: '0.01', lossGuard: guard }],
])('every engine gives the result of the reducer for a bot with signals and %s', (_, changes) => {
  const rsi = { kind: 'rsi', length: 3, level: 45, when: 'while' } as const;
  for (const entry of [
    everyBar,
    { kind: 'rule', rule: rsi, bar: '5m' } as const,
    { kind: 'rule', rule: { kind: 'ichimoku', when: 'while' }, bar: '15m' } as const,
  ]) {
    const result = runAll(market, withEntry(entry, changes));
    expect(result.engine).toBe('indexed');
    expect(result.summary.fills).toBeGreaterThan(1);
  }
});

test.each(['long', 'short'] as const)(
  'the signals of a rule of a %s bot are the closes of the bars at which its readings fire',
  (direction) => {
    const rule = { kind: 'rsi', length: 5, level: 50, when: 'crossing' } as const;
    // Two candles are missing, so the bar that lost them does not exist, and the warm-up begins again.
    const kept = [...candlesIn(market)].filter(({ at }) => at !== 101 * minuteMs && at !== 102 * minuteMs);
    const candles = columnsOf(kept);
    const config = withEntry({ kind: 'rule', rule, bar: '5m' }, { direction });
    const feed = createBarFeed({ candleMs: minuteMs, barMs: 5 * minuteMs });
    const price = (ticks: bigint): number => priceOf(Number(ticks), decimal('0.01'));
    for (const { at, high, low, close } of kept)
      feed.add({ openedAt: at, high: price(high), low: price(low), close: price(close), isClosed: true });
    const firings = feed
      .segments()
      .flatMap((bars) => readingsOf(rule, bars, direction))
      .filter(({ fires }) => fires === true);
    const signals = signalCandlesOf(candles, config) ?? [];
    expect([...signals].map((index) => candles.at[index])).toEqual(
      firings.map(({ openedAt }) => openedAt + 4 * minuteMs),
    );
    expect(signals.length).toBeGreaterThan(10);
  },
);

test('a bot without an entry rule has no signals, and bars that are no whole number of candles are refused', () => {
  expect(signalCandlesOf(market, configOf())).toBeNull();
  const hours = columnsOf([...candlesIn(market)].map((candle) => ({ ...candle, at: candle.at * 7 })));
  expect(entryProblem(market, withEntry(everyBar))).toBeNull();
  expect(entryProblem(hours, withEntry(everyBar))).toBe(
    'entry.signal.bar 5m is not a whole number of candles, which are 7 min apart',
  );
  expect(() => signalCandlesOf(hours, withEntry(everyBar))).toThrow('A bar is not a whole number of candles.');
});

test.each([
  [{ type: 'market' }, undefined],
  [
    { type: 'rsi', signal: { bar: '1H' } },
    { kind: 'rsi', length: 14, level: 30, when: 'crossing' },
  ],
  [
    { type: 'rsi', signal: { rule: 'rsi', bar: '1H', length: 9, level: '42.5', when: 'while' } },
    { kind: 'rsi', length: 9, level: 42.5, when: 'while' },
  ],
  [
    { type: 'ichimoku', signal: { bar: '1H' } },
    { kind: 'ichimoku', when: 'while' },
  ],
])('the configuration accepts the entry %j', (entry, rule) => {
  expect(configOf({ entry }).entry).toEqual(rule === undefined ? undefined : { kind: 'rule', rule, bar: '1H' });
});

test('recorded signals open rounds at the close of the candle in which they came, with the defence of their decision', () => {
  const texts = Array.from({ length: 12 }, (_, minute) => still(2000 + minute));
  const candles = columnsOf(candlesOf(...texts));
  const signals = [
    { at: -1, defence: 2 },
    { at: 3 * minuteMs, defence: 8 },
    { at: 3 * minuteMs + 1, defence: 4 },
    { at: 99 * minuteMs, defence: 2 },
  ] as const;
  const recorded: EntryRules = { kind: 'recorded', source: 'ai-gpt', signals };
  const config = withEntry(recorded, { martinSteps: 3, takeProfit: '5' });
  const decided = walkCandles({ config, candles: candlesIn(candles) });
  expect(decided.state.round).toMatchObject({ stepDistance: { n: 1n, d: 25n } });
  expect(story(texts, config)).toEqual(['2 entry 2002']);
  const messages = signals.map(({ at }) => ({ at, defence: null }));
  const plain = withEntry({ kind: 'recorded', source: 'webhook', signals: messages }, { takeProfit: '0.1' });
  expect(story(texts, plain).filter((line) => line.includes('entry'))).toEqual(['2 entry 2002']);
  expect(runBacktest(candles, plain).engine).toBe('indexed');
});

test('recorded signals in a missing candle open nothing, and several signals in one candle open one round', () => {
  const config = withEntry(
    {
      kind: 'recorded',
      source: 'webhook',
      signals: [3.5, 4.5, 6.1, 6.2, 8].map((minute) => ({ at: minute * minuteMs, defence: null })),
    },
    { takeProfit: '0.1' },
  );
  const candles = columnsOf(
    candlesOf(...Array.from({ length: 10 }, () => still(2000))).filter(
      ({ at }) => at !== 3 * minuteMs && at !== 4 * minuteMs,
    ),
  );
  expect([...(signalCandlesOf(candles, config) ?? [])].map((place) => (candles.at[place] ?? 0) / minuteMs)).toEqual([
    6, 7,
  ]);
});
