// Tests of the parser of the replayed rounds.
import { expect, test } from 'vitest';
import { parseReplays } from './replay-response.ts';

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
const response = {
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

test('a response with a finished round is accepted when its field `fall` is null', () => {
  expect(parseReplays(response)).toEqual(response);
});

test('a round that ended with its stop loss is accepted', () => {
  const stopped = { ...response, finished: { ...round, end: 'stop' } };
  expect(parseReplays(stopped)).toEqual(stopped);
});

test('a response with an unknown kind of end, or with an unknown kind of fill, is rejected', () => {
  expect(parseReplays({ ...response, finished: { ...round, end: 'won' } })).toBeUndefined();
  const fills = [{ ...round.fills[0], kind: 'gift' }];
  expect(parseReplays({ ...response, finished: { ...round, fills } })).toBeUndefined();
});
