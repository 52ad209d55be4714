// Findings in words: what fills a sentence is translated with it.
import { expect, test } from 'vitest';
import { findingOf, findingWords } from '@rondo/contract';
import { catalogue as ja } from '../../i18n/ja/catalogue.ts';
import { createTranslator } from '../../i18n/translate.ts';
import { findingText } from './finding-text.ts';

const japanese = createTranslator('ja', ja);

test.each(findingWords)('%s is said in the language of the sentence', (word) => {
  const text = findingText(japanese, findingOf('ACCOUNT_LEVEL', { level: word }));
  expect(text).toContain('（');
  expect(text).not.toContain(word);
});

test('names and codes stay as they are', () => {
  expect(findingText(japanese, findingOf('KEY_REFUSED', { reason: '50119' }))).toContain('50119');
});

test('a finding of a later server is told in its own words', () => {
  const later = { ...findingOf('KEY_MISSING'), message_key: 'preflight.later', message: 'Wait for it.' };
  expect(findingText(japanese, later)).toBe('Wait for it.');
});
