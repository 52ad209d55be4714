// Tests the picture of the moments of a rule.
import { expect, test } from 'vitest';
import { drawMoments, momentsSize } from './moments-picture.ts';

test('each signal has a tick at its time, and each opened round a mark on the price', () => {
  const prices = [
    { at: 25, close: 100 },
    { at: 50, close: 90 },
    { at: 100, close: 110 },
  ];
  const picture = drawMoments({ fromAt: 0, toAt: 100, prices, firings: [50, 100], opened: [50] });
  expect(picture.line).toMatch(/^M120 \d+(\.\d)?L240 78L480 4$/);
  expect(picture.ticks).toBe(`M240 82V${momentsSize.height}M480 82V${momentsSize.height}`);
  expect(picture.opened).toEqual([{ x: 240, y: 78 }]);
});

test('a rule without signals has no tick', () => {
  const picture = drawMoments({ fromAt: 0, toAt: 1, prices: [{ at: 1, close: 1 }], firings: [], opened: [] });
  expect(picture).toMatchObject({ ticks: '', opened: [] });
});
