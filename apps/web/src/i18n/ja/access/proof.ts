// Japanese texts: entering the password again before a protected action.
import type { proof as base } from '../../en/access/proof.ts';
import type { Section } from '../../message.ts';

export const proof: Section<typeof base> = {
  'proof.title': 'パスワードをもう一度入力してください',
  'proof.text': 'この操作は保護されています。数分間は再度お尋ねしません。',
  'proof.code': '認証アプリの認証コード',
  'proof.codeHint': '6桁の数字、または復旧コード。',
  'proof.go': '続ける',
  'proof.cancel': 'キャンセル',
};
