// Japanese texts: setting a new password with a one-time link.
import type { reset as base } from '../../en/access/reset.ts';
import type { Section } from '../../message.ts';

export const reset: Section<typeof base> = {
  'reset.title': '新しいパスワードの設定',
  'reset.text': '運営者のリンクは1回だけ使えます。新しいパスワードを設定すると、すべてのセッションが終了します。',
  'reset.noLink': '受け取ったとおりのリンクをもう一度開くか、運営者に新しいリンクを依頼してください。',
  'reset.noLinkTitle': 'リンクが不完全です',
  'reset.toLogIn': 'ログインへ',
  'reset.new': '新しいパスワード',
  'reset.repeat': '新しいパスワード（確認）',
  'reset.submit': '設定する',
  'reset.done': 'パスワードを設定しました。',
  'reset.logIn': '新しいパスワードでログイン',
};
