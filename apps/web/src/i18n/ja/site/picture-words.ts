// Japanese texts: the words in the pictures of the explanations. They are short, because they stand beside a line.
import type { Section } from '../../message.ts';
import type { pictureWords as base } from '../../en/site/picture-words.ts';

export const pictureWords: Section<typeof base> = {
  'picture.average': '平均取得価格',
  'picture.baseExit': 'ベースの利確価格',
  'picture.stopLoss': '損切り',
  'picture.liquidation': '推定清算価格',
  'picture.price': '現在値',
  'picture.cycle': 'サイクル',
  'picture.round': 'ラウンド',
};
