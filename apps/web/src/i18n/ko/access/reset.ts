// Korean texts: setting a new password with a one-time link.
import type { reset as base } from '../../en/access/reset.ts';
import type { Section } from '../../message.ts';

export const reset: Section<typeof base> = {
  'reset.title': '새 비밀번호 설정',
  'reset.text': '운영자가 보낸 링크는 한 번만 사용할 수 있습니다. 비밀번호를 설정하면 모든 세션이 종료됩니다.',
  'reset.noLink': '받은 링크를 그대로 다시 열거나 운영자에게 새 링크를 요청해 주세요.',
  'reset.noLinkTitle': '링크가 완전하지 않습니다',
  'reset.toLogIn': '로그인으로 이동',
  'reset.new': '새 비밀번호',
  'reset.repeat': '새 비밀번호 확인',
  'reset.submit': '비밀번호 설정',
  'reset.done': '비밀번호를 설정했습니다.',
  'reset.logIn': '새 비밀번호로 로그인',
};
