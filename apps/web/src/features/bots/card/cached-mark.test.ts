// Tests of the cached mark price of a bot without a position.
import { expect, test } from 'vitest';
import type { BotWire } from '@rondo/contract';
import { withMark } from './cached-mark.ts';

// The bot has only the field that the tested function reads.
const bot = (price: string | null): BotWire => ({ mark_price: price }) as BotWire;

test('a current price is shown without a time', () => {
  const now = bot('120.1');
  expect(withMark(now, { price: '119', at: 5 }, 6)).toEqual({ bot: now, markedAt: null });
});

test('when the bot has no price, the cached price is shown with its time', () => {
  expect(withMark(bot(null), { price: '119', at: 5 }, 6)).toEqual({ bot: { mark_price: '119' }, markedAt: 5 });
});

test('a cached price that is too old is not shown', () => {
  expect(withMark(bot(null), { price: '119', at: 5 }, 30_006)).toEqual({ bot: { mark_price: null }, markedAt: null });
});

test('the price is unknown when both the price of the bot and the cached price are missing', () => {
  expect(withMark(bot(null), null, 6)).toEqual({ bot: { mark_price: null }, markedAt: null });
});
