// Tests of the price of a bot while the API returns no mark price.
import { expect, test } from 'vitest';
import type { BotWire } from '@rondo/contract';
import { withMark } from './cached-mark.ts';

// The bot has only the fields that the tested function reads.
const bot = (price: string | null, changes: Partial<BotWire> = {}): BotWire =>
  ({ mark_price: price, unrealised_pnl: '0', ...changes }) as BotWire;

const instrument = { ctVal: '0.1' };
const at = (now: number) => ({ now, instrument });

test('a current price is shown without a time', () => {
  const now = bot('120.1');
  expect(withMark(now, [{ price: '119', at: 5 }], at(6))).toEqual({ bot: now, markedAt: null });
});

test('when the bot has no price, the cached price is shown with its time', () => {
  const known = [{ price: '119', at: 5 }, null];
  expect(withMark(bot(null), known, at(6))).toMatchObject({ bot: { mark_price: '119' }, markedAt: 5 });
});

test('of the cached price and the price of the market the newer one is shown', () => {
  const [older, newer] = [
    { price: '119', at: 5 },
    { price: '121', at: 9 },
  ];
  for (const known of [
    [older, newer],
    [newer, older],
  ])
    expect(withMark(bot(null), known, at(10))).toMatchObject({ bot: { mark_price: '121' }, markedAt: 9 });
});

test('a cached price that is too old is not shown', () => {
  expect(withMark(bot(null), [{ price: '119', at: 5 }], at(30_006))).toMatchObject({
    bot: { mark_price: null },
    markedAt: null,
  });
});

test('the price is unknown when both the price of the bot and the cached price are missing', () => {
  expect(withMark(bot(null), [null, null], at(6))).toMatchObject({ bot: { mark_price: null }, markedAt: null });
});

test.each([
  ['LONG', { unrealised_pnl: '-1.5', current_pnl: '8.5', pnl_percentage: 0.85 }],
  ['SHORT', { unrealised_pnl: '1.5', current_pnl: '11.5', pnl_percentage: 1.15 }],
] as const)(
  'the results of a %s position follow from the price, its size and its entry price',
  (direction, results) => {
    const position = { position_size: '5', entry_price: '122', realised_pnl: '10', allocation: '1000', direction };
    const shown = withMark(bot(null, { ...position, unrealised_pnl: null }), [{ price: '119', at: 5 }], at(6)).bot;
    expect(shown).toMatchObject(results);
  },
);
