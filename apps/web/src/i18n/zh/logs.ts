// Chinese texts: logs.
import type { logs as base } from '../en/logs.ts';
import type { Section } from '../message.ts';

export const logs: Section<typeof base> = {
  'bots.log.roundOpened': '第 {round} 轮以 {price} 开始',
  'bots.log.waitingForSignal': '第 {round} 轮等待信号',
  'bots.log.stepFilled': '第 {step} 步以 {price} 成交',
  'bots.log.exitFilled.takeProfit': '第 {step} 步以止盈价 {price} 平仓',
  'bots.log.exitFilled.baseExit': '基础出场以 {price} 成交',
  'bots.log.exitFilled.close': '按市价 {price} 平仓',
  'bots.log.exitFilled.stopLoss': '止损以 {price} 成交',
  'bots.log.cycleCompleted': '第 {step} 步的第 {cycle} 次循环完成',
  'bots.log.roundCompleted': '第 {round} 轮完成',
  'bots.log.botCompleted': '机器人已结束',
  'bots.log.liquidated': '第 {round} 轮被交易所强平',
  'bots.log.entryMissed': '开仓订单未成交，第 {attempt} 次尝试',
  'bots.log.orderRejected': '交易所拒绝了第 {step} 步的订单',
  'bots.log.planRefused': '第 {round} 轮无法规划，因此未开始',
  'bots.log.stopAndCloseAccepted': '已接受停止：撤销订单并平仓',
  'bots.log.stopAndLeaveAccepted': '已接受停止：撤销订单，仓位无保护地保留',
  'bots.log.lastRoundSet': '将在下次止盈后结束',
  'bots.log.lastRoundUnset': '下次止盈后继续',
  'bots.log.lateFill': '收到迟到的成交，正在平仓',
  'bots.log.failed': '机器人因错误停止操作（{reason}）',
  'bots.log.stepBlocked': '第 {step} 级保证金不足：等待可用保证金增加',
  'bots.log.orderBeingVerified': '交易所未回应第 {step} 级的订单，正在核实',
  'bots.log.orderContradiction': '关于第 {step} 级订单的答复相互矛盾',
  'bots.log.orderCancelledOutside': '第 {step} 级订单被手动取消，本轮不再挂出',
  'bots.log.exitReplacedOnce': '第 {step} 级的平仓单被手动取消，已重新挂出一次',
  'bots.log.positionDiffers': '交易所持仓与机器人不一致：一致之前不再开仓',
};
