// Tests that the texts use the words of docs/glossary.md ("Words on the screen"): one word for each concept and language, and no refused word.
import { describe, expect, test } from 'vitest';
import glossary from '../../../../docs/glossary.md?raw';
import { catalogue as en } from './en/catalogue.ts';
import { catalogue as ja } from './ja/catalogue.ts';
import { catalogue as ko } from './ko/catalogue.ts';
import { languages, type Language } from './language.ts';
import type { Message } from './message.ts';
import { catalogue as ru } from './ru/catalogue.ts';
import { catalogue as zh } from './zh/catalogue.ts';

const catalogues: Readonly<Record<Language, Readonly<Record<string, Message>>>> = { ko, en, ru, zh, ja };
const textOf = (message: Message | undefined): string =>
  message === undefined ? '' : typeof message === 'string' ? message : Object.values(message).join(' ');

/** One row of the table: the concept, the keys of its texts, the word of each language, and the refused words. */
type Term = {
  readonly concept: string;
  readonly keys: readonly string[];
  readonly words: Readonly<Record<Language, readonly string[]>>;
  readonly refused: readonly (readonly [Language, string])[];
};

const listOf = (cell: string | undefined): readonly string[] =>
  (cell ?? '')
    .split(', ')
    .map((word) => word.replaceAll('`', '').trim())
    .filter((word) => word !== '');

/** Reads a cell such as "ko 사다리; zh 阶梯". A word belongs to the language at the beginning of its part. */
const refusedOf = (cell: string | undefined): readonly (readonly [Language, string])[] =>
  (cell ?? '').split('; ').flatMap((part) => {
    const language = languages.find((known) => part.trim().startsWith(`${known} `));
    return language === undefined ? [] : listOf(part.trim().slice(3)).map((word) => [language, word] as const);
  });

const section = glossary.split('## Words on the screen')[1]?.split('\n## ')[0] ?? '';
const [words = '', unused = ''] = section.split('\n### Terms that no text uses\n');
const terms: readonly Term[] = words
  .split('\n')
  .filter((line) => line.startsWith('| ') && line.includes('`'))
  .map((line) => {
    const [concept = '', keys, english, korean, russian, chinese, japanese, refused] = line.split('|').slice(1);
    return {
      concept: concept.trim(),
      keys: listOf(keys),
      words: {
        en: listOf(english),
        ko: listOf(korean),
        ru: listOf(russian),
        zh: listOf(chinese),
        ja: listOf(japanese),
      },
      refused: refusedOf(refused),
    };
  });

/** The rows of the second table: the term, its words in each language, and the reason why no text uses them. */
const unusedTerms = unused
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| Term '))
  .map((line) => {
    const [term = '', english, korean, russian, chinese, japanese, why = ''] = line.split('|').slice(1);
    const own = { en: english, ko: korean, ru: russian, zh: chinese, ja: japanese };
    return { term: term.trim(), wordsIn: (language: Language) => listOf(own[language]), why: why.trim() };
  });

test('the table of docs/glossary.md has a word in each language for at least 120 concepts', () => {
  expect(terms.length).toBeGreaterThanOrEqual(120);
  expect(new Set(terms.map(({ concept }) => concept)).size).toBe(terms.length);
  expect(terms.filter(({ keys, words }) => keys.length === 0 || languages.some((l) => words[l].length === 0))).toEqual(
    [],
  );
});

describe.each(languages)('in the language %s', (language) => {
  const texts = catalogues[language];

  test.each(terms.map((term) => [term.concept, term] as const))(
    'the texts of the concept "%s" contain its word',
    (_, { keys, words }) => {
      const without = keys.filter((key) => {
        const text = textOf(texts[key]).toLowerCase();
        return !words[language].some((word) => text.includes(word.toLowerCase()));
      });
      expect(without).toEqual([]);
    },
  );

  test.each(unusedTerms.map((each) => [each.term, each] as const))(
    'no text uses the term "%s"',
    (_, { wordsIn, why }) => {
      const refused = wordsIn(language);
      expect([refused.length > 0, why !== '']).toEqual([true, true]);
      const found = Object.entries(texts).flatMap(([key, message]) =>
        refused.filter((word) => textOf(message).toLowerCase().includes(word)).map((word) => `${key}: ${word}`),
      );
      expect(found).toEqual([]);
    },
  );

  test('no text contains a refused word', () => {
    const refused = terms.flatMap((term) => term.refused).filter(([of]) => of === language);
    const found = Object.entries(texts).flatMap(([key, message]) =>
      refused.filter(([, word]) => textOf(message).includes(word)).map(([, word]) => `${key}: ${word}`),
    );
    expect(found).toEqual([]);
  });
});
