// One message for each account whose key the exchange refuses.
import { expect, test } from 'vitest';
import { lookAtKeys } from './key-warning.ts';

const namesOf = ({ due }: ReturnType<typeof lookAtKeys>) => due.map(({ name }) => name);
const accounts = (...states: readonly ('active' | 'refused' | 'missing' | 'revoked')[]) =>
  states.map((state, index) => ({ id: `${index}`, name: `account ${index}`, key_state: state }));

test('each refused account is told once, however often it is looked at', () => {
  const first = lookAtKeys(new Set(), accounts('refused', 'active', 'refused'));
  expect(namesOf(first)).toEqual(['account 0', 'account 2']);
  expect(namesOf(lookAtKeys(first.told, accounts('refused', 'active', 'refused')))).toEqual([]);
  expect(namesOf(lookAtKeys(first.told, accounts('refused', 'refused', 'refused')))).toEqual(['account 1']);
});

test('a key that was taken in between is told again when it is refused again', () => {
  const first = lookAtKeys(new Set(), accounts('refused'));
  const mended = lookAtKeys(first.told, accounts('active'));
  expect(namesOf(mended)).toEqual([]);
  expect(namesOf(lookAtKeys(mended.told, accounts('refused')))).toEqual(['account 0']);
});

test('a key that the operator ended is told as such, also when it was told as refused', () => {
  const refused = lookAtKeys(new Set(), accounts('refused'));
  expect(lookAtKeys(refused.told, accounts('revoked')).due).toEqual([{ name: 'account 0', trouble: 'revoked' }]);
  expect(lookAtKeys(new Set(), accounts('revoked', 'missing')).due).toEqual([
    { name: 'account 0', trouble: 'revoked' },
  ]);
});
