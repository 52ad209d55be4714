// Korean texts: the log-in.
import type { auth as base } from '../../en/access/auth.ts';
import type { Section } from '../../message.ts';

export const auth: Section<typeof base> = {
  'login.email': '이메일',
  'login.password': '비밀번호',
  'login.showPassword': '비밀번호 표시',
  'login.hidePassword': '비밀번호 숨기기',
  'login.remember': '이 기기에서 1년간 로그인 유지',
  'login.rememberHint': '공용 기기에서는 선택을 해제해 주세요.',
  'login.submit': '로그인',
  'login.sending': '로그인 중…',
  'login.empty': '이메일과 비밀번호를 입력해 주세요.',
  'login.failed': '로그인 중 오류가 발생했습니다.',
  'login.code': '인증 앱의 인증 코드',
  'login.codeHint': '숫자 6자리 또는 복구 코드.',
  'login.back': '뒤로',
  'passkey.logIn': '패스키로 로그인',
  'passkey.use': '패스키 사용',
  'passkey.cancelled': '패스키를 사용하지 않았습니다. 다시 시도하거나 다른 방법을 선택해 주세요.',
  'passkey.failed': '브라우저에서 패스키를 사용하지 못했습니다.',
  'login.forgot': '비밀번호를 잊으셨습니까? 초대한 분에게 문의해 주세요.',
  'register.done': '가입이 완료되었습니다. 운영자 승인 후 이용할 수 있습니다.',
  'pending.step.register': '가입',
  'pending.step.contact': '운영자 연락',
  'pending.step.approved': '승인 완료',
};
