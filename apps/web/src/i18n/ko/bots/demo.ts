// Korean texts: the demo.
import type { demo as base } from '../../en/bots/demo.ts';
import type { Section } from '../../message.ts';

export const demo: Section<typeof base> = {
  'demo.label': '데모 – 실제 자금이 아닙니다',
  'demo.title': '데모 계정',
  'demo.account': '{balance} USDT, 모의 자금',
  'demo.tabs': '화면',
  'demo.tab.bots': '봇',
  'demo.tab.history': '내역',
  'demo.scene': '시장',
  'demo.scene.all': '전체',
  'demo.scene.sideways': '횡보',
  'demo.scene.fall': '하락',
  'demo.scene.rebound': '반등',
  'demo.scene.trend': '상승 추세',
  'demo.speed': '속도',
  'demo.result': '전체 기간 결과',
  'demo.worst': '전체 기간의 최대 낙폭',
  'demo.bot': '재생이 끝난 시점의 봇',
  'demo.bot.note': '{time} 시점의 모의 결과입니다. 라운드마다 배정액이 같으며, 거래소로 보내는 주문은 없습니다.',
  'demo.bot.waiting': '지난 라운드는 끝났고, 다음 라운드는 다음 캔들에서 시작됩니다.',
  'demo.history.ended': '종료',
  'demo.history.lasted': '지속 기간',
  'demo.history.end': '종료 사유',
  'demo.history.net': '순손익, USDT',
  'demo.history.exit': '익절',
  'demo.history.stop': '손절',
  'demo.history.liquidation': '강제 청산',
  'demo.history.none': '아직 끝난 라운드가 없습니다.',
  'demo.history.partial': '전체 라운드 {total}개 중 최근 {shown}개를 표시합니다.',
  'demo.span': '재생할 캔들',
  'demo.span.days3': '3일',
  'demo.span.days12': '12일',
  'demo.span.days50': '50일',
  'demo.failed': '가격이나 캔들을 불러오지 못했습니다. 다시 시도합니다.',
  'demo.none': '이 설정으로는 주문을 낼 수 없습니다.',
  'demo.settings': '{direction} {leverage}x, {distance} 간격 {steps}단계, 마지막 {cyclic}단계 순환, 익절 {profit}',
  'demo.totals':
    '전체 캔들: 라운드 {rounds}회, 순환 {cycles}회, 끝난 라운드 {net} USDT(수수료 차감 후), 진행 중인 라운드 {open} USDT. 차트는 가장 긴 라운드입니다.',
  'demo.liquidated': '라운드 {rounds}회 후 강제 청산: 합계 {net} USDT. 차트는 마지막 라운드입니다.',
  'demo.source':
    '양식에 입력한 배정액을 거래소의 최근 캔들로 운용한 모의 결과입니다. 펀딩비는 포함하지 않습니다. 과거 결과는 미래를 보장하지 않습니다.',
  'demo.sourceSandbox':
    '양식에 입력한 배정액을 연습 거래소의 최근 가상 캔들로 운용한 모의 결과입니다. 펀딩비는 포함하지 않습니다. 과거 결과는 미래를 보장하지 않습니다.',
  'demo.notice': '데모에서는 봇이 만들어지지 않습니다.',
};
