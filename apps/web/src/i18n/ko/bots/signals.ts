// Korean texts: the decisions about a bot that waits for a signal.
import type { signals as base } from '../../en/bots/signals.ts';
import type { Section } from '../../message.ts';

export const signals: Section<typeof base> = {
  'signals.title': 'AI 판단 대기 중',
  'signals.next': '다음 판단: {time}',
  'signals.none': '아직 판단이 없습니다.',
  'signals.open': '{time}: 진입, 방어 {percent}',
  'signals.wait': '{time}: 대기',
  'signals.failed': '{time}: 판단 없음, {reason}',
  'signals.reason.pending': '모델이 아직 응답하지 않았습니다',
  'signals.reason.timeout': '모델의 응답이 늦었습니다',
  'signals.reason.refused': '모델이 거부했습니다',
  'signals.reason.invalid': '응답을 사용할 수 없습니다',
  'signals.reason.unavailable': '모델에 연결하지 못했습니다',
  'signals.reason.budget': '하루 비용 한도에 도달했습니다',
  'signals.reason.failures': '모델이 여러 번 실패했습니다',
  'signals.note': '모델 {model}의 글: “{note}”',
  'signals.failedLoad': '판단을 불러오지 못했습니다.',
  'signals.titleRule': '신호 대기 중',
  'signals.fired': '{time}: 신호, {values}',
  'signals.silent': '{time}: 신호 없음, {values}',
  'signals.reason.warm_up': '규칙에 필요한 봉이 부족합니다',
  'signals.nextRule': '다음 계산: {time}',
  'signals.noneRule': '아직 계산된 값이 없습니다.',
};
