// Chinese texts: the landing page.
import type { landing as base } from '../en/landing.ts';
import type { Section } from '../message.ts';

export const landing: Section<typeof base> = {
  'landing.risk': '杠杆交易可能损失全部保证金，机器人不能消除这一风险。',
  'landing.title': '下一步看得见的交易机器人。',
  'landing.lead': '价格不利时分步开仓，循环止盈，全部在您自己的交易所账户中进行。',
  'landing.invitation': '有邀请？',
  'landing.register': '注册',
  'landing.how': '阶梯如何运作',
  'landing.how.ladder': '一次开仓，下方逐级加仓',
  'landing.how.ladderText': '第一步按市价买入。更深的步骤挂在交易所，每一步不小于前一步。',
  'landing.how.cycle': '深层步骤循环',
  'landing.how.cycleText': '循环步骤在自己的止盈价卖出后再次挂单，每次盈利都让基础出场价更近。',
  'landing.how.limit': '极限在哪里',
  'landing.how.limitText': '若价格跌穿所有步骤并继续下跌，交易所将强平仓位。预估价格始终显示。',
};
