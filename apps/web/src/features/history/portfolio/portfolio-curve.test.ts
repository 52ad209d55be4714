// Tests of the curve of all bots: its exact totals, and the unrealised result at its end.
import { expect, test } from 'vitest';
import { openResultOf, portfolioCurveOf } from './portfolio-curve.ts';

const dayMs = 86_400_000;
const days = [
  { day: '2026-02-03', realised: '10.000000000000000001' },
  { day: '2026-02-05', realised: '-4.5' },
];
const running = [
  { bot_id: 'one', booked: '2.25' },
  { bot_id: 'two', booked: '-1' },
];
const bot = (id: string, current: string, unrealised: string | null = '0') => ({
  id,
  current_pnl: current,
  unrealised_pnl: unrealised,
});
const portfolio = { from: '2026-02-01', to: '2026-02-05', days, running };

test('each day with a result is a step at its end, with the exact running total', () => {
  expect(portfolioCurveOf(days)).toEqual([
    { day: '2026-02-03', realised: '10.000000000000000001', at: Date.UTC(2026, 1, 4), total: '10.000000000000000001' },
    { day: '2026-02-05', realised: '-4.5', at: Date.UTC(2026, 1, 5) + dayMs, total: '5.500000000000000001' },
  ]);
});

test('the unrealised result is the whole result of the running bots less what is booked for them, and the total contains it', () => {
  expect(openResultOf(portfolio, [bot('one', '5'), bot('two', '-3.000000000000000001')])).toEqual({
    amount: '0.749999999999999999',
    total: '6.25',
  });
});

test('a bot that has just started or ended is left out until both lists have it', () => {
  expect(openResultOf(portfolio, [bot('one', '5'), bot('new', '100')])).toEqual({
    amount: '2.75',
    total: '8.250000000000000001',
  });
});

test('without running bots, or while the price of a position is unknown, there is no unrealised result', () => {
  expect(openResultOf(portfolio, [])).toBeNull();
  expect(openResultOf(portfolio, [bot('one', '5'), bot('two', '1', null)])).toBeNull();
});
