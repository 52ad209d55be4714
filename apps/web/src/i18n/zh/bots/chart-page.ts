// Chinese texts: the chart page of a bot.
import type { chartPage as base } from '../../en/bots/chart-page.ts';
import type { Section } from '../../message.ts';

export const chartPage: Section<typeof base> = {
  'chartPage.title': '图表',
  'chartPage.bar': '周期',
  'chartPage.minutes': '{count} 分钟',
  'chartPage.hours': '{count} 小时',
  'chartPage.back': '返回“机器人”页',
  'chartPage.missing': '该机器人不存在，或属于其他账户。',
  'chartPage.stop': '止损',
  'chartPage.keys': '拖动可移动，滚轮或双指可缩放。按键：方向键、+ 和 −。',
  'chartPage.summary': '{symbol}：价格 {price}，图表中有 {levels} 条价位线和 {fills} 笔成交。',
};
