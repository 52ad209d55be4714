// Tests of number and date formats: decimal places, signs, percent signs, unknown values and hidden values.
import { expect, test } from 'vitest';
import { languages } from '../../i18n/language.ts';
import { createFormat, dayText, placesOf, sharedFormat, splitDuration, unknownText } from './format.ts';

const format = createFormat('en', { hidesAmounts: false, timeZone: 'UTC' });

test('a price has as many decimal places as its tick size', () => {
  expect(format.price('3412.5', '0.01')).toBe('3,412.50');
  expect(format.price('0.123456', '0.0001')).toBe('0.1235');
  expect(placesOf('1')).toBe(0);
  expect(placesOf('0.10')).toBe(1);
});

test('an amount of money shows digits that a double would lose', () => {
  expect(format.money('12345678901234567890.12')).toBe('12,345,678,901,234,567,890.12');
});

test('a signed amount has a plus sign or the minus sign U+2212, and zero has no sign', () => {
  expect(format.signedMoney('24.331')).toBe('+24.33');
  expect(format.signedMoney('-24.33')).toBe('\u221224.33');
  expect(format.signedMoney('-0.004')).toBe('0.00');
});

test('a percent has two decimal places below ten and one decimal place from ten on', () => {
  expect(format.percent(1.5)).toBe('1.50%');
  expect(format.percent(9.999)).toBe('10.0%');
  expect(format.signedPercent(-80.79)).toBe('\u221280.8%');
});

test('an unknown value is shown as an en dash, never as zero', () => {
  expect(format.money(null)).toBe(unknownText);
  expect(format.percent(null)).toBe(unknownText);
  expect(format.price('abc', '0.01')).toBe(unknownText);
  expect(format.time('no date')).toBe(unknownText);
});

test('when amounts are hidden, an amount shows no digit, and percents and prices are shown', () => {
  const hiding = createFormat('en', { hidesAmounts: true });
  expect(hiding.money('12.5')).not.toContain('12');
  expect(hiding.signedMoney('-3')).not.toContain('3');
  expect(hiding.size('7', 2)).not.toContain('7');
  expect(hiding.percent(1)).toBe('1.00%');
  expect(hiding.price('5', '0.1')).toBe('5.0');
});

test('a percent has a no-break space before its sign in Russian only, and the leverage has its factor before the x', () => {
  const percents = languages.map((language) => createFormat(language, { hidesAmounts: false }).chosenPercent(2.5));
  expect(percents).toEqual(['2.5%', '2.5%', '2,5\u00a0%', '2.5%', '2.5%']);
  expect(format.leverage('10')).toBe('10x');
});

test('the rate of a fee has up to four decimal places and no trailing zeros', () => {
  expect([0.05, 0.02, 0.0125, 0.1, -0.005].map(format.chosenPercent)).toEqual([
    '0.05%',
    '0.02%',
    '0.0125%',
    '0.1%',
    '\u22120.005%',
  ]);
});

test('the order of day, month and year depends on the language', () => {
  const dates = languages.map((language) =>
    createFormat(language, { hidesAmounts: false, timeZone: 'UTC' }).date(Date.UTC(2026, 10, 22)),
  );
  expect(dates).toEqual(['2026년 11월 22일', '22 Nov 2026', '22 ноября 2026 г.', '2026年11月22日', '2026年11月22日']);
});

test.each([
  ['ko', '11. 22.', '11. 22. 14:05', '2026. 11. 22. 14:05'],
  ['en', '22 Nov', '22 Nov, 14:05', '22 Nov 2026, 14:05'],
  ['ru', '22.11', '22.11, 14:05', '22.11.2026, 14:05'],
  ['zh', '11月22日', '11月22日 14:05', '2026年11月22日 14:05'],
  ['ja', '11/22', '11/22 14:05', '2026/11/22 14:05'],
])('a short date in the language %s is %s, with its time %s, and with its year %s', (language, ...expected) => {
  const { day, dayAndTime, dateTime } = createFormat(language, { hidesAmounts: false, timeZone: 'UTC' });
  const at = Date.UTC(2026, 10, 22, 14, 5);
  expect([day(at), dayAndTime(at), dateTime(at)]).toEqual(expected);
});

test('the format of numbers depends on the language', () => {
  expect(createFormat('ru', { hidesAmounts: false }).money('1234.5').replaceAll(/\s/g, ' ')).toBe('1 234,50');
});

test('times are shown in the 24-hour clock of the given time zone', () => {
  expect(format.time(Date.UTC(2026, 10, 20, 9, 5))).toBe('09:05');
});

test('a duration is split into days, hours and minutes and is never negative', () => {
  expect(splitDuration(((4 * 24 + 6) * 60 + 5) * 60_000)).toEqual({ days: 4, hours: 6, minutes: 5 });
  expect(splitDuration(-5)).toEqual({ days: 0, hours: 0, minutes: 0 });
});

test('a day is the day of the local calendar and not of UTC', () => {
  const noon = new Date(2026, 10, 20, 12).getTime();
  expect(dayText(noon)).toBe('2026-11-20');
});

test('a share is truncated to two decimal places, so a share below 100 is never shown as 100', () => {
  const { share } = createFormat('en', { hidesAmounts: false });
  expect([100, 99.999, 99.98, 0].map(share)).toEqual(['100.00%', '99.99%', '99.98%', '0.00%']);
});

test('all components of a page share one formatter per language and preference', () => {
  const shown = sharedFormat('en', false);
  expect(sharedFormat('en', false)).toBe(shown);
  expect(shown.money('5')).toBe('5.00');
  expect(sharedFormat('en', true).money('5')).not.toBe('5.00');
  expect(sharedFormat('ru', false).money('5')).toBe('5,00');
});

test.each([
  ['en', 'Read, Trade'],
  ['ko', 'Read, Trade'],
  ['ru', 'Read, Trade'],
  ['zh', 'Read、Trade'],
  ['ja', 'Read、Trade'],
])('a list has the separator of the language %s, and one text has none', (language, expected) => {
  const { list } = createFormat(language, { hidesAmounts: false });
  expect(list(['Read', 'Trade'])).toBe(expected);
  expect(list(['Read'])).toBe('Read');
  expect(list([])).toBe('');
});

test.each([
  ['en', 'One. Two.', 'Label: '],
  ['ko', 'One. Two.', 'Label: '],
  ['ru', 'One. Two.', 'Label: '],
  ['zh', 'One.Two.', 'Label：'],
  ['ja', 'One.Two.', 'Label：'],
])('sentences and a colon have the space of the language %s', (language, joined, label) => {
  const { sentences, sentenceSpace, colon } = createFormat(language, { hidesAmounts: false });
  expect(sentences(['One.', null, 'Two.'])).toBe(joined);
  expect(`One.${sentenceSpace}Two.`).toBe(joined);
  expect(sentences(['One.', null])).toBe('One.');
  expect(sentences([])).toBe('');
  expect(`Label${colon}`).toBe(label);
});
