// Chinese texts: setting a new password with a one-time link.
import type { reset as base } from '../../en/access/reset.ts';
import type { Section } from '../../message.ts';

export const reset: Section<typeof base> = {
  'reset.title': '设置新密码',
  'reset.text': '运营人员提供的链接只能使用一次。设置新密码后，您的所有会话将结束。',
  'reset.noLink': '请按收到的链接原样重新打开，或向运营人员索取新链接。',
  'reset.noLinkTitle': '链接不完整',
  'reset.toLogIn': '前往登录',
  'reset.new': '新密码',
  'reset.repeat': '再次输入新密码',
  'reset.submit': '设置密码',
  'reset.done': '密码已设置。',
  'reset.logIn': '用新密码登录',
};
