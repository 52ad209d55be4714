// Korean texts: the exchange tab.
import type { exchange as base } from '../../en/exchanges/exchange.ts';
import type { Section } from '../../message.ts';

export const exchange: Section<typeof base> = {
  'exchange.testDone': '연결이 정상입니다.',
  'exchange.title': '거래소',
  'exchange.accounts': 'OKX 계정',
  'exchange.notLinked': '연동된 계정이 없습니다.',
  'exchange.environment.sandbox': '내장 연습 거래소',
  'exchange.environment.demo': '거래소 모의 거래',
  'exchange.environment.live': '실거래',
  'exchange.expires': '만료',
  'exchange.never': '만료되지 않음',
  'exchange.broker': '모든 주문의 브로커 태그',
  'exchange.brokerText': '봇이 이익을 내든 손실을 내든 거래할 때마다 저희에게 수입이 생깁니다. 이는 이해 상충입니다.',
  'exchange.refresh': '새로고침',
  'exchange.lbankSoon': '곧 제공',
};
