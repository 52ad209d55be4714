// Tests of the bars at which a rule fires, of flat markets, and of the prices.
import { decimal } from '@rondo/decimal';
import { expect, test } from 'vitest';
import { createBarFeed, type Bar } from './bars.ts';
import { ichimokuBars, rsiWarmUpBars } from './limits.ts';
import { priceOf } from './price.ts';
import { readingsOf } from './readings.ts';
import { rsiOf } from './rsi.ts';

const hourMs = 3_600_000;

function barsAt(closes: readonly number[]): readonly Bar[] {
  return closes.map((close, index) => ({ openedAt: index * hourMs, high: close + 1, low: close - 1, close }));
}

// The closes alternate, then fall for ten bars, and then rise for ten bars.
const closes = Array.from({ length: 240 }, (_, index) => {
  const swing = 100 + (index % 2);
  return index < 220 ? swing : index < 230 ? 100 - (index - 219) * 2 : 80 + (index - 229) * 3;
});

const firingAt = (
  rule: Parameters<typeof readingsOf>[0],
  direction: 'long' | 'short',
  of = closes,
): readonly number[] =>
  readingsOf(rule, barsAt(of), direction).flatMap(({ fires }, index) => (fires === true ? [index] : []));

test('RSI has no value in the first 199 bars, and RSI and the rule have no value while the price has not changed', () => {
  const strengths = rsiOf(Float64Array.from(closes), 14);
  expect([...strengths].findIndex((value) => !Number.isNaN(value))).toBe(rsiWarmUpBars - 1);
  const flat = readingsOf({ kind: 'rsi', length: 14, level: 30, when: 'while' }, barsAt(Array(230).fill(100)), 'long');
  expect(flat.every(({ values: [rsi], fires }) => rsi === null && fires === null)).toBe(true);
});

test('RSI is 100 when no price has fallen, and 0 when no price has risen', () => {
  const rising = Array.from({ length: 210 }, (_, index) => 100 + index);
  expect(rsiOf(Float64Array.from(rising), 14).at(-1)).toBe(100);
  expect(rsiOf(Float64Array.from(rising.toReversed()), 14).at(-1)).toBe(0);
});

test('the crossing rule of RSI fires once, when RSI returns over the level, and the other rule fires while RSI is below the level', () => {
  const below = firingAt({ kind: 'rsi', length: 14, level: 30, when: 'while' }, 'long');
  expect(below.length).toBeGreaterThan(3);
  expect(below.at(-1)).toBe((below[0] ?? 0) + below.length - 1);
  expect(firingAt({ kind: 'rsi', length: 14, level: 30, when: 'crossing' }, 'long')).toEqual([(below.at(-1) ?? 0) + 1]);
});

test('the rules of a short bot fire on the mirrored prices at the bars at which the rules of a long bot fire', () => {
  const mirrored = closes.map((close) => 200 - close);
  for (const when of ['crossing', 'while'] as const) {
    const long = { kind: 'rsi', length: 14, level: 30, when } as const;
    expect(firingAt({ ...long, level: 70 }, 'short', mirrored)).toEqual(firingAt(long, 'long'));
    expect(firingAt({ kind: 'ichimoku', when }, 'short', mirrored)).toEqual(
      firingAt({ kind: 'ichimoku', when }, 'long'),
    );
  }
});

test('the spans of Ichimoku at a bar are the spans of 26 bars before it, and the rule fires in a rising market', () => {
  const rising = Array.from({ length: 100 }, (_, index) => 100 + index);
  const readings = readingsOf({ kind: 'ichimoku', when: 'while' }, barsAt(rising), 'long');
  const { conversion, base, spanB, displacement } = ichimokuBars;
  const middle = (index: number, length: number): number => 100 + index - (length - 1) / 2;
  const at = 90;
  const drawnAt = at - displacement;
  expect(readings[at]?.values).toEqual([
    middle(at, conversion),
    middle(at, base),
    (middle(drawnAt, conversion) + middle(drawnAt, base)) / 2,
    middle(drawnAt, spanB),
  ]);
  expect(readings.findIndex(({ fires }) => fires !== null)).toBe(spanB + displacement - 1);
  expect(firingAt({ kind: 'ichimoku', when: 'while' }, 'long', rising)).toHaveLength(100 - spanB - displacement + 1);
  expect(firingAt({ kind: 'ichimoku', when: 'crossing' }, 'long', rising)).toEqual([]);
});

test('ATR never fires', () => {
  expect(readingsOf({ kind: 'atr', length: 14 }, barsAt(closes), 'long').every(({ fires }) => fires === null)).toBe(
    true,
  );
});

test('a price in ticks becomes the double of its decimal text', () => {
  expect(priceOf(123_457, decimal('0.01'))).toBe(1234.57);
  expect(priceOf(3, decimal('0.1'))).toBe(0.3);
  expect(priceOf(7, decimal('0.5'))).toBe(3.5);
  expect(priceOf(12, decimal('25'))).toBe(300);
});

test('a bar that is not a whole number of candles is refused', () => {
  expect(() => createBarFeed({ candleMs: 7, barMs: 60 })).toThrow(RangeError);
  expect(() => createBarFeed({ candleMs: 0, barMs: 60 })).toThrow(RangeError);
});
