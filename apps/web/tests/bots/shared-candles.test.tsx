// Tests that the cards of running bots fetch the candles of a pair once: their charts and their changes of 24 hours share them.
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { CandlesQuery, CandleWire } from '@rondo/contract';
import { BotCard } from '../../src/features/bots/card/bot-card.tsx';
import { fixedBot, fixedDetail, fixedInstrument } from '../../src/workbench/samples.ts';
import { memberStorage, show } from '../support/show.tsx';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Candles of 15 minutes, as many as were asked for. The open price rises from 1 to the number of candles. */
const candlesOf = (count: number): CandleWire[] =>
  Array.from({ length: count }, (_, index) => ({
    at: index * 15 * minuteMs,
    open: String(index + 1),
    high: String(count + 1),
    low: '1',
    close: String(index + 1),
    volume: '1',
  }));

async function showTwoCards(ageMs: number) {
  await page.viewport(1280, 900);
  const bots = ['one', 'two'].map((id) => ({ ...fixedBot, id, title: id, mark_price: '50' }));
  const openedAt = Date.now() - ageMs;
  const fills = fixedDetail.fills.map((fill) => ({ ...fill, at: openedAt }));
  const candles = vi.fn(({ query }: { readonly query?: CandlesQuery }) => ({
    instId: fixedBot.symbol,
    bar: query?.bar ?? '15m',
    items: candlesOf(Number(query?.limit)),
  }));
  const { container } = await show(
    bots.map((bot) => <BotCard key={bot.id} bot={bot} receivedAt={Date.now()} instrument={fixedInstrument} />),
    {
      storage: memberStorage(),
      responses: {
        bot: ({ params }) => ({ ...fixedDetail, ...bots.find(({ id }) => id === params.id)!, fills }),
        candles,
      },
    },
  );
  await expect.poll(() => container.querySelectorAll('.ladder-chart svg').length, { timeout: 10_000 }).toBe(2);
  // The change of 24 hours is asked for when the browser is idle.
  await expect.poll(() => container.querySelectorAll('.bot-change > .signed').length, { timeout: 5_000 }).toBe(2);
  const asked = candles.mock.calls.map(([{ query }]) => query?.bar);
  return { container, asked };
}

test('two bots of one pair whose charts have candles of 15 minutes read one series, also for the change of 24 hours', async () => {
  const { container, asked } = await showTwoCards(23 * hourMs);
  expect(asked).toEqual(['15m']);
  // The price before 24 hours is the open price of the 96th candle from the end: 25 of 1 to 120. The price is 50 now.
  const changes = [...container.querySelectorAll('.bot-price')].map(({ textContent }) => textContent);
  expect(changes).toHaveLength(2);
  for (const change of changes) expect(change).toContain('+100.0%');
});

test('charts of another length read one more series for both bots', async () => {
  const { asked } = await showTwoCards(hourMs);
  expect(asked).toHaveLength(2);
  expect(new Set(asked)).toEqual(new Set(['15m', '1m']));
});
