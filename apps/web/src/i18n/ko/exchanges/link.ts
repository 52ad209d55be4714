// Korean texts: errors, findings and alerts of the exchange link.
import type { link as base } from '../../en/exchanges/link.ts';
import type { Section } from '../../message.ts';

export const link: Section<typeof base> = {
  'errors.exchangeTokenRefreshFailed': '거래소 연동을 갱신하지 못했습니다. 계정을 다시 연동해 주세요.',
  'errors.exchangeTokenInvalid': '이 연동은 거래소에서 더 이상 유효하지 않습니다. 계정을 다시 연동해 주세요.',
  'errors.preflightFailed': '아직 이 계정으로 거래할 수 없습니다: {reason}',
  'errors.keyMissing': '이전 키는 삭제되었지만 새 키를 만들지 못했습니다. 봇이 대기 중이니 지금 다시 시도해 주세요.',
  'errors.keyChangeRunning': '이 계정의 키를 교체하는 중입니다. 잠시 기다려 주세요.',
  'errors.consentNeeded': '거래소에서 새로 동의해야 합니다. 계정을 다시 연동해 주세요.',
  'errors.botsRunning': '이 계정에서 봇이 실행 중입니다. 먼저 중지해 주세요.',
  'preflight.keyMayWithdraw':
    '키에 출금 권한이 있습니다. 거래소에서 삭제하고 다시 연동해 주세요. Rondo에서는 출금할 수 없는 키만 사용할 수 있습니다.',
  'preflight.keyCannotTrade': '키에 거래 권한이 없습니다. 거래를 허용하여 계정을 다시 연동해 주세요.',
  'preflight.keyRefused': '거래소가 키를 거부합니다({reason}). 계정을 다시 연동하여 새 키를 만들어 주세요.',
  'preflight.keyMissing':
    '계정에 거래용 API 키가 없습니다. 봇을 실행하려면 키를 만들어 주세요. 그동안 실행 중인 봇의 주문은 거래소에 남아 있습니다.',
  'preflight.keyEnvironment': '다른 환경(모의 거래 또는 실거래)에서 만든 키입니다. 환경에 맞는 계정을 연동해 주세요.',
  'preflight.keyAddress':
    '키가 이 서버의 IP 주소가 아닌 다른 IP 주소로 제한되어 있습니다. 여기서 새 키를 만들거나 거래소에서 IP 주소를 추가해 주세요.',
  'preflight.keyNotBound':
    '키에 IP 제한이 없어 {days}일 동안 쓰지 않으면 거래소가 삭제합니다. 이 서버의 IP 주소로 제한된 새 키를 만들어 주세요.',
  'preflight.keyUnbound':
    '키에 IP 제한이 없습니다. 실거래 봇에는 IP가 제한된 키가 필요합니다. 이 서버의 IP 주소로 제한된 새 키를 만들어 주세요.',
  'preflight.accountLevel':
    '계정 모드({level})에서는 이 봇을 실행할 수 없습니다. 거래소에서 계정 모드를 “선물” 또는 “다중 통화 마진”으로 선택해 주세요.',
  'preflight.positionMode': '계정의 포지션 모드를 읽을 수 없습니다. 거래소에서 단방향 또는 헤지 모드를 선택해 주세요.',
  'preflight.positionModeChanged':
    '봇이 실행되는 동안 포지션 모드가 바뀌었습니다. 거래소에서 원래 모드({mode})로 되돌리거나 먼저 봇을 중지해 주세요.',
  'preflight.leadTrader': '카피 트레이딩 계정({role})입니다. 카피 트레이딩에 쓰지 않는 서브 계정을 사용해 주세요.',
  'preflight.uidLinked':
    '이 거래소 계정은 이미 연동되어 있습니다. 연동된 곳에서 먼저 해제하거나 서브 계정을 연동해 주세요.',
  'preflight.uidDiffers': '거래소의 다른 계정으로 동의했습니다. 여기 연동된 계정으로 거래소에 로그인해 주세요.',
  'preflight.foreignPositions':
    '봇이 관리하지 않는 포지션이 증거금을 함께 씁니다: {instruments}. 강제 청산이 가까워질 수 있으니 전용 서브 계정을 권장합니다.',
  'preflight.foreignPositionHere':
    '{instrument}에 봇이 관리하지 않는 포지션이 있습니다. 포지션을 종료하거나 다른 종목을 선택해 주세요.',
  'preflight.accountUnreadable': '지금은 계정을 읽을 수 없습니다. 잠시 후 다시 시도해 주세요.',
  'preflight.word.spot': '현물',
  'preflight.word.portfolioMargin': '포트폴리오 마진',
  'preflight.word.leadTrader': '리드 트레이더',
  'preflight.word.copyTrader': '카피 트레이더',
  'preflight.word.oneWay': '단방향',
  'preflight.word.hedge': '헤지',
  'alerts.tokenCritical': '토큰이 {minutes}분 후 만료됩니다!',
  'alerts.tokenWarning': '거래소 토큰이 {minutes}분 후 만료됩니다.',
  'alerts.tokenExpired': '거래소 토큰이 만료되었습니다. 계정을 다시 연동해 주세요. 실행 중인 봇에는 영향이 없습니다.',
  'alerts.keyRefused': '거래소가 거래용 API 키를 거부합니다. 새 키를 만들 때까지 신규 진입이 멈춥니다.',
  'alerts.keyNotBound':
    '거래용 API 키에 IP 제한이 없어 {days}일 동안 쓰지 않으면 거래소가 삭제합니다. IP가 제한된 키로 바꿔 주세요.',
  'alerts.keyMayWithdraw':
    '거래용 API 키에 출금 권한이 있습니다. 신규 진입이 멈춥니다. 키를 삭제하고 새로 만들어 주세요.',
  'alerts.socketDown': '실시간 연결이 끊겼습니다. 자동으로 다시 연결합니다.',
  'alerts.uptime': '실시간 연결은 이 기간의 {percent}%만 유지되었습니다.',
  'alerts.reconnects': '실시간 연결이 {count}회 끊겼습니다.',
  'alerts.apiErrors': '거래소 API 호출의 {percent}%만 성공했습니다.',
  'alerts.apiSlow': '거래소 응답이 느립니다: 평균 {ms} ms.',
};
