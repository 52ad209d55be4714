// Japanese texts: the ladder chart.
import type { Section } from '../../message.ts';
import type { chart as base } from '../../en/bots/chart.ts';

export const chart: Section<typeof base> = {
  'chart.label': 'ラダー付き価格チャート',
  'chart.asTable': '表で見る',
  'chart.asChart': 'チャートで見る',
  'chart.recent': '直近18時間、15分足',
  'chart.ladderToCome': 'これからのラダー',
  'chart.widthIsShare': '幅＝ポジションの割合',
  'chart.cyclicComesBack': 'サイクル段、利確後に再び待機',
  'chart.market': '成行',
  'chart.stepNow': '{step}段目（現在）',
  'chart.takeProfit': '利確 {step}',
  'chart.average': '平均 {step}',
  'chart.liquidation': '推定清算 {step}',
  'chart.liquidationAfterEach': '各段約定後の推定清算価格',
  'chart.ownScale': '独自の目盛、0〜{price}',
  'chart.liquidationNote': '約定のたびに近づきます。',
  'chart.changedByPreset': '急落防御による変更：',
  'chart.planSummary': '{instrument}：{deepest}までの{steps}段。全段約定時の推定清算価格：{liquidation}。',
};
