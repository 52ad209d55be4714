// Japanese texts: the demo.
import type { demo as base } from '../../en/bots/demo.ts';
import type { Section } from '../../message.ts';

export const demo: Section<typeof base> = {
  'demo.label': 'デモ：実際の資金ではありません',
  'demo.title': 'デモ口座',
  'demo.account': '{balance} USDT、シミュレーション',
  'demo.span': '再生するローソク足',
  'demo.span.days3': '3日',
  'demo.span.days12': '12日',
  'demo.span.days50': '50日',
  'demo.failed': '価格またはローソク足を読み込めませんでした。再読み込みしています。',
  'demo.none': 'この設定では最初の価格で注文を出せません。',
  'demo.settings': '{direction} {leverage}x、{distance}間隔で{steps}段、最後の{cyclic}段がサイクル、利確{profit}',
  'demo.totals':
    '全期間：ラウンド{rounds}回、サイクル{cycles}回、手数料控除後{net} USDT、未実現損益{open} USDT。最も長いラウンドを描いています。',
  'demo.liquidated': 'ラウンド{rounds}回の後に強制清算：合計{net} USDT。強制清算されたラウンドを描いています。',
  'demo.source':
    '取引所の最近のローソク足で、デモ口座全額を使ったシミュレーションです。資金調達料は含みません。過去の結果は将来を保証しません。',
  'demo.run': 'この設定で再生',
  'demo.notice': 'デモではボットは作成されません。',
};
