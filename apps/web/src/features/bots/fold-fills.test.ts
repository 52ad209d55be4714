// Tests that the log joins the partial fills of one order.
import type { BotLogWire } from '@rondo/contract';
import { expect, test } from 'vitest';
import { foldFills } from './fold-fills.ts';

const line = (second: number, parameters: Record<string, string>, message_key = 'bots.log.stepFilled'): BotLogWire => ({
  created_at: `2026-01-01T00:00:0${second}.000Z`,
  type: 'ORDER',
  message: '',
  message_key,
  parameters,
});
const part = (second: number, size: string): BotLogWire =>
  line(second, { round: '1', step: '4', price: '0.2784', size });

test('three fills of one order at one price are one line with the sum of their sizes', () => {
  const folded = foldFills([part(3, '10.5'), part(2, '20'), part(1, '2.37')]);
  expect(folded).toEqual([{ line: part(3, '32.87'), parts: 3 }]);
});

test.each([
  ['another step', { round: '1', step: '3', price: '0.2784', size: '1' }],
  ['another price', { round: '1', step: '4', price: '0.2785', size: '1' }],
  ['another round', { round: '2', step: '4', price: '0.2784', size: '1' }],
])('a fill of %s stays a line of its own', (_difference, parameters) => {
  const lines = [part(3, '10'), line(2, parameters)];
  expect(foldFills(lines)).toEqual(lines.map((each) => ({ line: each, parts: 1 })));
});

test('a line between two fills keeps the fills apart, and equal lines without a fill are not joined', () => {
  const held = line(2, {}, 'bots.log.released');
  const lines = [part(3, '10'), held, held, part(1, '10')];
  expect(foldFills(lines)).toEqual(lines.map((each) => ({ line: each, parts: 1 })));
});
