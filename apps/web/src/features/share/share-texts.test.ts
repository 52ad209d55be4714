// Tests of the texts of the share pictures of a finished bot and of a round.
import { expect, test } from 'vitest';
import { catalogue } from '../../i18n/en/catalogue.ts';
import { createTranslator } from '../../i18n/translate.ts';
import { createFormat } from '../../lib/numbers/format.ts';
import { fixedHistory, fixedRounds } from '../../workbench/cards/history-cards.tsx';
import { botPicture, roundPicture } from './share-texts.ts';

const { t } = createTranslator('en', catalogue);
const format = createFormat('en', { hidesAmounts: false });
const words = { t, format };
const [first] = fixedHistory;
const [newest, liquidated] = fixedRounds;
if (first === undefined || newest === undefined || liquidated === undefined)
  throw new Error('There is a finished bot.');
const textsOf = (reason: string, profit: string) =>
  botPicture({ ...first, end_reason: reason, total_profit: profit }, words).texts;

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

test('the picture of a round has the result, the reason, the number, the cycles and the deepest step of the round, and the risk text', () => {
  const { texts, ladder, file } = roundPicture(first, newest, words);
  expect(texts).toMatchObject({
    name: 'ETH-USDT-SWAP',
    amount: '+12.40\u00a0USDT',
    tone: 'up',
    simulated: 'Simulated',
  });
  expect(texts.facts.slice(0, 2)).toEqual(['Take-profit', 'Round 2, 3 cycles']);
  expect(texts.risk).toBe(t('shell.footer.risk'));
  expect(ladder).toEqual({ steps: 4, cyclicSteps: 1, filledTo: 3, isShort: false });
  expect(file).toBe('rondo-ETH-USDT-SWAP-2.png');
  expect(roundPicture(first, liquidated, words).texts).toMatchObject({ amount: '\u221251.20\u00a0USDT', tone: 'down' });
});

test('the result of the round of a kept position is the realised part only, and is neither a gain nor a loss', () => {
  const { facts, tone } = roundPicture(first, { ...newest, end_reason: 'leave' }, words).texts;
  expect(facts[0]).toBe('Position kept, realised part only');
  expect(tone).toBe('neutral');
});
