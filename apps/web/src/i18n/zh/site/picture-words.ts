// Chinese texts: the words in the pictures of the explanations. They are short, because they stand beside a line.
import type { Section } from '../../message.ts';
import type { pictureWords as base } from '../../en/site/picture-words.ts';

export const pictureWords: Section<typeof base> = {
  'picture.average': '开仓均价',
  'picture.baseExit': '底仓止盈价',
  'picture.stopLoss': '止损',
  'picture.liquidation': '预估强平价',
  'picture.price': '现价',
  'picture.cycle': '循环',
  'picture.round': '一轮',
};
