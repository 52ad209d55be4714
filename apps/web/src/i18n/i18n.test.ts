// Tests of the five catalogues: same keys, same placeholders, and the plural forms of each language.
import { expect, test } from 'vitest';
import { catalogue as en } from './en/catalogue.ts';
import { catalogue as ja } from './ja/catalogue.ts';
import { catalogue as ko } from './ko/catalogue.ts';
import { catalogue as ru } from './ru/catalogue.ts';
import { catalogue as zh } from './zh/catalogue.ts';
import { chooseLanguage } from './language.ts';
import type { Message } from './message.ts';
import { createTranslator } from './translate.ts';

const english: Readonly<Record<string, Message>> = en;
const others: Readonly<Record<string, Readonly<Record<string, Message>>>> = { ko, ru, zh, ja };

const forms = (message: Message): readonly string[] =>
  typeof message === 'string' ? [message] : Object.values(message);
const placeholders = (text: string): string =>
  [...new Set([...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? ''))]
    .toSorted((a, b) => a.localeCompare(b))
    .join(' ');
const allPlaceholders = (message: Message): string => placeholders(forms(message).join(' '));

test.each(Object.entries(others))('%s has exactly the keys and placeholders of English', (_, messages) => {
  expect(Object.keys(messages).toSorted()).toEqual(Object.keys(english).toSorted());
  const differing = Object.keys(english).filter(
    (key) => allPlaceholders(messages[key] ?? '') !== allPlaceholders(english[key] ?? ''),
  );
  expect(differing).toEqual([]);
});

test('no message is empty', () => {
  for (const messages of [english, ...Object.values(others)]) {
    expect(Object.entries(messages).filter(([, message]) => forms(message).some((text) => text.trim() === ''))).toEqual(
      [],
    );
  }
});

test('Russian plurals have one, few and many', () => {
  const plurals = Object.entries(ru).filter(([, message]) => typeof message !== 'string');
  expect(plurals.length).toBeGreaterThan(0);
  for (const [key, message] of plurals)
    expect([key, Object.keys(message).toSorted()]).toEqual([key, ['few', 'many', 'one', 'other']]);
});

test('a count selects the plural form', () => {
  const { t } = createTranslator('ru', ru);
  expect([1, 3, 5].map((count) => t('history.cyclesCount', { count }))).toEqual(['1 цикл', '3 цикла', '5 циклов']);
});

test('the language is the stored one, else the browser’s, else Korean', () => {
  expect(chooseLanguage('ja', ['en-US'])).toBe('ja');
  expect(chooseLanguage('xx', ['fr', 'ru-RU'])).toBe('ru');
  expect(chooseLanguage(null, ['fr'])).toBe('ko');
});
