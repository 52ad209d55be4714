// Japanese texts: the chart page of a bot.
import type { chartPage as base } from '../../en/bots/chart-page.ts';
import type { Section } from '../../message.ts';

export const chartPage: Section<typeof base> = {
  'chartPage.title': 'チャート',
  'chartPage.bar': '時間足',
  'chartPage.minutes': '{count}分',
  'chartPage.hours': '{count}時間',
  'chartPage.back': 'ボットに戻る',
  'chartPage.missing': 'このボットは存在しないか、別のアカウントのものです。',
  'chartPage.stop': '損切り',
  'chartPage.keys': 'ドラッグで移動、ホイールや2本指で拡大縮小。キー：矢印、+、−。',
  'chartPage.summary': '{symbol}：価格{price}、このチャートに価格線{levels}本と約定{fills}件。',
};
