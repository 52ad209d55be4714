// Names of the listed countries.
import { expect, test } from 'vitest';
import { regionNames } from './restricted-regions.tsx';

test('countries are named in the reader’s language and sorted by it', () => {
  expect(regionNames(['US', 'KP', 'CU'], 'en')).toEqual(['Cuba', 'North Korea', 'United States']);
  expect(regionNames(['US'], 'ko')).toEqual(['미국']);
});
