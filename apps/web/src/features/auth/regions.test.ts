// Tests of the list of countries.
import { expect, test } from 'vitest';
import { allRegions, namedRegions } from './regions.ts';

const namesOf = (codes: readonly string[], language: string) => namedRegions(codes, language).map(({ name }) => name);

test('countries are named and sorted in the chosen language', () => {
  expect(namesOf(['US', 'KP', 'CU'], 'en')).toEqual(['Cuba', 'North Korea', 'United States']);
  expect(namesOf(['US'], 'ko')).toEqual(['미국']);
});

test('there are 249 codes, each once and each with a name', () => {
  expect(new Set(allRegions).size).toBe(249);
  expect(namesOf(allRegions, 'en').filter((name) => /^[A-Z]{2}$/.test(name))).toEqual([]);
});
