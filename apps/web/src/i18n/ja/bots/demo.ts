// Japanese texts: the demo.
import type { demo as base } from '../../en/bots/demo.ts';
import type { Section } from '../../message.ts';

export const demo: Section<typeof base> = {
  'demo.label': 'デモ – 実際のお金ではありません',
  'demo.title': 'デモ口座',
  'demo.account': '{balance} USDT、模擬',
  'demo.span': '再生するローソク足',
  'demo.span.days3': '3日',
  'demo.span.days12': '12日',
  'demo.span.days50': '50日',
  'demo.failed': '価格またはローソク足を読み込めませんでした。再度要求しています。',
  'demo.none': 'この設定では最初の価格で注文を出せません。',
  'demo.settings': '{direction} x{leverage}、{distance}間隔で{steps}ステップ、最後の{cyclic}つが循環、利確{profit}',
  'demo.totals':
    '全期間：ラウンド{rounds}回、サイクル{cycles}回、手数料控除後{net} USDT、未決済{open} USDT。最も長いラウンドを描いています。',
  'demo.liquidated': 'ラウンド{rounds}回の後に清算：合計{net} USDT。終わりとなったラウンドを描いています。',
  'demo.source':
    '取引所の最近のローソク足で、デモ口座全額を使った模擬です。資金調達料は含みません。過去は明日を語りません。',
  'demo.run': 'この設定で再生',
  'demo.notice': 'デモではボットは作成されません。',
};
