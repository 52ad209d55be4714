// Japanese texts: the log-in.
import type { auth as base } from '../../en/access/auth.ts';
import type { Section } from '../../message.ts';

export const auth: Section<typeof base> = {
  'login.email': 'メールアドレス',
  'login.password': 'パスワード',
  'login.showPassword': 'パスワードを表示',
  'login.hidePassword': 'パスワードを隠す',
  'login.remember': 'この端末で1年間ログイン状態を保持する',
  'login.rememberHint': '共用の端末ではチェックを外してください。',
  'login.submit': 'ログイン',
  'login.sending': 'ログイン中…',
  'login.empty': 'メールアドレスとパスワードを入力してください。',
  'login.failed': 'ログイン中にエラーが発生しました。',
  'login.code': '認証アプリの認証コード',
  'login.codeHint': '6桁の数字、または復旧コード。',
  'login.back': '戻る',
  'passkey.logIn': 'パスキーでログイン',
  'passkey.use': 'パスキーを使う',
  'passkey.cancelled': 'パスキーは使用されませんでした。もう一度試すか、別の方法を選んでください。',
  'passkey.failed': 'ブラウザーでパスキーを使用できませんでした。',
  'login.forgot': 'パスワードをお忘れの場合は、招待してくれた方にお問い合わせください。',
  'register.done': '登録が完了しました。運営者の承認後にご利用いただけます。',
  'pending.step.register': '登録',
  'pending.step.contact': 'ご連絡します',
  'pending.step.approved': '承認完了',
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
  'pending.kept.accounts': '連携中の口座',
  'pending.checked': '前回の確認',
  'pending.email': 'メールアドレス',
  'pending.refresh': 'もう一度確認',
  'pending.free': '承認のために支払いを求めることはありません。',
};
