// Tests the lines about journal and exchange: an account that was not read has no figures, and the lines say what to do.
import { expect, test } from 'vitest';
import type { AccountDifferences } from '../restore/account-differences.ts';
import { differenceLines } from './difference-lines.ts';

const read: AccountDifferences = {
  account: 'a1',
  label: 'Sandbox',
  problem: null,
  knownOrders: 3,
  unknownOrders: [],
  otherOrders: 1,
  missingOrders: ['q2r1'],
  positions: [],
};
const unread: AccountDifferences = {
  ...read,
  account: 'a2',
  problem: 'The list of instruments could not be read.',
  knownOrders: 0,
  otherOrders: 0,
  missingOrders: [],
};

test('an account that was not read is in no row with figures, and the last line says what to do', () => {
  const lines = differenceLines([read, unread]);
  expect(lines[0]).toBe('Accounts: 2. Journal and exchange differ: 1. Not read: 1.');
  expect(lines.filter((line) => line.includes('a2'))).toEqual([
    'Sandbox a2: not read: The list of instruments could not be read.',
  ]);
  expect(lines.at(-1)).toBe(
    'The accounts that were not read were not compared. The exchange must be reachable from this machine. The sandbox runs while its server runs.',
  );
});

test('accounts that were all read and do not differ have one line', () => {
  const same = { ...read, missingOrders: [], otherOrders: 0 };
  expect(differenceLines([same])).toEqual(['Accounts: 1. Journal and exchange differ: 0. Not read: 0.']);
});
