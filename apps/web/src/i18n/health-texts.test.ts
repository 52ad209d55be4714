// Tests that every reason in the health of a server has a text with its values in every language.
import { healthSentences } from '@rondo/contract';
import { expect, test } from 'vitest';
import { healthReasons as en } from './en/site/health-reasons.ts';
import { healthReasons as ja } from './ja/site/health-reasons.ts';
import { healthReasons as ko } from './ko/site/health-reasons.ts';
import type { Message } from './message.ts';
import { healthReasons as ru } from './ru/site/health-reasons.ts';
import { healthReasons as zh } from './zh/site/health-reasons.ts';

/** Values that no screen shows, because their text is for a person who reads the response of the server. */
const unshown = new Set(['cause']);

const namesIn = (text: string): readonly string[] =>
  [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '').filter((name) => !unshown.has(name));

test.each(Object.entries({ en, ko, ru, zh, ja }))('every reason has a text with its values in %s', (_, texts) => {
  const messages: Readonly<Record<string, Message>> = texts;
  const keys = Object.keys(healthSentences).map((code) => `operator.health.reason.${code}`);
  expect(Object.keys(messages).toSorted()).toEqual(keys.toSorted());
  for (const [code, sentence] of Object.entries(healthSentences)) {
    const message = messages[`operator.health.reason.${code}`] ?? '';
    const forms = typeof message === 'string' ? [message] : Object.values(message);
    for (const form of forms) expect(namesIn(form).toSorted()).toEqual(namesIn(sentence).toSorted());
  }
});
