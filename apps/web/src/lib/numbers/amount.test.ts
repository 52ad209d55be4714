// Tests of parsing typed amounts in the five languages.
import { decimal, formatDecimal, decimalOf } from '@rondo/decimal';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { languages, type Language } from '../../i18n/language.ts';
import { readAmount } from './amount.ts';
import { createFormat } from './format.ts';

const commaLanguages = ['en', 'ko', 'zh', 'ja'] as const;

/** The amount as plain decimal text, or the kind of the refusal. */
const read = (text: string, language: Language): string => {
  const reading = readAmount(text, language);
  return reading.kind === 'amount' ? formatDecimal(reading.value) : reading.kind;
};

const unambiguousAmounts: readonly (readonly [text: string, amount: string])[] = [
  // When the text has one mark that is not followed by exactly three digits, this mark separates the fraction.
  ['2000', '2000'],
  ['2000.5', '2000.5'],
  ['2000,5', '2000.5'],
  ['2000,50', '2000.5'],
  ['10,00', '10'],
  ['0.01', '0.01'],
  ['1.2345', '1.2345'],
  ['.5', '0.5'],
  // The user has typed the mark and not yet the digits of the fraction.
  ['2000.', '2000'],
  ['2,000.', '2000'],
  // When the text has two different marks, the last mark separates the fraction.
  ['2,000.50', '2000.5'],
  ['2.000,50', '2000.5'],
  ['1,000.125', '1000.125'],
  ['1.000,125', '1000.125'],
  ['1,234,567.8', '1234567.8'],
  ['1.234.567,8', '1234567.8'],
  // A mark that is repeated groups the digits.
  ['1,234,567', '1234567'],
  ['1.234.567', '1234567'],
  ['1.000.000', '1000000'],
  // Spaces and apostrophes group the digits.
  ['2 000,5', '2000.5'],
  ['2 000.5', '2000.5'],
  ['2 000,125', '2000.125'],
  ['2 000 000', '2000000'],
  ['2\u00a0000,50', '2000.5'],
  ['2\u202f000,50', '2000.5'],
  ['2\u2009000', '2000'],
  ["10'000.50", '10000.5'],
  ['10\u2019000', '10000'],
  ['  2000 ', '2000'],
  // These are full-width characters of input methods.
  ['\uff12\uff10\uff10\uff10', '2000'],
  ['\uff12\uff10\uff10\uff10\uff0e\uff15', '2000.5'],
  ['2000\u30025', '2000.5'],
  ['1\uff0c234\uff0c567', '1234567'],
  ['2\u3000000', '2000'],
  // The parser accepts signs. The form rejects amounts that are not above zero.
  ['-5', '-5'],
  ['\u22125', '-5'],
  ['+5', '5'],
];

test.each(languages)('an amount with only one meaning has the same value in every language: %s', (language) => {
  expect(unambiguousAmounts.map(([text]) => [text, read(text, language)])).toEqual(unambiguousAmounts);
});

const invalidTexts = [
  '',
  ' ',
  'abc',
  '.',
  ',',
  '-',
  '1,00,000',
  '1,0000,000',
  '1.00.000',
  '12,34.5',
  '1,000.000,5',
  '1,000 000',
  '1 000,000,000',
  "1'000 000",
  '20 00',
  '1 0000',
  ' 2000 .5',
  '2000,5 0',
  '0,000,125',
  ',000,000',
  '1,000,',
  '1..5',
  '5-',
  '--5',
  '(5)',
  '1e3',
  '1_000',
  '2000 USDT',
  'Infinity',
  '0x10',
  '9'.repeat(60),
];

test.each(languages)('a text that is not an amount is rejected in every language: %s', (language) => {
  expect(invalidTexts.map((text) => [text, read(text, language)])).toEqual(
    invalidTexts.map((text) => [text, 'not_a_number']),
  );
});

test.each(commaLanguages)(
  'in the language %s, one comma before three digits groups the digits, and one point before three digits is rejected',
  (language) => {
    const rows: readonly (readonly [text: string, amount: string])[] = [
      ['10,000', '10000'],
      ['1,234', '1234'],
      ['999,999', '999999'],
      ['\uff11\uff10\uff0c\uff10\uff10\uff10', '10000'],
      ['-1,234', '-1234'],
      ['1.234', 'ambiguous'],
      ['10.000', 'ambiguous'],
      ['0.125', 'ambiguous'],
      // The digits before the comma are not a correct group, because there are more than three digits or only a zero. The user may still
      // mean a whole number, so the amount is ambiguous.
      ['1234,567', 'ambiguous'],
      ['0,125', 'ambiguous'],
      // In these languages a comma groups digits and does not begin a fraction, and a group has three digits.
      ['1,2345', 'not_a_number'],
      ['1,000000', 'not_a_number'],
    ];
    expect(rows.map(([text]) => [text, read(text, language)])).toEqual(rows);
  },
);

test('in Russian one comma or one point before three digits is rejected, because Russian groups digits with spaces', () => {
  expect(['10,000', '10.000', '1,234', '1.234', '0,125'].map((text) => read(text, 'ru'))).toEqual(
    Array.from({ length: 5 }, () => 'ambiguous'),
  );
  expect(read('1,2345', 'ru')).toBe('1.2345');
});

test('the result for an ambiguous amount contains both meanings', () => {
  expect(readAmount('1.234', 'en')).toEqual({ kind: 'ambiguous', whole: '1234', fraction: '1.234' });
  expect(readAmount('10,000', 'ru')).toEqual({ kind: 'ambiguous', whole: '10000', fraction: '10,000' });
});

test.each(languages)(
  'in the language %s, the parser reads an amount that our formatter has printed as the same amount',
  (language) => {
    const format = createFormat(language, { hidesAmounts: false });
    const cents = fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n });
    fc.assert(
      fc.property(cents, (units) => {
        const text = formatDecimal(decimalOf(units, 2));
        for (const printed of [format.money(text), format.typedAmount(text)])
          expect([printed, read(printed, language)]).toEqual([printed, text]);
      }),
      { numRuns: 400 },
    );
  },
);

test.each(languages)(
  'in the language %s, a plain number is read as this number, or rejected when its point is followed by three digits',
  (language) => {
    fc.assert(
      fc.property(fc.nat(), fc.stringMatching(/^\d{1,6}$/), (whole, fraction) => {
        const text = `${whole}.${fraction}`;
        const expected = fraction.length === 3 ? 'ambiguous' : formatDecimal(decimal(text));
        expect([text, read(text, language)]).toEqual([text, expected]);
      }),
    );
  },
);
