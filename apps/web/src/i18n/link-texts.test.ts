// Tests that every finding and alert of the contract has a text in the catalogue.
import { expect, test } from 'vitest';
import { alertTexts, preflightCatalogue } from '@rondo/contract';
import { catalogue } from './en/catalogue.ts';
import { createTranslator } from './translate.ts';

const translator = createTranslator('en', catalogue);

test('every finding and alert has a text in the messages', () => {
  const keys = [...Object.values(preflightCatalogue).map((entry) => entry.messageKey), ...Object.keys(alertTexts)];
  expect(keys.length).toBeGreaterThan(20);
  expect(keys.filter((key) => translator.tryText(key, {}) === undefined)).toEqual([]);
});
