// Korean texts: the words in the pictures of the explanations. They are short, because they stand beside a line.
import type { Section } from '../../message.ts';
import type { pictureWords as base } from '../../en/site/picture-words.ts';

export const pictureWords: Section<typeof base> = {
  'picture.average': '평균 진입가',
  'picture.baseExit': '본 물량 익절가',
  'picture.stopLoss': '손절',
  'picture.liquidation': '예상 청산가',
  'picture.price': '현재가',
  'picture.cycle': '순환',
  'picture.round': '라운드',
};
