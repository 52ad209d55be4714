// Tests of the cached mark price of a bot without a position.
import { expect, test } from 'vitest';
import type { BotWire } from '@rondo/contract';
import { withMark } from './cached-mark.ts';

// Only the field that the tested function reads.
const bot = (price: string | null): BotWire => ({ mark_price: price }) as BotWire;

test('a current price is shown as it is', () => {
  const now = bot('120.1');
  expect(withMark(now, { price: '119', at: 5 }, 6)).toEqual({ bot: now, markedAt: null });
});

test('without a price the cached price is shown with its time', () => {
  expect(withMark(bot(null), { price: '119', at: 5 }, 6)).toEqual({ bot: { mark_price: '119' }, markedAt: 5 });
});

test('a cached price that is too old is not shown', () => {
  expect(withMark(bot(null), { price: '119', at: 5 }, 30_006)).toEqual({ bot: { mark_price: null }, markedAt: null });
});

test('without any known price the price is unknown', () => {
  expect(withMark(bot(null), null, 6)).toEqual({ bot: { mark_price: null }, markedAt: null });
});
