// Tests of the address of the operator's console: a written address is read with the same values, and invalid values are ignored.
import { expect, test } from 'vitest';
import { initialPlace, readPlace, writePlace, type Place } from './console-place.ts';

const read = (query: string): Place => readPlace(new URLSearchParams(query));

test('the console shows the queue of waiting people at first', () => {
  expect(read('')).toEqual(initialPlace('sign-ups'));
  expect(read('').state).toBe('pending');
  expect(writePlace(initialPlace('sign-ups'))).toBe('');
});

test.each<Place>([
  { tab: 'people', state: 'revoked', search: 'mina & co', page: 3, before: null, personId: 'u-1' },
  { tab: 'links', state: 'all', search: 'okx', page: 2, before: null, personId: null },
  { tab: 'audit', state: 'all', search: '', page: 1, before: 120, personId: null },
  initialPlace('audit'),
  initialPlace('health'),
])('the place %j is written to an address and read from this address without a change', (place) => {
  expect(read(writePlace(place))).toEqual(place);
});

test.each(['tab=nothing', 'state=approved', 'page=0', 'page=-1', 'page=1e3', 'page=99999999', 'before=x', 'q='])(
  'the invalid query %s of the address is ignored',
  (query) => {
    expect(read(query)).toEqual(initialPlace('sign-ups'));
  },
);
