// Tests which positions of an account belong to no running bot, and how much margin they use.
import { decimal, lots } from '@rondo/decimal';
import type { ShownPosition } from '@rondo/engine';
import { botConfig } from '@rondo/testkit';
import { expect, test } from 'vitest';
import type { Listing } from '../market/market.ts';
import { foreignPositions } from './shown-positions.ts';

const rules = botConfig().instrument;
const listing: Listing = {
  rules,
  baseCurrency: 'ETH',
  quoteCurrency: 'USDT',
  settlementCurrency: 'USDT',
  state: 'live',
  endsAt: null,
  maxLeverage: decimal('100'),
};
const listings = new Map([[rules.id, listing]]);
const position: ShownPosition = {
  instrumentId: rules.id,
  positionSide: 'net',
  lots: lots(1_000n),
  size: decimal('10'),
  averagePrice: decimal('3000'),
  markPrice: decimal('3100'),
  liquidationPrice: decimal('2000'),
  unrealisedPnl: decimal('100'),
  leverage: decimal('10'),
  updatedAt: 0,
};
const bot = { id: 'b', name: 'ETH', instrumentId: rules.id, direction: 'long', reservedMargin: '100' } as const;
const noBots = { bots: [], surpluses: {} };

test('a position on the instrument and side of a running bot is not foreign', () => {
  expect(foreignPositions([position], { bots: [bot], surpluses: {} }, listings)).toEqual({
    positions: [],
    margin: '0',
  });
});

test('a position on the other side or without a bot is foreign, and its margin is its value at the mark price divided by its leverage', () => {
  const short: ShownPosition = { ...position, positionSide: 'short' };
  // 10 contracts of 0.1 ETH at 3,100 USDT with a leverage of 10.
  expect(foreignPositions([short], { bots: [bot], surpluses: {} }, listings)).toMatchObject({
    positions: [{ symbol: rules.id, side: 'short', margin: '310', liquidation_price: '2000' }],
    margin: '310',
  });
  const unknown: ShownPosition = { ...position, leverage: null };
  expect(foreignPositions([position, unknown], noBots, listings).margin).toBe('3410');
});

test('the contracts of the user beside those of a bot are a position of their own, with their share of the PnL and of the margin', () => {
  const managed = { bots: [bot], surpluses: { [bot.id]: '4' } };
  // 4 of 10 contracts: 0.4 ETH at 3,100 USDT with a leverage of 10.
  expect(foreignPositions([position], managed, listings)).toMatchObject({
    positions: [{ symbol: rules.id, side: 'long', position_size: '4', pnl: '40', margin: '124', beside: 'ETH' }],
    margin: '124',
  });
  expect(foreignPositions([{ ...position, positionSide: 'short' }], managed, listings).positions).toMatchObject([
    { side: 'short', position_size: '10', beside: null },
  ]);
  // The position has become smaller since the difference was found.
  const smaller = { ...managed, surpluses: { [bot.id]: '11' } };
  expect(foreignPositions([position], smaller, listings).positions).toMatchObject([{ position_size: '10' }]);
});

test('a closed position and a position on an unknown instrument are not shown', () => {
  const closed: ShownPosition = { ...position, lots: lots(0n), size: decimal('0') };
  expect(foreignPositions([closed], noBots, listings).positions).toEqual([]);
  expect(foreignPositions([position], noBots, new Map())).toEqual({ positions: [], margin: '0' });
});
