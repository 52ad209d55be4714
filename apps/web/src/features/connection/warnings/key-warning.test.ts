// Tests of warnings about rejected and revoked keys.
import { expect, test } from 'vitest';
import { checkKeys } from './key-warning.ts';

const namesOf = ({ due }: ReturnType<typeof checkKeys>) => due.map(({ name }) => name);
const accounts = (...states: readonly ('active' | 'refused' | 'missing' | 'revoked')[]) =>
  states.map((state, index) => ({
    id: `${index}`,
    name: `account ${index}`,
    key_state: state,
    permissions: ['trade'],
  }));

test('the rejection of a key is reported once', () => {
  const first = checkKeys(new Set(), accounts('refused', 'active', 'refused'));
  expect(namesOf(first)).toEqual(['account 0', 'account 2']);
  expect(namesOf(checkKeys(first.reported, accounts('refused', 'active', 'refused')))).toEqual([]);
  expect(namesOf(checkKeys(first.reported, accounts('refused', 'refused', 'refused')))).toEqual(['account 1']);
});

test('a rejected key that becomes active is reported again when the exchange rejects it again', () => {
  const first = checkKeys(new Set(), accounts('refused'));
  const recovered = checkKeys(first.reported, accounts('active'));
  expect(namesOf(recovered)).toEqual([]);
  expect(namesOf(checkKeys(recovered.reported, accounts('refused')))).toEqual(['account 0']);
});

test('a revoked key is reported, even when the rejection of this key was reported before', () => {
  const refused = checkKeys(new Set(), accounts('refused'));
  expect(checkKeys(refused.reported, accounts('revoked')).due).toEqual([{ name: 'account 0', problem: 'revoked' }]);
  expect(checkKeys(new Set(), accounts('revoked', 'missing')).due).toEqual([{ name: 'account 0', problem: 'revoked' }]);
});

test('an active key that may withdraw is reported, and a missing key with this right is not reported', () => {
  const [active, missing] = accounts('active', 'missing').map((each) => ({
    ...each,
    permissions: ['trade', 'withdraw'],
  }));
  if (active === undefined || missing === undefined) throw new Error('There are two accounts.');
  expect(checkKeys(new Set(), [active, missing]).due).toEqual([{ name: 'account 0', problem: 'withdraw' }]);
});
