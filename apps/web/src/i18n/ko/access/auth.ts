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
  'passkey.failed': '브라우저에서 패스키를 사용할 수 없습니다.',
  'login.forgot': '비밀번호를 잊으셨습니까? 초대한 분에게 문의해 주세요.',
  'register.done': '가입이 완료되었습니다. 운영자 승인 후 이용할 수 있습니다.',
  'pending.step.register': '가입',
  'pending.step.contact': '운영자 연락',
  'pending.step.approved': '승인 완료',
  'pending.badge': '승인 대기 중',
  'pending.title': '가입 신청을 받았습니다.',
  'pending.text':
    '운영자가 {name} 님에게 연락합니다. 승인 전에는 봇을 시작할 수 없으며, 내역 탭과 거래소 탭도 이용할 수 없습니다.',
  'pending.rejected.badge': '승인되지 않음',
  'pending.rejected.title': '가입이 승인되지 않았습니다.',
  'pending.rejected.text':
    '{name} 님, 운영자가 가입을 승인하지 않았습니다. 봇을 만들 수 없습니다. 궁금한 점은 고객 지원에 문의해 주세요.',
  'pending.revoked.badge': '승인 철회됨',
  'pending.revoked.title': '승인이 철회되었습니다.',
  'pending.revoked.text':
    '{name} 님, 봇을 만들거나 다시 시작할 수 없고 계정을 연동할 수 없습니다. 궁금한 점은 고객 지원에 문의해 주세요.',
  'pending.kept.title': '승인이 철회되어 봇이 새로 진입하지 않습니다',
  'pending.kept.text':
    '익절과 손절 주문은 거래소에 그대로 남습니다. 아래에서 봇을 중지하거나 포지션을 종료하고 계정 연동을 해제할 수 있습니다. 봇을 만들거나 다시 시작하거나 계정을 연동할 수는 없습니다.',
  'pending.kept.accounts': '연동된 계정',
  'pending.checked': '마지막 확인',
  'pending.email': '이메일',
  'pending.refresh': '다시 확인',
  'pending.free': '승인에는 어떤 비용도 요구하지 않습니다.',
};
