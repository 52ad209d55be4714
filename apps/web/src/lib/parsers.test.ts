// Tests of the small parsers: accepted values, rejected values, and removal of unknown fields.
import { expect, test } from 'vitest';
import { flag, listOf, nothing, number, oneOf, orNull, record, text } from './parsers.ts';

const person = record({ name: text(1, 5), age: number, isAdult: flag, secret: nothing, tag: orNull(oneOf('a', 'b')) });
const mina = { name: 'mina', age: 20, isAdult: true, secret: null, tag: null };

test('a valid value is returned without unknown fields', () => {
  expect(person({ ...mina, password: 'x' })).toEqual(mina);
  expect(person({ ...mina, tag: 'b' })).toEqual({ ...mina, tag: 'b' });
});

test.each([
  null,
  'mina',
  [],
  { ...mina, name: '' },
  { ...mina, name: 'longer' },
  { ...mina, age: '20' },
  { ...mina, age: Number.NaN },
  { ...mina, isAdult: 1 },
  { ...mina, secret: 'x' },
  { ...mina, tag: 'c' },
  { name: 'mina' },
])('the value %j is rejected', (value) => {
  expect(person(value)).toBeUndefined();
});

test('a name that an object inherits is not accepted as a field', () => {
  expect(record({ constructor: text() })({})).toBeUndefined();
});

test('a list is rejected when the list is too long or one of its items is invalid', () => {
  const numbers = listOf(number, 2);
  expect(numbers([1, 2])).toEqual([1, 2]);
  expect([numbers([1, 2, 3]), numbers([1, 'x']), numbers('12')]).toEqual([undefined, undefined, undefined]);
});
