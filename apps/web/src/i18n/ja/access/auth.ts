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
};
