// Tests of the texts of the share picture.
import { expect, test } from 'vitest';
import { catalogue } from '../../i18n/en/catalogue.ts';
import { createTranslator } from '../../i18n/translate.ts';
import { createFormat } from '../../lib/numbers/format.ts';
import { fixedHistory } from '../../workbench/cards/history-cards.tsx';
import { shareTextsOf } from './share-texts.ts';

const { t } = createTranslator('en', catalogue);
const format = createFormat('en', { hidesAmounts: false });
const textsOf = (reason: string, profit: string) => {
  const [first] = fixedHistory;
  if (first === undefined) throw new Error('There is a finished bot.');
  return shareTextsOf({ ...first, end_reason: reason, total_profit: profit }, { t, format });
};

test('the picture says why the bot ended', () => {
  expect(textsOf('last_round', '34.37').facts[0]).toBe('Take-profit');
  expect(textsOf('liquidated', '-310.55').facts[0]).toBe('Liquidated');
});

test('the result of a bot whose position was kept is the realised part only, and is neither a gain nor a loss', () => {
  const { facts, tone } = textsOf('stopped_left_open', '34.37');
  expect(facts[0]).toBe('Position kept, realised part only');
  expect(tone).toBe('neutral');
});

test('a gain is green, a loss is red, and exactly zero is neither', () => {
  expect(textsOf('last_round', '34.37').tone).toBe('up');
  expect(textsOf('last_round', '-0.01').tone).toBe('down');
  expect(textsOf('last_round', '0').tone).toBe('neutral');
});
