// Chinese texts: entering the password again before a protected action.
import type { proof as base } from '../../en/access/proof.ts';
import type { Section } from '../../message.ts';

export const proof: Section<typeof base> = {
  'proof.title': '请再次输入密码',
  'proof.text': '此操作需要验证身份，几分钟内不会再次要求验证。',
  'proof.code': '身份验证器中的验证码',
  'proof.codeHint': '六位验证码或恢复码。',
  'proof.go': '继续',
  'proof.cancel': '取消',
};
