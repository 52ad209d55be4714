// Tests of the sequence of tables in a backup.
import { expect, test } from 'vitest';
import { orderTables } from './table-order.ts';

test('each table is after the tables that it refers to, and a table may refer to itself', () => {
  const references = [
    { from: 'bots', to: 'accounts' },
    { from: 'accounts', to: 'users' },
    { from: 'users', to: 'users' },
  ];
  expect(orderTables(['accounts', 'bots', 'settings', 'users'], references)).toEqual([
    'settings',
    'users',
    'accounts',
    'bots',
  ]);
});

test('tables that refer to each other are an error', () => {
  const references = [
    { from: 'a', to: 'b' },
    { from: 'b', to: 'a' },
  ];
  expect(() => orderTables(['a', 'b'], references)).toThrow('the tables a, b refer to each other');
});
