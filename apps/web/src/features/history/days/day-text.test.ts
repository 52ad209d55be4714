// Tests how a day is written and read in the language of the page.
import { expect, test } from 'vitest';
import { readDay, writeDay } from './day-text.ts';

test.each([
  ['ko', '2026. 10. 21.'],
  ['en', '2026-10-21'],
  ['ru', '21.10.2026'],
  ['zh', '2026/10/21'],
  ['ja', '2026/10/21'],
] as const)('in the language %s a day is written as %s, and the text is read as the same day', (language, text) => {
  expect(writeDay('2026-10-21', language)).toBe(text);
  expect(readDay(text, language)).toBe('2026-10-21');
});

test.each(['ko', 'en', 'ru', 'zh', 'ja'] as const)(
  'in the language %s the format of ISO 8601 is read too',
  (language) => {
    expect(readDay(' 2026-1-5 ', language)).toBe('2026-01-05');
  },
);

test.each(['', '2026-10', '2026-02-29', '2026-13-01', '2026-00-10', '10/21/2026', '21', '2026-10-21-1', 'x'])(
  'the text "%s" is no day',
  (text) => {
    expect(readDay(text, 'en')).toBe('');
  },
);

test('an unknown day is written as an empty text', () => {
  expect(writeDay('', 'ru')).toBe('');
});
