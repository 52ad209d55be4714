// Tests that every finding and alert of the contract has a text in the catalogue, and that the server and the page say the same in English.
import { expect, test } from 'vitest';
import { alertTexts, errorCatalogue, preflightCatalogue } from '@rondo/contract';
import { catalogue } from './en/catalogue.ts';
import type { Message } from './message.ts';
import { createTranslator } from './translate.ts';

const translator = createTranslator('en', catalogue);

test('every finding and alert has a text in the messages', () => {
  const keys = [...Object.values(preflightCatalogue).map((entry) => entry.messageKey), ...Object.keys(alertTexts)];
  expect(keys.length).toBeGreaterThan(20);
  expect(keys.filter((key) => translator.tryText(key, {}) === undefined)).toEqual([]);
});

test('the English message of each error and finding of the server is the English text of the page', () => {
  const texts: Readonly<Record<string, Message>> = catalogue;
  const entries = [...Object.values(errorCatalogue), ...Object.values(preflightCatalogue)];
  const ofServer = Object.fromEntries(entries.map(({ messageKey, message }) => [messageKey, message]));
  expect(entries.length).toBeGreaterThan(100);
  // The page has a no-break space between a number and its unit.
  const ofPage = (key: string): unknown => {
    const text = texts[key];
    return typeof text === 'string' ? text.replaceAll('\u00a0', ' ') : text;
  };
  expect(ofServer).toEqual(Object.fromEntries(Object.keys(ofServer).map((key) => [key, ofPage(key)])));
});
