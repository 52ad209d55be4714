// Chinese texts: why the entries of a bot wait.
import type { waits as base } from '../../en/bots/waits.ts';
import type { Section } from '../../message.ts';

export const waits: Section<typeof base> = {
  'bots.wait.reading': '暂停开新仓：无法从交易所读取账户数据。系统会重试直到成功，已有挂单保留。您无需操作。',
  'bots.wait.price': '暂停开新仓：交易所没有推送该交易对的新价格。收到新价格后继续。您无需操作。',
  'bots.wait.mark_price': '暂停开新仓：最新价与标记价格相差超过 1%。两者重新接近后继续。您无需操作。',
  'bots.wait.order': '暂停开新仓：交易所尚未确认一笔订单的状态。系统会重复查询直到收到响应。您无需操作。',
  'bots.wait.rules': '暂停开新仓：交易所正在更改该交易对的下单规则。更改完成后继续。您无需操作。',
  'bots.wait.leverage': '暂停开新仓：该交易对在交易所的杠杆不是 {leverage}。请在交易所改回 {leverage}。',
  'bots.wait.position': '暂停开新仓：交易所仓位与机器人不一致。如果您手动交易过该交易对，请在交易所恢复原来的仓位。',
  'bots.wait.position_mode': '暂停开新仓：有仓位或挂单时，账户的持仓模式被更改。请在交易所改回。',
  'bots.wait.account_level':
    '暂停开新仓：当前账户模式下机器人无法交易。请在交易所将账户模式选为“合约模式”或“跨币种保证金模式”。',
  'bots.wait.margin': '暂停开新仓：保证金不足，交易所拒绝了开仓单。可用保证金增加后会重试。请充值或停止其他机器人。',
};
