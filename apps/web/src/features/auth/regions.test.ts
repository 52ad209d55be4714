// Tests of the list of countries.
import { expect, test } from 'vitest';
import { allRegions, namedRegions } from './regions.ts';

const namesOf = (codes: readonly string[], language: string) => namedRegions(codes, language).map(({ name }) => name);

test('the names and the order of the countries follow the chosen language', () => {
  expect(namesOf(['US', 'KP', 'CU'], 'en')).toEqual(['Cuba', 'North Korea', 'United States']);
  expect(namesOf(['US'], 'ko')).toEqual(['미국']);
});

test('the list has 249 different codes, and each code has a name', () => {
  expect(new Set(allRegions).size).toBe(249);
  expect(namesOf(allRegions, 'en').filter((name) => /^[A-Z]{2}$/.test(name))).toEqual([]);
});
