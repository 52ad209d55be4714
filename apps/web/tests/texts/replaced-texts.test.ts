// Tests that no text is one that was replaced after the review of the terms. The other replaced texts break a rule of docs/glossary.md or of the wording.
import { expect, test } from 'vitest';
import { catalogue as ja } from '../../src/i18n/ja/catalogue.ts';
import { catalogue as ko } from '../../src/i18n/ko/catalogue.ts';
import type { Message } from '../../src/i18n/message.ts';
import { catalogue as ru } from '../../src/i18n/ru/catalogue.ts';
import { catalogue as zh } from '../../src/i18n/zh/catalogue.ts';
import { replacedTexts as replacedJapanese } from './ja.ts';
import { replacedTexts as replacedKorean } from './ko.ts';
import { replacedTexts as replacedRussian } from './ru.ts';
import { replacedTexts as replacedChinese } from './zh.ts';

const formsOf = (message: Message): readonly string[] =>
  typeof message === 'string' ? [message] : Object.values(message);

/** Returns the texts that are equal to a text that was replaced, as "key: text". */
const foundIn = (
  texts: Readonly<Record<string, Message>>,
  replaced: Readonly<Record<string, string>>,
): readonly string[] =>
  Object.entries(replaced).flatMap(([key, old]) =>
    formsOf(texts[key] ?? '')
      .filter((form) => form === old || old.split(' / ').includes(form))
      .map((form) => `${key}: ${form}`),
  );

test.each([
  ['ko', ko, replacedKorean],
  ['ru', ru, replacedRussian],
  ['zh', zh, replacedChinese],
  ['ja', ja, replacedJapanese],
] as const)(
  'in the language %s, no text is one that was replaced after the review of the terms',
  (_, texts, replaced) => {
    expect(Object.keys(replaced).filter((key) => !(key in texts))).toEqual([]);
    expect(foundIn(texts, replaced)).toEqual([]);
    // The catalogue of the time before the review breaks the rule in each of its texts.
    expect(foundIn(replaced, replaced)).toHaveLength(Object.keys(replaced).length);
  },
);
