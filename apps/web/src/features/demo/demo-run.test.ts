// Tests of the demo run: the totals of the whole span, and the choice of the round that the chart shows.
import { botConfig } from '@rondo/testkit';
import { expect, test } from 'vitest';
import { percent, percentToRatio } from '@rondo/decimal';
import { runDemo } from './demo-run.ts';

const bot = botConfig({ cyclicSteps: 2, stepDistance: percentToRatio(percent('1')) });

const list = (...texts: readonly string[]) =>
  texts.map((text, index) => {
    const [open = '', high = '', low = '', close = ''] = text.split(' ');
    return { at: index * 900_000, open, high, low, close, volume: '1' };
  });

test('the rounds are counted, and the chart shows the longest round', () => {
  const run = runDemo(
    bot,
    list('2000 2012 2000 2012', '2012 2013 1990 1991', '1991 2000 1980 1999', '1999 2050 1999 2050'),
  );
  expect(run).toMatchObject({ isLiquidated: false, round: { symbol: 'ETH-USDT-SWAP', from: 900_000 } });
  expect(run?.rounds).toBeGreaterThan(1);
  expect(Number(run?.net)).toBeGreaterThan(0);
});

test('the chart shows a liquidated round, even when the round is short', () => {
  const run = runDemo(bot, list('2000 2001 1999 2000', '2000 2000 1500 1500'));
  expect(run).toMatchObject({ isLiquidated: true, round: { end: 'liquidation' } });
});

test('the run is null when there are no candles', () => {
  expect(runDemo(bot, list())).toBeNull();
});
