// Korean texts: logs.
import type { logs as base } from '../en/logs.ts';
import type { Section } from '../message.ts';

export const logs: Section<typeof base> = {
  'bots.log.roundOpened': '{round}라운드가 {price}에 시작됨',
  'bots.log.waitingForSignal': '{round}라운드가 신호를 기다림',
  'bots.log.stepFilled': '{step}단계가 {price}에 체결됨',
  'bots.log.exitFilled.takeProfit': '{step}단계가 익절가 {price}에 청산됨',
  'bots.log.exitFilled.baseExit': '기본 청산이 {price}에 체결됨',
  'bots.log.exitFilled.close': '시장가 {price}에 청산됨',
  'bots.log.exitFilled.stopLoss': '손절이 {price}에 체결됨',
  'bots.log.cycleCompleted': '{step}단계의 {cycle}번째 순환 완료',
  'bots.log.roundCompleted': '{round}라운드 완료',
  'bots.log.botCompleted': '봇이 종료됨',
  'bots.log.liquidated': '{round}라운드에서 거래소가 강제 청산함',
  'bots.log.entryMissed': '첫 주문이 체결되지 않음, {attempt}번째 시도',
  'bots.log.orderRejected': '거래소가 {step}단계 주문을 거부함',
  'bots.log.planRefused': '{round}라운드를 계획할 수 없어 시작하지 않음',
  'bots.log.stopAndCloseAccepted': '중지 접수: 주문을 취소하고 포지션을 청산함',
  'bots.log.stopAndLeaveAccepted': '중지 접수: 주문을 취소하고 포지션은 보호 없이 남음',
  'bots.log.lastRoundSet': '다음 익절 후 종료 예약',
  'bots.log.lastRoundUnset': '다음 익절 후에도 계속',
  'bots.log.lateFill': '늦은 체결이 도착하여 청산 중',
  'bots.log.failed': '오류로 봇이 멈춤 ({reason})',
  'bots.log.stepBlocked': '{step}단계에 필요한 증거금이 부족해 여유가 생길 때까지 대기',
  'bots.log.orderBeingVerified': '{step}단계 주문에 거래소 응답이 없어 확인 중',
  'bots.log.orderContradiction': '{step}단계 주문에 대한 거래소 응답이 서로 다름',
  'bots.log.orderCancelledOutside': '{step}단계 주문이 수동으로 취소되어 이번 라운드에서 제외',
  'bots.log.exitReplacedOnce': '{step}단계 청산 주문이 수동으로 취소되어 한 번 다시 등록',
  'bots.log.positionDiffers': '거래소 포지션이 봇의 포지션과 달라 일치할 때까지 신규 진입 중단',
};
