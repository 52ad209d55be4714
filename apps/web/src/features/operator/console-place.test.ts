// Tests of the console's address: it is read as it was written, and invalid values are ignored.
import { expect, test } from 'vitest';
import { initialPlace, readPlace, writePlace, type Place } from './console-place.ts';

const read = (query: string): Place => readPlace(new URLSearchParams(query));

test('the console opens with the queue of waiting people', () => {
  expect(read('')).toEqual(initialPlace('sign-ups'));
  expect(read('').state).toBe('pending');
  expect(writePlace(initialPlace('sign-ups'))).toBe('');
});

test.each<Place>([
  { tab: 'people', state: 'revoked', search: 'mina & co', page: 3, before: null, personId: 'u-1' },
  { tab: 'links', state: 'all', search: 'okx', page: 2, before: null, personId: null },
  { tab: 'audit', state: 'all', search: '', page: 1, before: 120, personId: null },
  initialPlace('health'),
])('a place is read from its written address unchanged: %j', (place) => {
  expect(read(writePlace(place))).toEqual(place);
});

test.each(['tab=nothing', 'state=approved', 'page=0', 'page=-1', 'page=1e3', 'page=99999999', 'before=x', 'q='])(
  'an invalid %s in the address is ignored',
  (query) => {
    expect(read(query)).toEqual(initialPlace('sign-ups'));
  },
);
