// Tests of the price that an entry may use.
import { decimal, ticks } from '@rondo/decimal';
import { expect, test } from 'vitest';
import { memoryWithBot } from '../../tests/builders.ts';
import { entryPriceOf } from './entry-price.ts';

const now = 1_000_000;

test('an entry may use the last price when the last price and the mark price are new and near to each other', () => {
  const { memory, bot } = memoryWithBot(now);
  const common = { instrumentId: bot.config.instrument.id, at: now, receivedAt: now };
  const ticker = { ...common, last: ticks(200_000n), bid: null, ask: null };
  memory.tickers.set(common.instrumentId, ticker);
  memory.marks.set(common.instrumentId, { ...common, price: decimal('2000') });
  expect(entryPriceOf(memory, bot, { now, venueNow: now })).toEqual({ ok: true, ticker });
});
