// Tests that the charts of a form and of a running bot name their levels with the same words.
import { expect, test } from 'vitest';
import { catalogue as en } from './en/catalogue.ts';
import { catalogue as ja } from './ja/catalogue.ts';
import { catalogue as ko } from './ko/catalogue.ts';
import { languages } from './language.ts';
import { catalogue as ru } from './ru/catalogue.ts';
import { catalogue as zh } from './zh/catalogue.ts';

const catalogues = { ko, en, ru, zh, ja };

test.each([
  ['chart.takeProfit', 'bots.chart.takeProfit'],
  ['chart.average', 'bots.chart.averageShort'],
] as const)(
  'the level %s of the chart of a form has the words of the level %s of the chart of a running bot',
  (form, running) => {
    const words = (text: string): string => text.replace('{step}', '').trim();
    expect(languages.filter((l) => words(catalogues[l][form]) !== words(catalogues[l][running]))).toEqual([]);
  },
);
