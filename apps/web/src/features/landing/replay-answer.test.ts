// The replayed rounds are taken over whole or not at all.
import { expect, test } from 'vitest';
import { parseReplays } from './replay-answer.ts';

const round = {
  symbol: 'ETH-USDT-SWAP',
  end: 'exit',
  net: '5',
  lowest: '-9',
  fees: '1',
  cycles: 2,
  nearest: null,
  bracket: { better: '5', worse: '4' },
  from: 0,
  to: 100,
  levels: [{ step: 1, price: '100', cyclic: false }],
  prices: [{ at: 0, price: '100' }],
  fills: [{ at: 0, price: '100', kind: 'entry', step: 1, net: null }],
  exits: [],
  liquidations: [{ at: 0, price: null }],
};
const answer = {
  settings: {
    budget: '10000',
    leverage: 10,
    martin_steps: 4,
    cycle_steps: 2,
    defense_percent: 4,
    take_profit: 0.5,
  },
  days: 30,
  finished: round,
  fall: null,
  fall_percent: 0,
};

test('an answer with one round and no fall is read', () => {
  expect(parseReplays(answer)).toEqual(answer);
});

test('an end or a fill that nobody knows makes no picture', () => {
  expect(parseReplays({ ...answer, finished: { ...round, end: 'won' } })).toBeUndefined();
  const fills = [{ ...round.fills[0], kind: 'gift' }];
  expect(parseReplays({ ...answer, finished: { ...round, fills } })).toBeUndefined();
});
