// Tests of a range whose oldest bots are not in the list.
import { expect, test } from 'vitest';
import type { HistoryItem } from '@rondo/contract';
import { completeDays, isPartial, unlistedSum } from './partial-list.ts';

const item = (day: string, profit: string): HistoryItem =>
  // An item has only the fields that the tested functions read.
  ({ ended_at: `${day}T10:00:00.000Z`, total_profit: profit }) as HistoryItem;
const list = {
  items: [item('2026-02-20', '10.000000000000000001'), item('2026-02-11', '-4')],
  total: 3,
  total_profit: '1.000000000000000001',
  from: '2026-02-01',
  to: '2026-02-28',
};

test('the bots that are not listed have the exact rest of the total', () => {
  expect([isPartial(list), unlistedSum(list)]).toEqual([true, '-5']);
  expect([isPartial({ ...list, total: 2 }), unlistedSum({ ...list, total: 2 })]).toEqual([false, '0']);
});

test('the complete days begin after the day of the oldest bot of the list', () => {
  expect(completeDays(list)).toEqual({ from: '2026-02-12', to: '2026-02-28' });
  expect(completeDays({ ...list, total: 2 })).toMatchObject({ from: '2026-02-01', to: '2026-02-28' });
});
