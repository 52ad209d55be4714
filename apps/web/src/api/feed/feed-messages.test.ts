// Tests how a balance of the live feed changes the margin of the page.
import type { FeedMessage, MarginResponse } from '@rondo/contract';
import { expect, test } from 'vitest';
import { withBalance } from './feed-messages.ts';

const margin: MarginResponse = {
  account_id: 'a',
  total: '1000',
  reserved_total: '600',
  covered_loss: '0',
  available: '400',
  reserved: [],
  foreign_positions: [],
  foreign_margin: '0',
  at: 1,
};
const balance = (changes: Partial<Extract<FeedMessage, { type: 'balance' }>['data']>) =>
  ({ account_id: 'a', total_balance: '950', available_balance: '0', at: 2, ...changes }) as const;

test('a loss that the reservations cover leaves the available margin as it is', () => {
  expect(withBalance(margin, balance({ covered_loss: '50' }))).toEqual({
    ...margin,
    total: '950',
    covered_loss: '50',
    at: 2,
  });
});

test('a message of an older server has no covered loss, so the last known one counts', () => {
  const known = { ...margin, covered_loss: '30' };
  expect(withBalance(known, balance({}))).toMatchObject({ total: '950', covered_loss: '30', available: '380' });
});
