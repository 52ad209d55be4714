// Tests that the hand-written parsers of the landing page accept the responses that the contract allows.
import { leaderboardSchema, planSlotsSchema, routes, testimonialListSchema } from '@rondo/contract';
import { expect, test } from 'vitest';
import { parseLeaderboard, parsePlan, parseTestimonials, publicPaths } from './public-responses.ts';

const board = leaderboardSchema.parse({
  items: [
    {
      email: 'ab***@g***',
      initials: 'AB',
      total_profit_30d: '-1.5',
      active_days_30d: 3,
      active_bots: [{ symbol: 'ETH-USDT-SWAP', reentry_text: 'round 2', round: 2 }],
      created_symbols: ['ETH-USDT-SWAP'],
      simulated: true,
    },
  ],
  results: ['-5', '3'],
  denominators: { accounts: 9, lost: 1, median_profit_30d: '0' },
  updated_at: 1,
  next_update_at: 2,
});
const plan = planSlotsSchema.parse({
  is_shown: true,
  price: '0',
  currency: 'USDT',
  total_slots: 100,
  remaining_slots: 3,
});
const proofs = testimonialListSchema.parse({
  items: [
    {
      user_name: 'm***',
      symbol: 'ETH-USDT-SWAP',
      direction: 'SHORT',
      duration_days: 2,
      martin_steps: 4,
      cycle_steps: 1,
      step_distance: 1.5,
      take_profit: 0.5,
      take_profit_count: 12,
      net_profit: '12.5',
      simulated: true,
    },
  ],
});

test('the parsers accept responses that the schemas of the contract accept', () => {
  expect(parseLeaderboard(board)).toMatchObject({ denominators: { accounts: 9 }, items: [{ initials: 'AB' }] });
  expect(parsePlan(plan)).toEqual(plan);
  expect(parseTestimonials(proofs)).toEqual(proofs);
});

test('the parsers reject values that the contract does not allow', () => {
  expect(parseLeaderboard({ ...board, denominators: { accounts: 9 } })).toBeUndefined();
  expect(parsePlan({ ...plan, remaining_slots: '3' })).toBeUndefined();
  expect(parseTestimonials({ items: [{ user_name: 'm***' }] })).toBeUndefined();
});

test('the paths of the calls are the paths in the route table of the contract', () => {
  for (const [name, path] of Object.entries(publicPaths)) expect(routes).toHaveProperty([name, 'path'], path);
});
