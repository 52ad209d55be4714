// Every number on the screen: places, signs, no-break spaces, unknown and hidden values.
import { expect, test } from 'vitest';
import { createFormat, dayText, placesOf, spanParts, unknownText } from './format.ts';

const format = createFormat('en', { hidesAmounts: false, timeZone: 'UTC' });

test('a price has as many places as its tick size', () => {
  expect(format.price('3412.5', '0.01')).toBe('3,412.50');
  expect(format.price('0.123456', '0.0001')).toBe('0.1235');
  expect(placesOf('1')).toBe(0);
  expect(placesOf('0.10')).toBe(1);
});

test('money keeps every digit that a double would lose', () => {
  expect(format.money('12345678901234567890.12')).toBe('12,345,678,901,234,567,890.12');
});

test('signed money carries plus or the real minus sign, and zero carries none', () => {
  expect(format.signedMoney('24.331')).toBe('+24.33');
  expect(format.signedMoney('-24.33')).toBe('\u221224.33');
  expect(format.signedMoney('-0.004')).toBe('0.00');
});

test('percent has two places below ten and one from ten on, with a no-break space', () => {
  expect(format.percent(1.5)).toBe('1.50\u00a0%');
  expect(format.percent(9.999)).toBe('10.0\u00a0%');
  expect(format.signedPercent(-80.79)).toBe('\u221280.8\u00a0%');
});

test('what is unknown is an en dash, never zero', () => {
  expect(format.money(null)).toBe(unknownText);
  expect(format.percent(null)).toBe(unknownText);
  expect(format.price('abc', '0.01')).toBe(unknownText);
  expect(format.time('no date')).toBe(unknownText);
});

test('hidden amounts show nothing of the amount while percents and prices stay', () => {
  const hiding = createFormat('en', { hidesAmounts: true });
  expect(hiding.money('12.5')).not.toContain('12');
  expect(hiding.signedMoney('-3')).not.toContain('3');
  expect(hiding.size('7', 2)).not.toContain('7');
  expect(hiding.percent(1)).toBe('1.00\u00a0%');
  expect(hiding.price('5', '0.1')).toBe('5.0');
});

test('numbers follow the language', () => {
  expect(createFormat('ru', { hidesAmounts: false }).money('1234.5').replaceAll(/\s/g, ' ')).toBe('1 234,50');
});

test('times are in 24 hours of the wanted zone', () => {
  expect(format.time(Date.UTC(2026, 10, 20, 9, 5))).toBe('09:05');
});

test('a span is cut into days, hours and minutes and never negative', () => {
  expect(spanParts(((4 * 24 + 6) * 60 + 5) * 60_000)).toEqual({ days: 4, hours: 6, minutes: 5 });
  expect(spanParts(-5)).toEqual({ days: 0, hours: 0, minutes: 0 });
});

test('a day is that of the local calendar', () => {
  const noon = new Date(2026, 10, 20, 12).getTime();
  expect(dayText(noon)).toBe('2026-11-20');
});

test('a share is cut to two places, so that only all is all', () => {
  const { share } = createFormat('en', { hidesAmounts: false });
  expect([100, 99.999, 99.98, 0].map(share)).toEqual(['100.00\u00a0%', '99.99\u00a0%', '99.98\u00a0%', '0.00\u00a0%']);
});
