// Chinese texts: the log-in.
import type { auth as base } from '../../en/access/auth.ts';
import type { Section } from '../../message.ts';

export const auth: Section<typeof base> = {
  'login.email': '邮箱',
  'login.password': '密码',
  'login.showPassword': '显示密码',
  'login.hidePassword': '隐藏密码',
  'login.remember': '在此设备上保持登录 1 年',
  'login.rememberHint': '公用设备请取消勾选。',
  'login.submit': '登录',
  'login.sending': '登录中…',
  'login.empty': '请输入邮箱和密码。',
  'login.failed': '登录时发生错误。',
  'login.code': '身份验证器中的验证码',
  'login.codeHint': '六位验证码或恢复码。',
  'login.back': '返回',
  'passkey.logIn': '使用通行密钥登录',
  'passkey.use': '使用通行密钥',
  'passkey.cancelled': '未使用通行密钥。请重试或选择其他方式。',
  'passkey.failed': '浏览器无法使用通行密钥。',
  'login.forgot': '忘记密码？请联系邀请您的人。',
  'register.done': '注册完成，经运营人员审核后即可使用。',
  'pending.step.register': '注册',
  'pending.step.contact': '我们联系您',
  'pending.step.approved': '审核通过',
};
