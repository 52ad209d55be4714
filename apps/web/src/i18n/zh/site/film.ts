// Chinese texts: the how-to film.
import type { film as base } from '../../en/site/film.ts';
import type { Section } from '../../message.ts';

export const film: Section<typeof base> = {
  'film.words': '视频内容',
  'film.visitor': 'Rondo 在您自己的交易所账户中运行机器人。本视频的画面均为模拟。',
  'film.login': '登录。没有账户也可以体验演示。',
  'film.link': '交易所账户已关联。API 密钥只能读取和交易，不能提现。',
  'film.amount': '投入多少？这里是 3,000 USDT。',
  'film.fall': '要承受多大的下跌？各档价格和预估强平价一目了然。',
  'film.often': '多久止盈一次？档数越多，各档间距越小，成交越频繁。',
  'film.review': '确认页列出全部设置和最坏情况：投入金额可能全部亏损。',
  'film.start': '第 1 档按市价成交，更深的各档在交易所挂单等待。',
  'film.steps': '价格下跌，更深的档位成交，开仓均价随之靠近现价。',
  'film.cycle': '最深一档是循环档：单独止盈后在原价重新挂单，这就是一次循环。',
  'film.exit': '价格回升，底仓止盈成交，第 1 轮结束，下一轮立即开始。',
  'film.stop': '停止方式由您选择：下次止盈后停止、保留仓位，或立即平仓。',
  'film.history': '历史记录显示扣除手续费后的结果。价格跌破所有档位后可能被强平。',
};
