// Chinese texts: the what-if strip.
import type { whatIf as base } from '../../en/bots/what-if.ts';
import type { Section } from '../../message.ts';

export const whatIf: Section<typeof base> = {
  'whatIf.title': '这些设置在过去的表现',
  'whatIf.span': '模拟区间',
  'whatIf.span.days30': '30 天',
  'whatIf.span.year': '1 年',
  'whatIf.span.all': '全部',
  'whatIf.survived': '未强平时间',
  'whatIf.months': '{months} 个月中的 {lived} 个月',
  'whatIf.liquidated': '{runs} 次模拟中强平 {count} 次',
  'whatIf.net': '年化净盈亏',
  'whatIf.netOfSpan': '整段时间净盈亏',
  'whatIf.band': '全部模拟 {low} 至 {high}',
  'whatIf.fall': '最大回撤',
  'whatIf.inMarket': '有仓位的时间',
  'whatIf.rounds': '{rounds} 轮，{cycles} 次循环',
  'whatIf.picture': '模拟结果曲线及全部模拟的区间',
  'whatIf.key': '曲线：含未平仓位的结果。区间：改变 K 线内价格顺序、随机延迟每轮开仓的结果。红色：强平。黄色：止损。',
  'whatIf.source': '以交易所 {count} 根 15 分钟 K 线模拟，{from} 至 {to}。',
  'whatIf.sourceSandbox': '以练习交易所 {count} 根虚构的 15 分钟 K 线模拟，{from} 至 {to}。',
  'whatIf.costs': '含手续费，不含资金费用和滑点。过往结果不代表未来。',
  'whatIf.missing': '缺少 {count} 根 K 线。',
  'whatIf.tickSizes': '期间最小变动价位有变化：{sizes}。',
  'whatIf.age': '最新一根 K 线在 {age}前收盘。',
  'whatIf.short': '该交易对的历史不足一年。',
  'whatIf.filling': '更早的 K 线仍在下载。',
  'whatIf.none': '没有保存该交易对的 K 线。',
  'whatIf.refused': '按这些设置，在首个价格上无法下任何订单。',
  'whatIf.failed': 'K 线无法加载，正在重新请求。',
};
