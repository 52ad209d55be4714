// Tests of the numbers in the terms and the privacy notice in every language (specification 9).
import { expect, test } from 'vitest';
import { legal as en } from './en/site/legal.ts';
import { legal as ja } from './ja/site/legal.ts';
import { legal as ko } from './ko/site/legal.ts';
import { legal as ru } from './ru/site/legal.ts';
import { legal as zh } from './zh/site/legal.ts';

const languages = Object.entries({ en, ko, ru, zh, ja });
const numbersOf = (text: string): readonly number[] => (text.match(/\d+/g) ?? []).map(Number);

test.each(languages)(
  'in the language %s, the terms give 7 days of notice for a change and 30 days for a change of fees',
  (_, legal) => {
    expect(numbersOf(legal['legal.terms.changesText'])).toEqual([7, 30]);
  },
);

test.each(languages)(
  'in the language %s, the privacy notice gives 7 days of notice for a change and 30 days for a material change',
  (_, legal) => {
    expect(numbersOf(legal['legal.privacy.changesText'])).toEqual([7, 30]);
  },
);

test.each(languages)(
  'in the language %s, the privacy notice contains the retention times 5 years, 3 years, 3 months, 1 year and 26 months',
  (_, legal) => {
    expect(numbersOf(legal['legal.privacy.timeText']).slice(0, 5)).toEqual([5, 3, 3, 1, 26]);
  },
);

test.each(languages)(
  'in the language %s, the privacy notice names AES-256 for keys and TLS 1.3 for traffic',
  (_, legal) => {
    expect(legal['legal.privacy.safetyText']).toContain('AES-256');
    expect(legal['legal.privacy.safetyText']).toContain('TLS 1.3');
  },
);

test.each(languages)('in the language %s, the minimum age is 18', (_, legal) => {
  expect(legal['legal.terms.whoText']).toContain('18');
});
