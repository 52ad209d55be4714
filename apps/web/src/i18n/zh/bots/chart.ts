// Chinese texts: the ladder chart.
import type { Section } from '../../message.ts';
import type { chart as base } from '../../en/bots/chart.ts';

export const chart: Section<typeof base> = {
  'chart.label': '带阶梯的价格图',
  'chart.asTable': '以表格查看',
  'chart.asChart': '以图表查看',
  'chart.span': '18 小时',
  'chart.recent': '最近 18 小时,15 分钟',
  'chart.ladderToCome': '即将建立的阶梯',
  'chart.widthIsShare': '宽度 = 仓位占比',
  'chart.cyclicComesBack': '循环,会再挂出',
  'chart.market': '市价',
  'chart.stepNow': '{step} 现在',
  'chart.takeProfit': '止盈 {step}',
  'chart.exit': '退出 {step}',
  'chart.average': '均价 {step}',
  'chart.liquidation': '强平 {step}',
  'chart.liquidationAfterEach': '每步之后的预估强平',
  'chart.ownScale': '独立刻度,0 至 {price}',
  'chart.liquidationNote': '每次成交都会使其更近。',
  'chart.planSummary': '{instrument}:{steps} 步阶梯至 {deepest};全部成交后预估强平:{liquidation}。',
};
