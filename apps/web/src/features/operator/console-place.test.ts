// The console's address: what it says is what was chosen, and nonsense in it is left out.
import { expect, test } from 'vitest';
import { openingOf, readPlace, writePlace, type Place } from './console-place.ts';

const read = (query: string): Place => readPlace(new URLSearchParams(query));

test('the queue of those who wait is where the console opens', () => {
  expect(read('')).toEqual(openingOf('sign-ups'));
  expect(read('').state).toBe('pending');
  expect(writePlace(openingOf('sign-ups'))).toBe('');
});

test.each<Place>([
  { tab: 'people', state: 'revoked', search: 'mina & co', page: 3, before: null, personId: 'u-1' },
  { tab: 'links', state: 'all', search: 'okx', page: 2, before: null, personId: null },
  { tab: 'audit', state: 'all', search: '', page: 1, before: 120, personId: null },
  openingOf('health'),
])('a place is read as it was written: %j', (place) => {
  expect(read(writePlace(place))).toEqual(place);
});

test.each(['tab=nothing', 'state=approved', 'page=0', 'page=-1', 'page=1e3', 'page=99999999', 'before=x', 'q='])(
  'an address with %s opens where one without it does',
  (query) => {
    expect(read(query)).toEqual(openingOf('sign-ups'));
  },
);
