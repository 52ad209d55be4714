import { expect, test } from 'vitest';
import { columnsOf } from '../candles/columns.ts';
import { fillKinds, recordFills, type FillColumns } from '../walk/fill-columns.ts';
import { emptyPosition, positionTermsOf } from './held-position.ts';
import { candlesOf, configOf } from '../../tests/_market.ts';
import { walkPath } from './walked-path.ts';

type Fill = readonly [kind: (typeof fillKinds)[number], step: number, price: number];

/** Returns the prices and the kinds of the fills in the sequence in which the path of one candle "open high low close" passes them. */
function storyOf(candle: string, fills: readonly Fill[], changes: Readonly<Record<string, unknown>> = {}): unknown[] {
  const recorder = recordFills();
  for (const [kind, step, price] of fills) recorder.take(0, { kind: fillKinds.indexOf(kind), step, price, lots: 1 });
  const columns: FillColumns = recorder.columns();
  const config = configOf(changes);
  const story: unknown[] = [];
  const watch = {
    position: emptyPosition(positionTermsOf(config)),
    see: (price: number) => story.push(price),
    take: (_: FillColumns, place: number) => story.push(fills[place]?.[0]),
  };
  const candles = columnsOf(candlesOf(candle));
  const next = walkPath(watch, { candles, path: config.path, fills: columns, index: 0, next: 0 });
  expect(next).toBe(fills.length);
  return story;
}

test('a fill occurs where the price path goes one tick beyond its level, or where the path touches its level', () => {
  const fills: readonly Fill[] = [
    ['entry', 1, 200_000],
    ['entry', 2, 199_000],
  ];
  const at = (low: number): unknown[] => [
    200_000,
    'entry',
    200_000,
    200_000,
    low,
    'entry',
    low,
    198_000,
    200_500,
    199_500,
  ];
  expect(storyOf('2000 2005 1980 1995', fills, { path: 'adverseFirst' })).toEqual(at(198_999));
  expect(storyOf('2000 2005 1980 1995', fills, { path: 'adverseFirst', fill: 'touch' })).toEqual(at(199_000));
});

test('a close by the owner occurs at the current price', () => {
  expect(storyOf('2000 2000 2000 2000', [['close', 0, 200_000]])[1]).toBe('close');
});

test('when slippage makes the level of a stop uncertain, the stop occurs at the end of its candle', () => {
  // With a slippage of 50 %, stops at 1999.98 and at 1999.99 both fill at 999.99 after rounding down, so the level of
  // the stop is not known exactly. The path of this candle does not contain 1999.98.
  const story = storyOf('2000 2000 1999.99 1999.99', [['stop', 0, 99_999]], { slippage: '0.5', stopLoss: '1' });
  expect(story).toEqual([200_000, 200_000, 199_999, 199_999, 'stop']);
});
