// Tests of the geometry of the ladder chart: price scale, label positions, rungs and grid lines.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gridPrices, makeScale, placeRungs, spreadLabels, staircasePath, type Rung } from './geometry.ts';

const rung = (step: number, share: number): Rung => ({
  step,
  price: 100 - step,
  share,
  cyclic: false,
  state: 'resting',
  blocked: false,
});

test('a higher price has a smaller y coordinate, and the scale has a margin above the highest price', () => {
  const scale = makeScale([10, 20], { top: 0, bottom: 100, pad: 0.1 });
  expect(scale.y(20)).toBeLessThan(scale.y(10));
  expect(scale.y(20)).toBeCloseTo(8.33, 1);
});

test('labels have a minimum distance, keep their order and are within the bounds', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 300, noNaN: true }), { minLength: 1, maxLength: 12 }), (desired) => {
      const placed = spreadLabels(desired, 19, { low: 0, high: 300 });
      const sorted = desired
        .map((center, i) => ({ center, y: placed[i] ?? NaN }))
        .sort((a, b) => a.center - b.center || a.y - b.y);
      for (let i = 1; i < sorted.length; i += 1)
        expect((sorted[i]?.y ?? 0) - (sorted[i - 1]?.y ?? 0)).toBeGreaterThanOrEqual(19 - 1e-6);
      expect(Math.min(...placed)).toBeGreaterThanOrEqual(-1e-6);
      expect(Math.max(...placed)).toBeLessThanOrEqual(300 + 1e-6);
    }),
  );
});

test('labels that do not overlap are not moved', () => {
  expect(spreadLabels([10, 50, 200], 19, { low: 0, high: 300 })).toEqual([10, 50, 200]);
});

test('the widths of rungs are proportional to their shares', () => {
  const placed = placeRungs([rung(1, 0.25), rung(2, 0.25), rung(3, 0.5)], {
    left: 10,
    width: 100,
    soften: 1,
    minimum: 1,
  });
  expect(placed.map((p) => [p.x, p.width])).toEqual([
    [10, 25],
    [35, 25],
    [60, 50],
  ]);
});

test('a narrow rung has the minimum width, and all rungs together have the total width', () => {
  const placed = placeRungs([rung(1, 0.001), rung(2, 0.999)], { left: 0, width: 40, soften: 0.62, minimum: 2.2 });
  expect(placed[0]?.width).toBeGreaterThan(2);
  expect(placed.reduce((sum, p) => sum + p.width, 0)).toBeCloseTo(40);
});

test('the staircase path connects each horizontal piece with the next piece', () => {
  expect(
    staircasePath([
      { from: 0, to: 10, y: 5 },
      { from: 10, to: 20, y: 8 },
    ]),
  ).toBe('M0.0 5.0H10.0L10.0 8.0H20.0');
});

test('grid lines have round values inside the range', () => {
  expect(gridPrices(3250, 3450, 5)).toEqual([3250, 3300, 3350, 3400, 3450]);
  expect(gridPrices(5, 5, 4)).toEqual([]);
});
