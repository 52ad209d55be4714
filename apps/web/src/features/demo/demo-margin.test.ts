// Tests the margin card of the demo: the account of the server with the reservation of the bot of the form.
import { expect, test } from 'vitest';
import { demoMarginOf } from './demo-margin.ts';

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
const bot = { title: 'ETH Long', symbol: 'ETH-USDT-SWAP' };

test('the bot of the form has reserved its allocation, and the rest is available', () => {
  expect(demoMarginOf(account, { ...bot, allocation: '9000.5' })).toEqual({
    ...account,
    reserved_total: '9000.5',
    available: '999.5',
    reserved: [{ bot_id: 'demo', ...bot, amount: '9000.5' }],
  });
});

test('without an allocation nothing is reserved', () => {
  expect(demoMarginOf(account, { ...bot, allocation: null })).toBe(account);
});
