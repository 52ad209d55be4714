// Tests of the wording of the five catalogues: words that a group of keys must not use, punctuation, quotes and spaces of each language.
import { expect, test } from 'vitest';
import { catalogue as en } from './en/catalogue.ts';
import { catalogue as ja } from './ja/catalogue.ts';
import { catalogue as ko } from './ko/catalogue.ts';
import { languages, type Language } from './language.ts';
import type { Message } from './message.ts';
import { catalogue as ru } from './ru/catalogue.ts';
import { all, rules } from './wording-rules.ts';
import { catalogue as zh } from './zh/catalogue.ts';

const catalogues: Readonly<Record<Language, Readonly<Record<string, Message>>>> = { ko, en, ru, zh, ja };
const formsOf = (message: Message | undefined): readonly string[] =>
  message === undefined ? [] : typeof message === 'string' ? [message] : Object.values(message);

/** The words of buying and selling. A sentence about a step is true for a long and for a short only without these words. */
const tradeSides: Readonly<Record<Language, RegExp>> = {
  ko: /매수|매도/,
  en: /\b(?:buys?|sells?|bought|sold)\b/i,
  ru: /куп|прода/i,
  zh: /[买卖]/,
  ja: /[買売]/,
};

/** Returns the texts of one language that match a pattern, as "key: text". */
const matching = (language: Language, keys: RegExp, refused: RegExp): readonly string[] =>
  Object.entries(catalogues[language])
    .filter(([key]) => keys.test(key))
    .flatMap(([key, message]) =>
      formsOf(message)
        .filter((text) => refused.test(text))
        .map((text) => `${key}: ${text}`),
    );

test.each(rules.map((rule) => [rule.language, rule.rule, rule] as const))(
  'in the language %s, %s',
  (language, _, { keys, refused, violation }) => {
    expect(refused.test(violation)).toBe(true);
    expect(Object.keys(catalogues[language]).some((key) => keys.test(key))).toBe(true);
    expect(matching(language, keys, refused)).toEqual([]);
  },
);

test.each(languages)('in the language %s, a leverage is {leverage}x and not x{leverage}', (language) => {
  expect(matching(language, all, /(?<![A-Za-z])x(?:\{leverage\}|\d)/)).toEqual([]);
});

/** A Russian noun after a number, in a form for some numbers only. The step with the number that follows is no counted noun. */
const countedNoun = /\}[ \u00A0](?:контракт|ступен|цикл|раунд)(?:ов|ей|а|и)(?![а-яё]| \{)/;

test('a Russian noun after a number has its plural forms', () => {
  expect(countedNoun.test('{size} контрактов')).toBe(true);
  const fixed = Object.entries(catalogues.ru).filter(([, text]) => typeof text === 'string' && countedNoun.test(text));
  expect(fixed).toEqual([]);
});

test.each(languages)(
  'in the language %s, the reason of an order and a line of the log do not name the side of a step',
  (language) => {
    expect(matching(language, /^(?:bots\.log\.[a-z]|orders\.reason\.step)/, tradeSides[language])).toEqual([]);
  },
);

test.each(languages)(
  'in the language %s, no text has three full stops for an ellipsis, a hyphen for a dash, or a space too many',
  (language) => {
    // The specification writes `Loading...` with three full stops.
    const keys = language === 'en' ? /^(?!common\.loading$)/ : all;
    expect(matching(language, keys, /\.{3}| - |  |^\s|\s$/)).toEqual([]);
  },
);

test.each(languages.filter((language) => language !== 'ru'))(
  'in the language %s, no space is between a number and the percent sign',
  (language) => {
    expect(matching(language, all, /[\d}]\s%/)).toEqual([]);
  },
);

test.each(languages)('in the language %s, a message about a problem ends in a full stop', (language) => {
  expect(matching(language, /^(?:history|register|create)\.(?:\w*Wrong|rangeLong|problem\.\w+)$/, /[^.。]$/)).toEqual(
    [],
  );
});

test.each([
  ['chart.asTable', 'bots.chart.asTable'],
  ['chart.asChart', 'bots.chart.asChart'],
  ['chart.cyclicComesBack', 'bots.cyclicBack'],
  ['create.daySpan', 'bots.daySpan'],
  ['create.long', 'bots.long'],
  ['create.short', 'bots.short'],
  ['bots.marginInUse', 'create.dock.margin'],
  ['replay.danger', 'bots.distance'],
  ['login.code', 'proof.code'],
])('the texts %s and %s are equal in each language, because both name one thing', (first, second) => {
  const different = languages.filter(
    (l) => formsOf(catalogues[l][first]).join() !== formsOf(catalogues[l][second]).join(),
  );
  expect(different).toEqual([]);
});
