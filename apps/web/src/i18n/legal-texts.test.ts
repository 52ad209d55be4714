// Tests of the numbers in the terms and the privacy notice in every language (specification 9).
import { expect, test } from 'vitest';
import { legal as en } from './en/site/legal.ts';
import { legal as ja } from './ja/site/legal.ts';
import { legal as ko } from './ko/site/legal.ts';
import { legal as ru } from './ru/site/legal.ts';
import { legal as zh } from './zh/site/legal.ts';

const languages = Object.entries({ en, ko, ru, zh, ja });
const numbersOf = (text: string): readonly number[] => (text.match(/\d+/g) ?? []).map(Number);

test.each(languages)('%s: a change of the terms has 7 days of notice, a change of fees 30', (_, legal) => {
  expect(numbersOf(legal['legal.terms.changesText'])).toEqual([7, 30]);
});

test.each(languages)('%s: a change of the privacy notice has 7 days of notice, a material change 30', (_, legal) => {
  expect(numbersOf(legal['legal.privacy.changesText'])).toEqual([7, 30]);
});

test.each(languages)('%s: retention times are 5 years, 3 years, 3 months, 1 year and 26 months', (_, legal) => {
  expect(numbersOf(legal['legal.privacy.timeText']).slice(0, 5)).toEqual([5, 3, 3, 1, 26]);
});

test.each(languages)('%s: keys are encrypted with AES-256, traffic with TLS 1.3', (_, legal) => {
  expect(legal['legal.privacy.safetyText']).toContain('AES-256');
  expect(legal['legal.privacy.safetyText']).toContain('TLS 1.3');
});

test.each(languages)('%s: the minimum age is 18', (_, legal) => {
  expect(legal['legal.terms.whoText']).toContain('18');
});
