// Korean texts: entering the password again before a protected action.
import type { proof as base } from '../../en/access/proof.ts';
import type { Section } from '../../message.ts';

export const proof: Section<typeof base> = {
  'proof.title': '비밀번호를 다시 입력해 주세요',
  'proof.text': '보호된 작업입니다. 몇 분 동안은 다시 묻지 않습니다.',
  'proof.code': '인증 앱의 인증 코드',
  'proof.codeHint': '숫자 6자리 또는 복구 코드.',
  'proof.go': '계속',
  'proof.cancel': '취소',
};
