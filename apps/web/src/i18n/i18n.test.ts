// Tests of the five catalogues: all languages have the same keys and placeholders, and each language has its plural forms.
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

test.each(Object.entries(others))(
  'the catalogue of the language %s has exactly the keys and placeholders of the English catalogue',
  (_, messages) => {
    expect(Object.keys(messages).toSorted()).toEqual(Object.keys(english).toSorted());
    const differing = Object.keys(english).filter(
      (key) => allPlaceholders(messages[key] ?? '') !== allPlaceholders(english[key] ?? ''),
    );
    expect(differing).toEqual([]);
  },
);

test('no message is empty', () => {
  for (const messages of [english, ...Object.values(others)]) {
    expect(Object.entries(messages).filter(([, message]) => forms(message).some((text) => text.trim() === ''))).toEqual(
      [],
    );
  }
});

test('each Russian plural text has the forms one, few and many', () => {
  const plurals = Object.entries(ru).filter(([, message]) => typeof message !== 'string');
  expect(plurals.length).toBeGreaterThan(0);
  for (const [key, message] of plurals)
    expect([key, Object.keys(message).toSorted()]).toEqual([key, ['few', 'many', 'one', 'other']]);
});

test('the value `count` selects the plural form', () => {
  const { t } = createTranslator('ru', ru);
  expect([1, 3, 5].map((count) => t('history.cyclesCount', { count }))).toEqual(['1 цикл', '3 цикла', '5 циклов']);
});

test('the first language is the stored language, else the language of the browser, else Korean', () => {
  expect(chooseLanguage('ja', ['en-US'])).toBe('ja');
  expect(chooseLanguage('xx', ['fr', 'ru-RU'])).toBe('ru');
  expect(chooseLanguage(null, ['fr'])).toBe('ko');
});
