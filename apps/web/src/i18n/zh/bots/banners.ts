// Chinese texts of the banners of a bot: an error, the trading state of the pair, holds, the trading key, the loss guard, and why entries wait.
import type { banners as base } from '../../en/bots/banners.ts';
import type { Section } from '../../message.ts';
import { waits } from './waits.ts';

export const banners: Section<typeof base> = {
  ...waits,
  'bots.errorState': '此机器人已停止交易，挂单保持不变。请查看日志，然后平仓或联系客服。',
  'bots.recover.entry_missed': '首笔订单多次尝试后仍未成交。在您选择之前，机器人不会开仓。',
  'bots.recover.reduced_externally':
    '您在交易所减少了仓位。剩余部分的止盈单和止损单保留；在您选择之前，机器人不会开仓。',
  'bots.recover.continue': '继续交易',
  'bots.recover.exitsOnly': '仅止盈止损，不再开仓',
  'bots.recover.done': '{name} 已恢复。',
  'bots.recover.failed': '未能恢复机器人：{reason}',
  'bots.trading.halted': '交易所已暂停交易。开仓单已撤销，仓位、止盈单和止损单保留，恢复交易后机器人继续运行。',
  'bots.trading.postOnly':
    '交易所目前仅接受“只做 Maker”（Post Only）订单。机器人不开仓，仓位、止盈单和止损单保留，恢复交易后机器人继续运行。',
  'bots.trading.expired': '交易所已下架该交易对，并结算未平仓位。机器人随后结束运行。',
  'bots.trading.ends': '交易所将于 {time} 下架该交易对。机器人在本轮结束后停止，不再开始新一轮。',
  'bots.dust': '{size} 张低于交易所最小下单量，没有止盈单。下一笔足够大的止盈单会一并平掉。',
  'bots.hold.by.user': '您已暂停此机器人。',
  'bots.hold.by.grant': '运营人员已撤销批准。',
  'bots.hold.by.key': '账户的交易 API 密钥已吊销。',
  'bots.hold.by.maintenance': '因维护暂停。',
  'bots.hold.by.panic': '因紧急停止指令暂停。',
  'bots.hold.do.grant': '请联系运营人员。您可以随时停止机器人。',
  'bots.hold.do.key': '请在“交易所”页创建新密钥。',
  'bots.hold.do.maintenance': '您无需操作，维护结束后机器人会继续运行。',
  'bots.hold.do.panic': '请向运营人员了解何时解除。您可以随时停止机器人。',
  'bots.hold.restore':
    '服务器已冻结，因为其数据可能是另一台服务器的副本。在运营人员确认之前不会发送任何订单，未成交订单保留在交易所。',
  'bots.hold.rounds': '本轮继续，不再开始新一轮。',
  'bots.hold.entries': '开仓单已撤销，止盈单和止损单保留。',
  'bots.hold.message': '此机器人收到 Webhook 消息后已暂停。',
  'bots.hold.release': '解除暂停',
  'bots.hold.released': '{name} 已解除暂停。',
  'bots.hold.failed': '未能解除暂停：{reason}',
  'bots.hold.until': '至 {time}。',
  'bots.key.withdraw': '此账户的交易 API 密钥具有提现权限。更换密钥之前，机器人不再开新仓；止盈单和止损单保留。',
  'bots.key.refused': '交易所拒绝此账户的交易 API 密钥。创建新密钥之前，机器人不再下单；已有挂单留在交易所。',
  'bots.key.missing': '此账户没有交易 API 密钥。创建密钥之前，机器人不会下单；已有挂单留在交易所。',
  'bots.key.open': '打开“交易所”页',
  'bots.guard.wait': '上一轮因止损结束。下一轮须等到 {time} 之后。',
  'bots.guard.stops': '一小时内止损次数过多。解除锁定前不再开始新一轮。',
  'bots.guard.loss': '一天内的亏损已达上限。解除锁定前不再开始新一轮。',
  'bots.guard.release': '解除锁定',
  'bots.guard.released': '{name} 已解除锁定，可再次开始新一轮。',
  'bots.guard.failed': '未能解除锁定：{reason}',
};
