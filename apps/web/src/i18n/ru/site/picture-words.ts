// Russian texts: the words in the pictures of the explanations. They are short, because they stand beside a line.
import type { Section } from '../../message.ts';
import type { pictureWords as base } from '../../en/site/picture-words.ts';

export const pictureWords: Section<typeof base> = {
  'picture.average': 'средняя цена входа',
  'picture.baseExit': 'цена выхода базы',
  'picture.stopLoss': 'стоп-лосс',
  'picture.liquidation': 'расч. ликвидация',
  'picture.price': 'цена',
  'picture.cycle': 'цикл',
  'picture.round': 'раунд',
};
