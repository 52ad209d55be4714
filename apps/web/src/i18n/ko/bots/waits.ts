// Korean texts: why the entries of a bot wait.
import type { waits as base } from '../../en/bots/waits.ts';
import type { Section } from '../../message.ts';

export const waits: Section<typeof base> = {
  'bots.wait.reading':
    '신규 진입 대기 중: 거래소에서 계정 정보를 읽지 못했습니다. 성공할 때까지 다시 읽으며, 이미 낸 주문은 유지됩니다. 따로 하실 일은 없습니다.',
  'bots.wait.price':
    '신규 진입 대기 중: 거래소가 이 종목의 새 가격을 보내지 않습니다. 다음 가격이 오면 계속합니다. 따로 하실 일은 없습니다.',
  'bots.wait.mark_price':
    '신규 진입 대기 중: 현재가와 마크 가격의 차이가 1%를 넘습니다. 두 가격이 다시 가까워지면 계속합니다. 따로 하실 일은 없습니다.',
  'bots.wait.order':
    '신규 진입 대기 중: 거래소가 주문 한 건의 상태를 아직 알려 주지 않았습니다. 응답할 때까지 다시 확인합니다. 따로 하실 일은 없습니다.',
  'bots.wait.rules':
    '신규 진입 대기 중: 거래소가 이 종목의 주문 규칙을 변경합니다. 변경이 끝나면 계속합니다. 따로 하실 일은 없습니다.',
  'bots.wait.leverage':
    '신규 진입 대기 중: 거래소에 설정된 이 종목의 레버리지가 봇의 레버리지({leverage})와 다릅니다. 거래소에서 {leverage}로 되돌려 주세요.',
  'bots.wait.position':
    '신규 진입 대기 중: 거래소 포지션이 봇의 포지션과 다릅니다. 이 종목을 수동으로 거래했다면 거래소에서 원래 수량으로 되돌려 주세요.',
  'bots.wait.position_mode':
    '신규 진입 대기 중: 포지션이나 주문이 있는 동안 계정의 포지션 모드가 바뀌었습니다. 거래소에서 원래 모드로 되돌려 주세요.',
  'bots.wait.account_level':
    '신규 진입 대기 중: 현재 계정 모드에서는 봇이 거래할 수 없습니다. 거래소에서 계정 모드를 “선물” 또는 “다중 통화 마진”으로 선택해 주세요.',
  'bots.wait.margin':
    '신규 진입 대기 중: 증거금이 부족해 거래소가 진입 주문을 거부했습니다. 가용 증거금이 늘면 다시 시도합니다. 증거금을 추가하거나 다른 봇을 중지해 주세요.',
};
