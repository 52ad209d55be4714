// Korean texts: the what-if strip.
import type { whatIf as base } from '../../en/bots/what-if.ts';
import type { Section } from '../../message.ts';

export const whatIf: Section<typeof base> = {
  'whatIf.title': '이 설정으로 과거에 운용했다면',
  'whatIf.span': '모의 계산 기간',
  'whatIf.span.days30': '30일',
  'whatIf.span.year': '1년',
  'whatIf.span.all': '전체',
  'whatIf.survived': '버틴 기간',
  'whatIf.months': '{months}개월 중 {lived}개월',
  'whatIf.liquidated': '{runs}회 모의 계산 중 {count}회 강제 청산',
  'whatIf.net': '연간 순손익',
  'whatIf.netOfSpan': '전체 기간 순손익',
  'whatIf.band': '전체 모의 계산 {low} ~ {high}',
  'whatIf.fall': '최대 낙폭',
  'whatIf.inMarket': '포지션 보유 시간',
  'whatIf.rounds': '라운드 {rounds}회, 순환 {cycles}회',
  'whatIf.picture': '모의 결과 선과 전체 모의 계산의 범위',
  'whatIf.key':
    '선: 미실현 손익을 포함한 결과. 범위: 캔들 안의 가격 순서와 다음 라운드의 무작위 지연을 바꾼 결과. 빨강: 강제 청산. 노랑: 손절.',
  'whatIf.source': '거래소 15분봉 {count}개로 모의 계산, {from} ~ {to}.',
  'whatIf.sourceSandbox': '연습 거래소의 가상 15분봉 {count}개로 모의 계산, {from} ~ {to}.',
  'whatIf.costs': '수수료 포함, 펀딩비와 슬리피지는 미포함. 과거 결과는 미래를 보장하지 않습니다.',
  'whatIf.missing': '캔들 {count}개가 없습니다.',
  'whatIf.tickSizes': '이 기간에 호가 단위가 바뀌었습니다: {sizes}.',
  'whatIf.age': '가장 최근 캔들은 {age} 전에 마감되었습니다.',
  'whatIf.short': '이 종목의 기록은 1년 미만입니다.',
  'whatIf.filling': '더 오래된 캔들을 내려받는 중입니다.',
  'whatIf.none': '이 종목의 저장된 캔들이 없습니다.',
  'whatIf.refused': '이 설정으로는 첫 가격에서 주문을 낼 수 없습니다.',
  'whatIf.failed': '캔들을 불러오지 못했습니다. 다시 요청합니다.',
};
