// Korean texts: the ladder chart.
import type { Section } from '../../message.ts';
import type { chart as base } from '../../en/bots/chart.ts';

export const chart: Section<typeof base> = {
  'chart.label': '진입 단계가 표시된 가격 차트',
  'chart.asTable': '표로 보기',
  'chart.asChart': '차트로 보기',
  'chart.recent': '최근 18시간, 15분봉',
  'chart.ladderToCome': '예정된 진입 단계',
  'chart.widthIsShare': '너비 = 포지션 비중',
  'chart.cyclicComesBack': '순환 단계, 익절 후 다시 대기',
  'chart.market': '시장가',
  'chart.stepNow': '지금 {step}단계',
  'chart.takeProfit': '익절 {step}',
  'chart.average': '평단 {step}',
  'chart.liquidation': '예상 청산가 {step}',
  'chart.liquidationAfterEach': '단계별 예상 청산가',
  'chart.ownScale': '별도 눈금, 0~{price}',
  'chart.liquidationNote': '체결될수록 가까워집니다.',
  'chart.changedByPreset': '급락 방어 선택으로 바뀐 값:',
  'chart.planSummary': '{instrument}: {deepest}까지 {steps}단계, 모두 체결 시 예상 청산가: {liquidation}.',
};
