// Korean texts: the panel of a new bot and its review.
import type { review as base } from '../../en/bots/review.ts';
import type { Section } from '../../message.ts';

export const review: Section<typeof base> = {
  'create.titleFirst': '봇 시작하기',
  'create.titleNext': '다른 봇 시작하기',
  'create.nothingSent': '설정 확인 화면을 거치기 전에는 아무 주문도 전송되지 않습니다.',
  'create.exchange.rightsUnread': '키 권한을 아직 확인하지 못함',
  'create.key.withdraw': '이 계정의 거래용 API 키에 출금 권한이 있습니다. 키를 교체할 때까지 봇을 시작할 수 없습니다.',
  'create.key.refused': '거래소가 이 계정의 거래용 API 키를 거부합니다. 새 키를 만들 때까지 봇을 시작할 수 없습니다.',
  'create.key.revoked': '운영자가 이 계정의 거래용 API 키를 폐기했습니다. 새 키를 만들 때까지 봇을 시작할 수 없습니다.',
  'create.key.missing': '이 계정의 거래용 API 키가 삭제되었습니다. 새 키를 만들 때까지 봇을 시작할 수 없습니다.',
  'create.key.readOnly': '이 계정의 거래용 API 키에 거래 권한이 없습니다. 키를 교체할 때까지 봇을 시작할 수 없습니다.',
  'create.key.open': '거래소 탭 열기',
  'create.reviewTitle': '“{name}” 설정 확인',
  'create.reviewLong': '{instrument}, 롱, {leverage}, {steps}단계(순환 {cyclic}단계).',
  'create.reviewOpensLong': '시작하면 1단계를 시장가로 매수합니다.',
  'create.reviewShort': '{instrument}, 숏, {leverage}, {steps}단계(순환 {cyclic}단계).',
  'create.reviewOpensShort': '시작하면 1단계를 시장가로 매도합니다.',
  'create.back': '뒤로',
  'create.start': '봇 시작',
  'create.figure': '항목',
  'create.afterFirst': '1단계 체결 후',
  'create.afterBase': '본 물량(1~{count}단계) 체결 후',
  'create.afterAll': { other: '{count}단계 모두 체결 후' },
  'create.positionUsdt': '포지션, USDT',
  'create.marginUsdt': '사용 증거금, USDT',
  'create.estLiq': '예상 청산가',
  'create.atrValue': '{factor} ATR(14), 1시간',
  'create.settings': '전체 설정',
  'create.account': '계정',
  'create.reviewGain': '수수료 차감 전 이익, USDT',
  'create.reviewNet': '수수료 차감 후 이익, USDT',
  'create.feesInOut': '진입·종료 수수료, USDT',
  'create.reviewCycles':
    '모든 단계 체결 후의 이익과 수수료에는 순환 단계마다 익절 1회가 포함됩니다. 순환 이익 반영률만큼의 금액은 본 물량 익절 이익에서 뺐습니다.',
  'create.crossNote':
    '예상치는 배정액만을 완충 자금으로 계산합니다. 교차 마진이므로 계정에 다른 가용 증거금이 있으면 강제 청산은 늦어지고 손실은 배정액보다 커질 수 있습니다.',
  'create.reviewFunding':
    '포지션이 열려 있는 동안 OKX가 보통 8시간마다 펀딩비를 부과하거나 지급합니다. 위 수치에는 펀딩비가 포함되지 않습니다.',
  'create.reviewOnce': '한 라운드만 거래합니다. 본 물량을 익절하면 봇이 종료되고 새 라운드는 시작하지 않습니다.',
  'create.reviewRepeats':
    '본 물량을 익절할 때마다 배정액에 그동안의 순손익을 더한 금액으로 새 라운드가 자동으로 시작되며, 봇을 중지할 때까지 반복됩니다.',
  'create.reviewRepeatsFixed':
    '본 물량을 익절할 때마다 배정액으로(그동안 순손실이면 그만큼 뺀 금액으로) 새 라운드가 자동으로 시작되며, 봇을 중지할 때까지 반복됩니다.',
  'create.reviewStopLoss':
    '손절: 라운드 손실이 배정액의 {percent}(첫 라운드 {amount} USDT)에 이르면 포지션 전체를 시장가로 종료하고 봇도 종료합니다.',
  'create.reviewNoStopLoss': '손절이 설정되지 않았습니다.',
  'create.created': '“{name}” 봇을 만들었습니다.',
  'create.understand': '{amount} USDT를 잃을 수 있음을 이해합니다.',
  'create.tickFirst': '첫 봇을 시작하려면 확인란을 선택해 주세요.',
};
