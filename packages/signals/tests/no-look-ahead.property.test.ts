// Properties of every rule: a reading never depends on later bars, and candles that are late, doubled, lost or not closed cause no wrong reading.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sampleOf } from '../../../tests/sample.ts';
import { createBarFeed, type Bar, type Candle, type CandleVerdict } from '../src/bars.ts';
import { readingsOf } from '../src/readings.ts';
import { readRule, type SignalRule } from '../src/rules.ts';
import { barMs, randomBars } from './random-bars.ts';

const directions = ['long', 'short'] as const;
const barCount = 260;
const candlesPerBar = 3;
const candleMs = barMs / candlesPerBar;
// The nightly run plants about 10,000 candles: 200 runs with about 50 candles each.
const feedRuns = runsOf(200);
const prefixRuns = runsOf(60);

const rules: readonly SignalRule[] = ['rsi', 'ichimoku', 'atr'].flatMap((rule) =>
  directions.flatMap((direction) => {
    const read = readRule(
      { rule, ...(rule === 'atr' ? {} : { when: direction === 'long' ? 'crossing' : 'while' }) },
      direction,
    );
    return read.ok ? [read.rule] : [];
  }),
);

const anyRule = fc.constantFrom(...rules);
const anyDirection = fc.constantFrom(...directions);
const anySeed = fc.integer({ min: 1, max: 1_000_000 });

test('the reading of a bar is the same without the bars after it, and with any other bars after it', () => {
  const cut = fc.integer({ min: 1, max: barCount - 1 });
  fc.assert(
    fc.property(fc.record({ rule: anyRule, direction: anyDirection, seed: anySeed, at: cut }), (run) => {
      const { rule, direction, seed, at } = run;
      const bars = randomBars(seed, barCount);
      const whole = readingsOf(rule, bars, direction);
      const changed = [...bars.slice(0, at), ...randomBars(seed + 1, barCount).slice(at)];
      expect(readingsOf(rule, bars.slice(0, at), direction)).toEqual(whole.slice(0, at));
      expect(readingsOf(rule, changed, direction).slice(0, at)).toEqual(whole.slice(0, at));
    }),
    { numRuns: prefixRuns },
  );
});

type Planted = { readonly at: number; readonly kind: 'late' | 'doubled' | 'forming' | 'misplaced' | 'lost' };

const planted = fc.array(
  fc.record({
    at: fc.integer({ min: 1, max: barCount * candlesPerBar - 1 }),
    kind: fc.constantFrom<Planted['kind']>('late', 'doubled', 'forming', 'misplaced', 'lost'),
  }),
  { minLength: 40, maxLength: 60 },
);

test('a planted candle is ignored or begins a new segment, and no bar has other prices than without the planted candles', () => {
  fc.assert(
    fc.property(anySeed, planted, (seed, plants) => {
      const bars = randomBars(seed, barCount);
      const { segments, wrongVerdicts } = feed(candlesOf(bars), plants);
      expect(wrongVerdicts).toEqual([]);
      const damaged = new Set(
        plants.flatMap(({ at, kind }) => (kind === 'lost' ? [Math.floor(at / candlesPerBar)] : [])),
      );
      expect(segments.flat()).toEqual(bars.filter((_bar, index) => !damaged.has(index)));
      const jumps = segments.flatMap((segment) =>
        segment.filter(({ openedAt }, index) => index > 0 && openedAt !== (segment[index - 1]?.openedAt ?? 0) + barMs),
      );
      expect(jumps).toEqual([]);
    }),
    { numRuns: feedRuns },
  );
});

// Returns a tenth of the runs in `npm test`, and all runs in the nightly run.
function runsOf(all: number): number {
  return sampleOf(Array.from({ length: all }), all / 10).length;
}

// Splits each bar into candles that have its high, its low and its close.
function candlesOf(bars: readonly Bar[]): readonly Candle[] {
  return bars.flatMap(({ openedAt, high, low, close }) =>
    Array.from({ length: candlesPerBar }, (_, index) => ({
      openedAt: openedAt + index * candleMs,
      high: index === 1 ? high : close,
      low: index === 0 ? low : close,
      close,
      isClosed: true,
    })),
  );
}

// Feeds the candles with the planted candles between them. A verdict is wrong when it does not name the kind of its planted candle.
function feed(candles: readonly Candle[], plants: readonly Planted[]) {
  const bars = createBarFeed({ candleMs, barMs });
  const wrong = { high: 9_999, low: 1, close: 5_000 } as const;
  const wrongVerdicts: string[] = [];
  const add = (candle: Candle, expected: readonly CandleVerdict[]): void => {
    const verdict = bars.add(candle);
    if (!expected.includes(verdict)) wrongVerdicts.push(`${verdict} and not ${expected.join(' or ')}`);
  };
  for (const [index, candle] of candles.entries()) {
    const kinds = new Set(plants.flatMap(({ at, kind }) => (at === index ? [kind] : [])));
    const before = candle.openedAt - candleMs;
    if (kinds.has('forming')) add({ ...candle, ...wrong, isClosed: false }, ['forming']);
    if (kinds.has('misplaced')) add({ ...candle, ...wrong, openedAt: before + 1 }, ['misplaced']);
    if (kinds.has('lost')) continue;
    add(candle, ['added', 'lost']);
    if (kinds.has('doubled')) add({ ...candle, ...wrong }, ['doubled']);
    if (kinds.has('late')) add({ ...candle, ...wrong, openedAt: before }, ['late']);
  }
  return { segments: bars.segments(), wrongVerdicts };
}
