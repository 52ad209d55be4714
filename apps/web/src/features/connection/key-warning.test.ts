// One message for each account whose key the exchange refuses.
import { expect, test } from 'vitest';
import { lookAtKeys } from './key-warning.ts';

const accounts = (...states: readonly ('active' | 'refused' | 'missing')[]) =>
  states.map((state, index) => ({ id: `${index}`, name: `account ${index}`, key_state: state }));

test('each refused account is told once, however often it is looked at', () => {
  const first = lookAtKeys(new Set(), accounts('refused', 'active', 'refused'));
  expect(first.due).toEqual(['account 0', 'account 2']);
  expect(lookAtKeys(first.told, accounts('refused', 'active', 'refused')).due).toEqual([]);
  expect(lookAtKeys(first.told, accounts('refused', 'refused', 'refused')).due).toEqual(['account 1']);
});

test('a key that was taken in between is told again when it is refused again', () => {
  const first = lookAtKeys(new Set(), accounts('refused'));
  const mended = lookAtKeys(first.told, accounts('active'));
  expect(mended.due).toEqual([]);
  expect(lookAtKeys(mended.told, accounts('refused')).due).toEqual(['account 0']);
});
