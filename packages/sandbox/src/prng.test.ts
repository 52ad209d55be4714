// Tests of the named streams: equal names give equal numbers. Seeded markets depend on the exact values.
import { expect, test } from 'vitest';
import { createNamedPrng, hashText, normal, randomName } from './prng.ts';

test('streams with equal names give equal numbers, and streams with different names give different numbers', () => {
  const draw = (name: string): readonly number[] => Array.from({ length: 3 }, createNamedPrng(name));
  expect(draw('a')).toEqual(draw('a'));
  expect(draw('a')).not.toEqual(draw('b'));
});

test('the hash of a name is a 32-bit number', () => {
  expect(hashText('rondo')).toBe(hashText('rondo'));
  for (const name of ['', 'a', '한글']) expect(hashText(name)).toBe(hashText(name) >>> 0);
});

test('normal numbers have mean 0 and deviation 1, and their absolute value is less than 3.5', () => {
  const random = createNamedPrng('normal');
  const numbers = Array.from({ length: 20_000 }, () => normal(random));
  const mean = numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
  const variance = numbers.reduce((sum, number) => sum + (number - mean) ** 2, 0) / numbers.length;
  expect(Math.abs(mean)).toBeLessThan(0.03);
  expect(Math.abs(variance - 1)).toBeLessThan(0.05);
  expect(Math.max(...numbers.map(Math.abs))).toBeLessThan(3.5);
});

test('a random name has the requested length and only lower-case letters and digits', () => {
  expect(randomName(createNamedPrng('key'), 32)).toMatch(/^[a-z0-9]{32}$/);
});
