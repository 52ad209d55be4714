// Tests of the texts of findings, whose parameters are also translated.
import { expect, test } from 'vitest';
import { findingOf, findingWords } from '@rondo/contract';
import { catalogue as ja } from '../../i18n/ja/catalogue.ts';
import { createTranslator } from '../../i18n/translate.ts';
import { findingText } from './finding-text.ts';

const japanese = createTranslator('ja', ja);

test.each(findingWords)('the parameter "%s" is translated', (word) => {
  const text = findingText(japanese, findingOf('ACCOUNT_LEVEL', { level: word }));
  expect(text).toContain('（');
  expect(text).not.toContain(word);
});

test('the names and codes in the parameters of a finding are not translated', () => {
  expect(findingText(japanese, findingOf('KEY_REFUSED', { reason: '50119' }))).toContain('50119');
});

test('an unknown finding of a newer server is shown with the server’s message', () => {
  const later = { ...findingOf('KEY_MISSING'), message_key: 'preflight.later', message: 'Wait for it.' };
  expect(findingText(japanese, later)).toBe('Wait for it.');
});
