// Tests of the rules of OKX (`okxVenue`).
import { expect, test } from 'vitest';
import type { AccountReport } from '@rondo/engine/ports';
import { okxVenue } from './venue.ts';

const account: AccountReport = {
  uid: '1',
  level: '2',
  positionMode: 'hedge',
  permissions: ['read_only', 'trade'],
  addresses: [],
};

test.each([
  ['1', ['trade'], 'accountLevel'],
  ['4', ['trade'], 'accountLevel'],
  ['2', ['trade'], null],
  ['3', ['trade'], null],
  ['2', ['read_only'], 'keyPermission'],
  ['3', ['trade', 'withdraw'], 'keyMayWithdraw'],
] as const)(
  'for the account level %s and the key permissions %s, accountRefusal returns %s',
  (level, permissions, refusal) => {
    expect(okxVenue.accountRefusal({ ...account, level, permissions })).toBe(refusal);
  },
);

test('only the cancel source 1 means a cancellation by the user', () => {
  for (const cancelSource of ['', '0', '17', '22', '31'])
    expect(okxVenue.isUserCancel({ cancelSource }), cancelSource).toBe(false);
  expect(okxVenue.isUserCancel({ cancelSource: '1' })).toBe(true);
});

test('compareCursor compares bill ids as whole numbers, and an unreadable bill id counts as earlier', () => {
  expect(okxVenue.compareCursor('9', '10')).toBeLessThan(0);
  expect(okxVenue.compareCursor('900000000000000001', '900000000000000000')).toBeGreaterThan(0);
  expect(okxVenue.compareCursor('10', '10')).toBe(0);
  expect(okxVenue.compareCursor('none', '10')).toBeLessThan(0);
});

test('OKX books funding at a whole hour', () => {
  const hourAt = Date.UTC(2026, 0, 5, 8);
  expect(okxVenue.lastFundingAt(hourAt + 3_599_999)).toBe(hourAt);
  expect(okxVenue.lastFundingAt(hourAt)).toBe(hourAt);
  expect(okxVenue.lastFundingAt(hourAt - 1)).toBe(hourAt - 3_600_000);
});
