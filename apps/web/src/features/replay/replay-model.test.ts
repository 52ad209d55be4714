// Tests of the geometry of a replayed round.
import { expect, test } from 'vitest';
import { drawReplay, tickOf, type ReplayRound } from './replay-model.ts';

const round: ReplayRound = {
  symbol: 'ETH-USDT-SWAP',
  end: 'exit',
  net: '5',
  lowest: '-9',
  fees: '1',
  cycles: 1,
  nearest: 40,
  bracket: { better: '5', worse: '4' },
  from: 0,
  to: 100,
  levels: [
    { step: 1, price: '100', cyclic: false },
    { step: 2, price: '90', cyclic: true },
  ],
  prices: [
    { at: 0, price: '100' },
    { at: 50, price: '90' },
    { at: 100, price: '105' },
  ],
  fills: [
    { at: 0, price: '100', kind: 'entry', step: 1, net: null },
    { at: 50, price: '90', kind: 'entry', step: 2, net: null },
    { at: 75, price: '95', kind: 'cycle', step: 2, net: '5' },
    { at: 100, price: '105', kind: 'exit', step: 0, net: null },
  ],
  exits: [
    { at: 0, price: '105' },
    { at: 50, price: '102' },
  ],
  liquidations: [
    { at: 0, price: null },
    { at: 50, price: '45' },
  ],
};

test('the first price is at the left of the chart, and the highest price is near the top', () => {
  const { price, markers } = drawReplay(round);
  expect(price).toMatch(/^M0 \d/);
  const [first, second, cycle, exit] = markers;
  expect([first?.x, second?.x, cycle?.x, exit?.x]).toEqual([0, 50, 75, 100]);
  expect(exit?.y).toBeLessThan(first?.y ?? 0);
  expect(second?.y).toBeGreaterThan(90);
});

test('the line of a lot ends when its cycle is complete or the round ends, and only a lot with a cycle has the coordinate `top`', () => {
  const { held } = drawReplay(round);
  expect(held.map(({ x, width }) => [x, width])).toEqual([
    [0, 1000],
    [500, 250],
  ]);
  expect(held[0]?.top).toBeNull();
  expect(held[1]?.top).toBeLessThan(held[1]?.y ?? 0);
});

test('the exit line has steps and ends at the right edge', () => {
  expect(drawReplay(round).exit).toMatch(/^M0 [\d.]+H500V[\d.]+H1000$/);
});

test('when the liquidation price is half of the market price, the area fills half of the chart height, and without a liquidation price the area is empty', () => {
  const { danger, dangerLabels } = drawReplay(round);
  expect(danger).toBe('M0 1000L0 1000H500L500 500H1000L1000 1000Z');
  expect(dangerLabels).toEqual([{ x: 75, y: 50, percent: 50, isWide: true }]);
});

test('the price with the most decimal places is used as the tick size', () => {
  expect(tickOf(round)).toBe('1');
  expect(tickOf({ ...round, prices: [{ at: 0, price: '99.125' }] })).toBe('99.125');
});

test('when the labels of two levels would overlap, the lower label is moved down', () => {
  const levels = [
    { step: 1, price: '100', cyclic: false },
    { step: 2, price: '99.9', cyclic: true },
  ];
  const [first, second] = drawReplay({ ...round, levels }).levels;
  expect(first?.label).toBe(first?.y);
  expect((second?.label ?? 0) - (first?.label ?? 0)).toBeCloseTo(8.2);
});

const fall: ReplayRound = {
  ...round,
  to: 10_000,
  prices: [
    { at: 0, price: '100' },
    { at: 5_000, price: '70' },
    { at: 10_000, price: '50' },
  ],
  fills: [
    { at: 0, price: '100', kind: 'entry', step: 1, net: null },
    { at: 100, price: '90', kind: 'entry', step: 2, net: null },
    { at: 3_000, price: '91', kind: 'cycle', step: 2, net: '1' },
    { at: 4_000, price: '90', kind: 'entry', step: 2, net: null },
    { at: 10_000, price: '50', kind: 'liquidation', step: 0, net: '-100' },
  ],
};

test('the first entries of a fall take two fifths of the width, also when they are a hundredth of the time', () => {
  const { markers, stretched, price } = drawReplay(fall, { isFall: true });
  expect(stretched).toEqual({ x: 45, at: 110 });
  const [first, second, , again, end] = markers.map(({ x }) => x);
  expect([first, end]).toEqual([0, 100]);
  expect(second).toBeCloseTo(40.9, 1);
  expect(again).toBeGreaterThan(45);
  // The entry is a point of the price, too.
  expect(price).toContain('L409.1 ');
  expect(drawReplay(fall).markers[1]?.x).toBe(1);
});

test('a fall whose entries take enough of the width, or are at one time, has one scale', () => {
  expect(drawReplay(round, { isFall: true })).toEqual(drawReplay(round));
  const once = { ...fall, fills: fall.fills.filter(({ step }) => step !== 2) };
  expect(drawReplay(once, { isFall: true }).stretched).toBeNull();
});
