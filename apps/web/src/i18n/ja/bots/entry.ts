// Japanese texts: the signal of a new bot, and what it would have done.
import type { entry as base } from '../../en/bots/entry.ts';
import type { Section } from '../../message.ts';

export const entry: Section<typeof base> = {
  'entry.kind': 'シグナルの種類',
  'entry.bar': '足',
  'entry.bar.5m': '5分',
  'entry.bar.15m': '15分',
  'entry.bar.1H': '1時間',
  'entry.bar.4H': '4時間',
  'entry.bar.1D': '1日',
  'entry.when': '発生の条件',
  'entry.when.rsi.crossing': 'RSIがレベルの内側に戻ったとき',
  'entry.when.rsi.while': 'RSIがレベルの外にある間',
  'entry.when.ichimoku.crossing': 'トレンドが始まったとき',
  'entry.when.ichimoku.while': 'トレンド中のすべての足',
  'entry.length': '期間',
  'entry.level': 'レベル',
  'entry.bounds': '{min}から{max}まで。',
  'entry.webhookHint':
    'チャートツールやご自身のスクリプトがラウンドを始めます。ボットの開始後、そのカードでメッセージ用の非公開のWebhook URLを作成します。こうしたメッセージの有効性はここでは計算できません。',
  'entry.evidence': 'このシグナルを使った場合',
  'entry.picture': '直近30日の価格とシグナル',
  'entry.moments': '直近30日：線はシグナル（{signals}回）、点は始まったラウンド（{rounds}回）です。',
  'entry.noCandles': 'この銘柄のローソク足が保存されていないため、比較できません。',
  'entry.failed': '比較を表示できません。',
  'entry.shortBars':
    'ランダムなエントリーに対する優位性は示されていません。保存されている15分足では、このシグナルを計算できません。',
  'entry.table': 'このシグナルとほかのエントリーの比較、{years}年',
  'entry.column.entry': 'エントリー',
  'entry.column.rounds': 'ラウンド',
  'entry.column.net': '結果（USDT）',
  'entry.column.band': '範囲',
  'entry.rule': 'このシグナル',
  'entry.always': 'すぐに',
  'entry.random': 'ランダム、同じ頻度（{runs}回）',
  'entry.never': 'エントリーしない',
  'entry.band': '{low}〜{high}',
  'entry.tooFew': { other: 'ラウンドが{count}回だけのため、判断には足りません。' },
  'entry.noEdge':
    'ランダムなエントリーに対する優位性は示されていません。ランダム{runs}回のうち{asGood}回は同等以上でした。',
  'entry.edge':
    'これらのローソク足ではランダム{runs}回のすべてを上回りました。多くのルールを試せば、偶然良い結果になるものもあります。',
  'entry.atr.evidence': 'ボラティリティで間隔を決めた場合',
  'entry.atr.table': 'ATRによる間隔とほかの間隔の比較、{years}年',
  'entry.atr.column': '段の間隔',
  'entry.atr.atr': 'ATRによる間隔',
  'entry.atr.fixed': '常に{percent}',
  'entry.atr.random': 'ランダムな間隔（{runs}回）',
  'entry.atr.fixedAsGood': '優位性は示されていません。固定の間隔{percent}は同等以上でした。',
  'entry.atr.noEdge':
    'ランダムな間隔に対する優位性は示されていません。ランダム{runs}回のうち{asGood}回は同等以上でした。',
  'entry.atr.edge':
    'これらのローソク足では固定の間隔{percent}とランダム{runs}回のすべてを上回りました。多くの倍率を試せば、偶然良い結果になるものもあります。',
  'entry.range':
    'すべての行の設定は同じです。最初の2行の範囲は、新しいラウンドの開始をランダムに遅らせた場合の幅です。',
};
