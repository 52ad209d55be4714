// Chinese texts: the demo.
import type { demo as base } from '../../en/bots/demo.ts';
import type { Section } from '../../message.ts';

export const demo: Section<typeof base> = {
  'demo.label': '演示：非真实资金',
  'demo.title': '演示账户',
  'demo.account': '{balance} USDT，模拟',
  'demo.span': '要回放的 K 线',
  'demo.span.days3': '3 天',
  'demo.span.days12': '12 天',
  'demo.span.days50': '50 天',
  'demo.failed': '价格或 K 线无法加载，正在重新请求。',
  'demo.none': '按这些设置，在首个价格上无法下任何订单。',
  'demo.settings': '{direction} {leverage}x，{steps} 档，档距 {distance}，最后 {cyclic} 档循环，止盈 {profit}',
  'demo.totals':
    '全部 K 线：{rounds} 轮，{cycles} 次循环，扣除手续费后 {net} USDT，未实现盈亏 {open} USDT。图中是最长的一轮。',
  'demo.liquidated': '{rounds} 轮后强平：共 {net} USDT。图中是被强平的那一轮。',
  'demo.source': '以全部演示账户在交易所最近 K 线上模拟。不含资金费用。过往结果不代表未来。',
  'demo.run': '用这些设置回放',
  'demo.notice': '演示中不会创建机器人。',
};
