// Japanese texts: the exchange tab.
import type { exchange as base } from '../../en/exchanges/exchange.ts';
import type { Section } from '../../message.ts';

export const exchange: Section<typeof base> = {
  'exchange.testDone': '接続は正常です。',
  'exchange.title': '取引所',
  'exchange.accounts': 'OKX口座',
  'exchange.notLinked': '連携された口座はありません。',
  'exchange.environment.sandbox': '内蔵の練習用取引所',
  'exchange.environment.demo': '取引所のデモ取引',
  'exchange.environment.live': '本番',
  'exchange.expires': '期限',
  'exchange.never': '期限なし',
  'exchange.broker': 'すべての注文のブローカータグ',
  'exchange.brokerText': '損益にかかわらず、ボットが取引するたびに当社に収入があります。これは利益相反です。',
  'exchange.refresh': '更新',
  'exchange.lbankSoon': '近日対応',
};
