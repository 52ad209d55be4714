// Chinese texts: when the rounds of a new bot open that does not open them at once.
import type { opening as base } from '../../en/bots/opening.ts';
import type { Section } from '../../message.ts';

export const opening: Section<typeof base> = {
  'create.opens.hour': '启动机器人时不会下单：每轮在 1 小时 K 线收盘时开始。',
  'create.opens.signal': '启动机器人时不会下单：每轮在规则发出信号时开始。',
  'create.opens.message': '启动机器人时不会下单：每轮在收到其他程序的消息时开始。',
  'create.opens.model': '启动机器人时不会下单：每轮由 AI 模型决定何时开始，档位跨度也由模型选择。',
  'create.opens.ownDistance': '档距由当时的波动率决定。',
  'create.opens.example': '此处的所有价格都假设现在开始一轮。',
  'create.opens.exampleWidest': '此处的所有价格都假设现在以最大档距开始一轮。',
  'create.opens.exampleModel': '此处的所有价格都假设现在以此表单的档位跨度开始一轮。',
  'create.words.laterBuys': {
    other:
      '届时按市价买入约 {amount} USDT 的 {base}。价格下跌时，后续 {count} 档继续买入，直到 {price}（{distance}）。',
  },
  'create.words.laterSells': {
    other:
      '届时按市价卖出约 {amount} USDT 的 {base}。价格上涨时，后续 {count} 档继续卖出，直到 {price}（{distance}）。',
  },
  'whatIf.unknown.messages': '此机器人的每一轮都由其他程序的消息触发。已存 K 线中没有这些消息，因此不进行模拟。',
  'whatIf.unknown.model': '此机器人的每一轮都由 AI 模型触发。无法得知模型在已存 K 线上会如何判断，因此不进行模拟。',
  'whatIf.unknown.shortBars': '此信号的 K 线周期短于已存的 15 分钟 K 线，因此不进行模拟。',
  'whatIf.unknown.setting': '信号的某项设置无效，因此不进行模拟。',
};
