// Japanese texts: the demo.
import type { demo as base } from '../../en/bots/demo.ts';
import type { Section } from '../../message.ts';

export const demo: Section<typeof base> = {
  'demo.label': 'デモ：実際の資金ではありません',
  'demo.title': 'デモ口座',
  'demo.account': '{balance} USDT、シミュレーション',
  'demo.tabs': '表示',
  'demo.tab.bots': 'ボット',
  'demo.tab.history': '履歴',
  'demo.scene': '相場',
  'demo.scene.all': 'すべて',
  'demo.scene.sideways': '横ばい',
  'demo.scene.fall': '下落',
  'demo.scene.rebound': '反発',
  'demo.scene.trend': '上昇トレンド',
  'demo.speed': '速度',
  'demo.result': '全期間の結果',
  'demo.worst': '全期間の最大ドローダウン',
  'demo.bot': '再生終了時のボット',
  'demo.bot.note': '{time}時点のシミュレーションです。割当額はどのラウンドも同じで、取引所に注文は送信されません。',
  'demo.bot.waiting': '前のラウンドは終わりました。次のラウンドは次のローソク足で始まります。',
  'demo.history.ended': '終了',
  'demo.history.lasted': '継続時間',
  'demo.history.end': '終了理由',
  'demo.history.net': '純損益（USDT）',
  'demo.history.exit': '利確',
  'demo.history.stop': '損切り',
  'demo.history.liquidation': '強制清算',
  'demo.history.none': '終了したラウンドはまだありません。',
  'demo.history.partial': '全{total}ラウンドのうち新しい{shown}件を表示しています。',
  'demo.span': '再生するローソク足',
  'demo.span.days3': '3日',
  'demo.span.days12': '12日',
  'demo.span.days50': '50日',
  'demo.failed': '価格またはローソク足を読み込めませんでした。再読み込みしています。',
  'demo.none': 'この設定では注文を出せません。',
  'demo.settings': '{direction} {leverage}x、{distance}間隔で{steps}段、最後の{cyclic}段がサイクル、利確{profit}',
  'demo.totals':
    '全期間：ラウンド{rounds}回、サイクル{cycles}回、終了したラウンドは手数料控除後{net} USDT、進行中のラウンドは{open} USDT。チャートは最も長いラウンドです。',
  'demo.liquidated': 'ラウンド{rounds}回の後に強制清算：合計{net} USDT。チャートは強制清算されたラウンドです。',
  'demo.source':
    '取引所の最近のローソク足とフォームの割当額によるシミュレーションです。資金調達料は含みません。過去の結果は将来を保証しません。',
  'demo.sourceSandbox':
    '練習用取引所の最近の架空のローソク足とフォームの割当額によるシミュレーションです。資金調達料は含みません。過去の結果は将来を保証しません。',
  'demo.notice': 'デモではボットは作成されません。',
};
