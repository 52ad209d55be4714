// Japanese texts: common.
import type { common as base } from '../en/common.ts';
import type { Section } from '../message.ts';

export const common: Section<typeof base> = {
  'common.loading': '読み込み中...',
  'common.close': '閉じる',
  'common.retry': '再試行',
  'common.simulated': 'シミュレーション',
  'common.simulatedHint': '内蔵の練習用取引所です。実際の資金ではありません。',
  'common.long': 'ロング',
  'common.short': 'ショート',
  'shell.skip': '本文へ移動',
  'shell.language': '言語',
  'shell.toasts': '通知',
  'shell.footer.terms': '利用規約',
  'shell.footer.privacy': 'プライバシー',
  'shell.footer.risk': 'レバレッジ取引では証拠金の全額を失うことがあります。過去の結果は将来を示しません。',
  'shell.footer.oauth': '連携は取引所のログイン画面で行います。Rondoが取引所のパスワードを見ることはありません。',
  'shell.footer.custody': '資金はご自身の取引所口座にあります。Rondoは出金できません。',
  'shell.help.guide': '使い方ガイド',
  'shell.help.documentation': 'ドキュメント',
  'shell.help.support': 'サポート',
  'shell.footer.links': 'Rondoについて',
  'shell.footer.age': '18歳未満の方、制限対象国の居住者は利用できません。',
  'shell.footer.company': 'Rondoの収入は、取引所が支払う取引手数料の一部です。',
  'shell.notFound.title': 'このページは存在しません。',
  'shell.notFound.advice': 'アドレスを確認するか、ボットの画面に戻ってください。',
  'shell.error.title': '予期しないエラーが発生しました',
  'shell.error.chunk': 'ページの一部を読み込めませんでした。新しい版が公開された可能性があります。',
  'shell.error.bots': 'ボットに影響はありません。',
  'shell.error.reload': 'ページを再読み込み',
  'shell.error.home': 'トップへ戻る',
};
