// Tests the margin card of the demo: the account of the server with the result and the reservation of the simulated bot.
import type { CandleWire } from '@rondo/contract';
import { add, decimal, formatDecimal, percent, percentToRatio, subtract } from '@rondo/decimal';
import type { BotConfig } from '@rondo/strategy';
import { botConfig } from '@rondo/testkit';
import { expect, test } from 'vitest';
import { demoMarginOf } from './demo-margin.ts';
import { runDemo } from './demo-run.ts';

const account = {
  account_id: 'demo',
  total: '10000',
  reserved_total: '0',
  covered_loss: '0',
  available: '10000',
  reserved: [],
  foreign_positions: [],
  foreign_margin: '0',
  at: 0,
};
const long = botConfig();
const allocation = formatDecimal(long.allocation);
const stopLoss = { fractionOfBudget: percentToRatio(percent('5')), endsBot: true };

/** The bot after hours with these prices (open, high, low and close), and its margin. */
const after = (texts: readonly string[], config: BotConfig = long) => {
  const items = texts.map((text, index): CandleWire => {
    const [open = '', high = '', low = '', close = ''] = text.split(' ');
    return { at: index * 3_600_000, open, high, low, close, volume: '1' };
  });
  const running = runDemo(config, items)?.bot;
  if (running === undefined) throw new Error('No order can be placed.');
  return { bot: running.bot, margin: demoMarginOf(account, { ...running, title: 'ETH Long' }) };
};

const sum = (one: string, other: string): string => formatDecimal(add(decimal(one), decimal(other)));
const exit = '2000 2012 2000 2012';
const falling = ['2000 2001 1970 1975', '1975 1976 1930 1935'];
const crash = ['2000 2001 1970 1975', '1975 1975 1240 1285'];

test('the loss of an open round is in the total and covered by the reservation, so the available margin stays', () => {
  const { bot, margin } = after(falling);
  expect(bot.current_pnl).toMatch(/^-/);
  expect(margin).toMatchObject({
    total: sum('10000', bot.current_pnl),
    reserved_total: allocation,
    covered_loss: bot.current_pnl.slice(1),
    available: formatDecimal(subtract(decimal('10000'), decimal(allocation))),
    reserved: [{ bot_id: 'demo', title: 'ETH Long', symbol: bot.symbol, amount: allocation }],
  });
});

test('the profit of the rounds that have ended is available, and the bot that waits keeps its reservation', () => {
  const { bot, margin } = after([exit]);
  expect([bot.phase, bot.current_pnl]).toEqual(['opening', expect.stringMatching(/^\d/)]);
  expect(margin).toMatchObject({
    total: sum('10000', bot.current_pnl),
    reserved_total: allocation,
    covered_loss: '0',
    available: formatDecimal(subtract(decimal(sum('10000', bot.current_pnl)), decimal(allocation))),
  });
});

test.each<[string, readonly string[], BotConfig]>([
  ['was liquidated', crash, long],
  ['ended with its stop loss', crash, { ...long, stopLoss }],
  ['has traded its one round', [exit], { ...long, autoReentry: false }],
])('a bot that %s reserves nothing, and its result is in the total', (_name, texts, config) => {
  const { bot, margin } = after(texts, config);
  expect(bot.status).toBe('completed');
  const total = sum('10000', bot.current_pnl);
  expect(margin).toMatchObject({ total, reserved_total: '0', covered_loss: '0', available: total, reserved: [] });
});
