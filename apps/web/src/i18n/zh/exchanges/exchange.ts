// Chinese texts: the exchange tab.
import type { exchange as base } from '../../en/exchanges/exchange.ts';
import type { Section } from '../../message.ts';

export const exchange: Section<typeof base> = {
  'exchange.testDone': '连接正常。',
  'exchange.title': '交易所',
  'exchange.accounts': 'OKX 账户',
  'exchange.notLinked': '未关联账户。',
  'exchange.environment.sandbox': '内置练习交易所',
  'exchange.environment.demo': '交易所模拟盘',
  'exchange.environment.live': '实盘',
  'exchange.expires': '到期',
  'exchange.never': '不会过期',
  'exchange.broker': '每笔订单的经纪商标签',
  'exchange.brokerText': '无论盈亏，只要机器人交易我们就有收入。这是利益冲突。',
  'exchange.refresh': '刷新',
  'exchange.lbankSoon': '即将推出',
};
