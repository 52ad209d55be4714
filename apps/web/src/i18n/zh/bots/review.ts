// Chinese texts: the panel of a new bot and its review.
import type { review as base } from '../../en/bots/review.ts';
import type { Section } from '../../message.ts';

export const review: Section<typeof base> = {
  'create.titleFirst': '启动机器人',
  'create.titleNext': '再启动一个机器人',
  'create.nothingSent': '在您确认之前不会发送任何订单。',
  'create.exchange.rightsUnread': '尚未读取密钥权限',
  'create.key.withdraw': '此账户的交易 API 密钥具有提现权限。更换密钥之前，无法启动机器人。',
  'create.key.refused': '交易所拒绝此账户的交易 API 密钥。创建新密钥之前，无法启动机器人。',
  'create.key.revoked': '运营人员已吊销此账户的交易 API 密钥。创建新密钥之前，无法启动机器人。',
  'create.key.missing': '此账户的交易 API 密钥已删除。创建新密钥之前，无法启动机器人。',
  'create.key.readOnly': '此账户的交易 API 密钥没有交易权限。更换密钥之前，无法启动机器人。',
  'create.key.open': '打开“交易所”页',
  'create.reviewTitle': '确认“{name}”',
  'create.reviewLong': '{instrument}，做多，{leverage}，{steps} 档，其中 {cyclic} 档循环。启动时第 1 档按市价买入。',
  'create.reviewShort': '{instrument}，做空，{leverage}，{steps} 档，其中 {cyclic} 档循环。启动时第 1 档按市价卖出。',
  'create.back': '返回',
  'create.start': '启动机器人',
  'create.figure': '项目',
  'create.afterFirst': '第 1 档成交后',
  'create.afterBase': '底仓（第 1 至 {count} 档）成交后',
  'create.afterAll': { other: '全部 {count} 档成交后' },
  'create.positionUsdt': '仓位（USDT）',
  'create.marginUsdt': '占用保证金（USDT）',
  'create.estLiq': '预估强平价',
  'create.atrValue': '{factor} ATR(14)，1 小时',
  'create.settings': '全部设置',
  'create.account': '账户',
  'create.reviewGain': '扣除手续费前收益（USDT）',
  'create.reviewNet': '扣除手续费后收益（USDT）',
  'create.feesInOut': '开平仓手续费（USDT）',
  'create.reviewCycles': '全部成交后的收益和手续费包含每个循环档的一次止盈。循环抵扣的部分已从底仓止盈中扣除。',
  'create.crossNote':
    '估算把投入金额视为全部缓冲资金。全仓模式下，若账户还有其他可用资金，OKX 会更晚强平，亏损也可能更大。',
  'create.reviewFunding': '持有仓位期间，OKX 会收取或支付资金费用，通常每 8 小时一次。以上数字不含资金费用。',
  'create.reviewOnce': '机器人只交易一轮：底仓止盈后结束运行，不再开始新一轮。',
  'create.reviewRepeats': '每次底仓止盈后会自动以投入金额加累计净盈亏开始新一轮，直到您停止机器人。',
  'create.reviewRepeatsFixed':
    '每次底仓止盈后会自动以投入金额开始新一轮，累计净亏损时则减去亏损部分，直到您停止机器人。',
  'create.reviewStopLoss':
    '止损：单轮亏损达到本轮投入金额的 {percent}（第一轮为 {amount} USDT）时，全部仓位按市价平仓，机器人结束运行。',
  'create.reviewNoStopLoss': '未设置止损。',
  'create.created': '已创建“{name}”。',
  'create.understand': '我了解我可能损失 {amount} USDT。',
  'create.tickFirst': '请勾选后启动首个机器人。',
};
