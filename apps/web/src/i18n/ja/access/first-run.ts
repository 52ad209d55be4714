// Japanese texts: the check-list of the first run, and the page of a person without approval.
import type { firstRun as base } from '../../en/access/first-run.ts';
import type { Section } from '../../message.ts';

export const firstRun: Section<typeof base> = {
  'firstRun.title': '最初のボットを始めるまで',
  'firstRun.approval': '承認',
  'firstRun.account': 'OKX口座',
  'firstRun.balance': '残高',
  'firstRun.bot': '最初のボット',
  'firstRun.approved': '承認済み',
  'firstRun.current': '次にすること',
  'firstRun.waiting': '運営者の承認待ち',
  'firstRun.blocked': '進めません',
  'firstRun.available': '利用可能額 {amount} USDT',
  'firstRun.notReady': 'この口座ではまだボットを始められません',
  'firstRun.key.refused': 'OKXが取引用APIキーを拒否しています。新しいキーを作成してください。',
  'firstRun.key.revoked':
    '安全のため運営者が取引用APIキーを失効させました。OKXにキーが残っていれば削除し、新しいキーを作成してください。',
  'firstRun.deposit': 'OKXにUSDTを入金し、取引口座へ振り替えてください。反映されるとこのページに自動で表示されます。',
  'firstRun.ready': '口座の準備ができました。下で最初のボットの設定を選んでください。',
  'firstRun.toForm': '設定へ移動',
  'pending.badge': '承認待ち',
  'pending.title': '登録を受け付けました。',
  'pending.text':
    '運営者が{name}宛てにご連絡します。承認まではボットを開始できません。履歴タブと取引所タブも承認後に使えます。',
  'pending.rejected.badge': '承認されていません',
  'pending.rejected.title': '登録は承認されませんでした。',
  'pending.rejected.text':
    '{name}さん、運営者が登録を承認しませんでした。ボットは作成できません。ご質問はサポートにお問い合わせください。',
  'pending.revoked.badge': '承認取り消し済み',
  'pending.revoked.title': '承認が取り消されました。',
  'pending.revoked.text':
    '{name}さん、ボットの作成と再開、口座の連携はできません。ご質問はサポートにお問い合わせください。',
  'pending.kept.title': '承認が取り消されたため、ボットは新しくエントリーしません',
  'pending.kept.text':
    '利確と損切りの注文は取引所に残ります。このページでボットの停止、ポジションの決済、口座の連携解除ができます。ボットの作成と再開、口座の連携はできません。',
  'pending.unread.title': 'プロフィールを読み込めませんでした',
  'pending.unread.text':
    '読み込めるまで、ボットの作成と口座の連携はできません。稼働中のボットに影響はありません。このページでボットの停止、ポジションの決済、口座の連携解除ができます。',
  'pending.kept.accounts': '連携中の口座',
  'pending.checked': '前回の確認',
  'pending.email': 'メールアドレス',
  'pending.refresh': 'もう一度確認',
  'pending.free': '承認のために支払いを求めることはありません。',
};
