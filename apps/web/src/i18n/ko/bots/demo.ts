// Korean texts: the demo.
import type { demo as base } from '../../en/bots/demo.ts';
import type { Section } from '../../message.ts';

export const demo: Section<typeof base> = {
  'demo.label': '데모 – 실제 돈이 아닙니다',
  'demo.title': '데모 계정',
  'demo.account': '{balance} USDT, 모의 자금',
  'demo.span': '재생할 캔들',
  'demo.span.days3': '3일',
  'demo.span.days12': '12일',
  'demo.span.days50': '50일',
  'demo.failed': '가격이나 캔들을 불러오지 못했습니다. 다시 요청합니다.',
  'demo.none': '이 설정으로는 첫 가격에서 주문을 낼 수 없습니다.',
  'demo.settings': '{direction} {leverage}x, {distance} 간격 {steps}단계, 마지막 {cyclic}단계 순환, 익절 {profit}',
  'demo.totals':
    '전체 캔들: 라운드 {rounds}회, 순환 {cycles}회, 수수료 차감 후 {net} USDT, 미실현 {open} USDT. 가장 긴 라운드를 그렸습니다.',
  'demo.liquidated': '라운드 {rounds}회 후 강제 청산: 합계 {net} USDT. 강제 청산된 라운드를 그렸습니다.',
  'demo.source':
    '거래소의 최근 캔들로 데모 계정 전체를 쓴 모의 결과입니다. 펀딩비는 포함하지 않습니다. 과거 결과는 미래를 보장하지 않습니다.',
  'demo.run': '이 설정으로 재생',
  'demo.notice': '데모에서는 봇이 만들어지지 않습니다.',
};
