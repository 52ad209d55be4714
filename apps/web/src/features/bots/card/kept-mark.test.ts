// The price of a bot whose position is just gone.
import { expect, test } from 'vitest';
import type { BotWire } from '@rondo/contract';
import { withMark } from './kept-mark.ts';

// Only the field that is read.
const bot = (price: string | null): BotWire => ({ mark_price: price }) as BotWire;

test('a price of now is shown as it is', () => {
  const now = bot('120.1');
  expect(withMark(now, { price: '119', at: 5 }, 6)).toEqual({ bot: now, markedAt: null });
});

test('without a price the last known one stays, with its time', () => {
  expect(withMark(bot(null), { price: '119', at: 5 }, 6)).toEqual({ bot: { mark_price: '119' }, markedAt: 5 });
});

test('a price that is older than the turn of a round is no price', () => {
  expect(withMark(bot(null), { price: '119', at: 5 }, 30_006)).toEqual({ bot: { mark_price: null }, markedAt: null });
});

test('a price that was never known stays unknown', () => {
  expect(withMark(bot(null), null, 6)).toEqual({ bot: { mark_price: null }, markedAt: null });
});
