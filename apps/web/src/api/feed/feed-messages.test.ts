// Tests how messages of the live feed change the margin of the page.
import { QueryClient } from '@tanstack/react-query';
import type { FeedMessage, MarginResponse } from '@rondo/contract';
import { expect, test } from 'vitest';
import { fixedBot } from '../../workbench/samples.ts';
import { queryKeys } from '../queries/query-keys.ts';
import { applyFeedMessage, withBalance } from './feed-messages.ts';

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

test('the margin is fetched again when a bot says that the position at the exchange is another one, and only once', () => {
  const queries = new QueryClient();
  const key = [...queryKeys.margin, 'a'];
  const line = {
    created_at: '2026-03-02T12:00:00.000Z',
    type: 'ERROR' as const,
    message: '',
    message_key: 'bots.log.positionDiffers',
    parameters: {},
  };
  const isFetchedAgainAfter = (data: typeof fixedBot): boolean => {
    queries.setQueryData(key, margin);
    applyFeedMessage(queries, { type: 'bot', data });
    return queries.getQueryState(key)?.isInvalidated ?? false;
  };
  queries.setQueryData(queryKeys.myBots, [fixedBot]);
  expect(isFetchedAgainAfter(fixedBot)).toBe(false);
  expect(isFetchedAgainAfter({ ...fixedBot, logs: [line] })).toBe(true);
  expect(isFetchedAgainAfter({ ...fixedBot, logs: [line] })).toBe(false);
  expect(isFetchedAgainAfter({ ...fixedBot, status: 'completed' })).toBe(true);
});
