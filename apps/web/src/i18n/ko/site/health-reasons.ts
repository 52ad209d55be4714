// Korean texts: the reasons in the health of the server. The keys end with the codes of the contract (`health-reasons.ts`).
import type { healthReasons as base } from '../../en/site/health-reasons.ts';
import type { Section } from '../../message.ts';

export const healthReasons: Section<typeof base> = {
  'operator.health.reason.late': '제시간에 응답이 없음',
  'operator.health.reason.unreachable': '연결할 수 없음',
  'operator.health.reason.database': '데이터베이스가 응답하지 않음',
  'operator.health.reason.starting': '엔진이 아직 시작되지 않음',
  'operator.health.reason.ending': '이 노드가 종료되는 중',
  'operator.health.reason.draining': '이 노드의 계정을 다른 노드로 옮기는 중',
  'operator.health.reason.signer': '서명 프로세스가 실행되지 않아 거래소로 아무것도 보내지 않음',
  'operator.health.reason.foreign_key': '제품이 사용하지 않는 키가 사용됨. 로그 이벤트 signer.honeyUsed를 확인해야 함',
  'operator.health.reason.frozen': '`rondo restore confirm`을 실행할 때까지 이 인스턴스는 동결됨',
  'operator.health.reason.suspects': {
    other: '다른 프로그램이 계정 {count}개의 메시지를 수신하고 있음. 다시 확인될 때까지 주문을 보내지 않음',
  },
  'operator.health.reason.unreadable_keys': { other: '계정 {count}개의 키를 읽을 수 없음' },
  'operator.health.reason.stale': '최근에 읽지 못한 계정이 있음',
  'operator.health.reason.blind':
    '계정 {accounts}개 중 {count}개가 거래소의 메시지를 받지 못함(연결 대기 {waiting}개, 연결 중 {opening}개)',
  'operator.health.reason.no_stream': '계정 {accounts}개 중 {count}개에 프라이빗 스트림이 없음',
  'operator.health.reason.frozen_bots': { other: '봇 {count}개가 동결됨' },
  'operator.health.reason.orphan_orders': { other: '기록에 없는 미체결 주문 {count}건' },
  'operator.health.reason.copy_orders': { other: '이 인스턴스의 다른 복사본이 주문 {count}건을 보냄' },
  'operator.health.reason.later_listeners': {
    other: '다른 프로그램이 계정 {count}개의 메시지를 수신하기 시작함. 이 인스턴스의 다른 복사본이 실행 중일 수 있음',
  },
  'operator.health.reason.bus': '이 노드가 NATS에 연결되지 않음',
  'operator.health.reason.sandbox': '연습 거래소가 응답하지 않음',
  'operator.health.reason.exchange': '거래소가 응답하지 않음',
  'operator.health.reason.exchange_code': '거래소가 응답하지 않음({code})',
  'operator.health.reason.demo_preparing': '데모 데이터를 준비하는 중',
  'operator.health.reason.demo_incomplete': '데모 데이터가 완전하지 않음',
  'operator.health.reason.no_backup': '아직 백업이 없음',
  'operator.health.reason.old_backup': '가장 최근 백업: {hours}시간 전',
};
