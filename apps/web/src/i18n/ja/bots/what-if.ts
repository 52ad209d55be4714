// Japanese texts: the what-if strip.
import type { whatIf as base } from '../../en/bots/what-if.ts';
import type { Section } from '../../message.ts';

export const whatIf: Section<typeof base> = {
  'whatIf.title': 'この設定を過去に使っていたら',
  'whatIf.span': 'シミュレーション期間',
  'whatIf.span.days30': '30日',
  'whatIf.span.year': '1年',
  'whatIf.span.all': '全期間',
  'whatIf.survived': '耐えた期間',
  'whatIf.months': '{months}か月中{lived}か月',
  'whatIf.liquidated': '{runs}回中{count}回で強制清算',
  'whatIf.net': '年間純損益',
  'whatIf.netOfSpan': '全期間の純損益',
  'whatIf.band': '全シミュレーションで{low}〜{high}',
  'whatIf.fall': '最大ドローダウン',
  'whatIf.inMarket': 'ポジション保有時間',
  'whatIf.rounds': 'ラウンド{rounds}回、サイクル{cycles}回',
  'whatIf.picture': 'シミュレーション結果の線と全シミュレーションの範囲',
  'whatIf.key':
    '線：未決済分を含む結果。帯：足の中の価格順と、次のラウンドまでのランダムな遅れを変えた結果。赤：強制清算。黄：損切り。',
  'whatIf.source': '取引所の15分足{count}本でのシミュレーション、{from}〜{to}。',
  'whatIf.sourceSandbox': '練習用取引所の架空の15分足{count}本でのシミュレーション、{from}〜{to}。',
  'whatIf.costs': '手数料を含み、資金調達料とスリッページは含みません。過去の結果は将来を保証しません。',
  'whatIf.missing': 'ローソク足が{count}本欠けています。',
  'whatIf.tickSizes': 'この期間に呼値が変わりました：{sizes}。',
  'whatIf.age': '最新の足は{age}前に確定しました。',
  'whatIf.short': 'この銘柄の履歴は1年未満です。',
  'whatIf.filling': '古いローソク足をダウンロードしています。',
  'whatIf.none': 'この銘柄のローソク足は保存されていません。',
  'whatIf.refused': 'この設定では最初の価格で注文を出せません。',
  'whatIf.failed': 'ローソク足を読み込めませんでした。再読み込みしています。',
};
