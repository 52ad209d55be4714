// Chinese texts: the ladder chart.
import type { Section } from '../../message.ts';
import type { chart as base } from '../../en/bots/chart.ts';

export const chart: Section<typeof base> = {
  'chart.label': '标有各档的价格图',
  'chart.asTable': '以表格查看',
  'chart.asChart': '以图表查看',
  'chart.recent': '最近 18 小时，15 分钟 K 线',
  'chart.ladderToCome': '将要挂出的各档',
  'chart.widthIsShare': '宽度 = 仓位占比',
  'chart.cyclicComesBack': '循环档，止盈后再挂单',
  'chart.market': '市价',
  'chart.stepNow': '第 {step} 档（现在）',
  'chart.takeProfit': '止盈 {step}',
  'chart.average': '均价 {step}',
  'chart.liquidation': '预估强平 {step}',
  'chart.liquidationAfterEach': '每档成交后的预估强平价',
  'chart.ownScale': '独立刻度，0 至 {price}',
  'chart.liquidationNote': '成交越多，越接近现价。',
  'chart.changedByPreset': '暴跌防御带来的变化：',
  'chart.planSummary': '{instrument}：共 {steps} 档，最深一档 {deepest}；全部成交后预估强平价：{liquidation}。',
};
