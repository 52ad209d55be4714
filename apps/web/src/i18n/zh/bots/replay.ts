// Chinese texts: replayed rounds.
import type { replay as base } from '../../en/bots/replay.ts';
import type { Section } from '../../message.ts';

export const replay: Section<typeof base> = {
  'replay.play': '播放这一轮',
  'replay.pause': '暂停',
  'replay.summary': '{symbol} 模拟轮次：{cycles} 次循环，结果 {result} USDT，最大浮亏 {worst} USDT。',
  'replay.base': '底仓',
  'replay.cyclic': '循环',
  'replay.danger': '距预估强平价',
  'replay.liquidation': '预估强平价 {price}',
  'replay.result': '扣除手续费后的结果',
  'replay.worst': '最大浮亏',
  'replay.nearest': '距强平最近',
  'replay.cycles': '循环次数',
  'replay.exit': '底仓止盈价',
  'replay.change': '入场后涨跌',
  'replay.fees': '手续费（USDT）',
  'replay.key.entry': '档位成交',
  'replay.key.cycle': '档位止盈',
  'replay.key.exit': '轮次结束',
  'replay.key.stop': '已止损',
  'replay.key.liquidation': '已强平',
  'replay.end.exit': '每次循环都让底仓止盈价更接近现价，直到价格触及。',
  'replay.end.plain': '价格回到了底仓止盈价。',
  'replay.end.stop': '仓位已止损平仓。',
  'replay.end.liquidation': '价格穿过所有档位并继续移动，交易所强平了仓位。',
  'replay.end.open': 'K 线在轮次结束前已用完，未平仓位按最后价格计算。',
  'replay.bracket': '若 K 线内价格顺序不同：{worse} 至 {better} USDT。',
  'replay.settings': '做多 {leverage}x，{steps} 档至 −{defense}，最后 {cyclic} 档循环，止盈 {profit}',
  'replay.source':
    '模拟：{from} 至 {to}，15 分钟 K 线，{budget} USDT 账户。取最近 {days} 天内至少完成两次循环、最后结束的一轮。不含资金费用。',
  'replay.sourceFall': '模拟：{from} 至 {to}，15 分钟 K 线，{budget} USDT 账户。不含资金费用。',
  'replay.whatIf': '如果继续下跌会怎样？',
  'replay.wrong': '亏损的一轮是什么样子',
  'replay.wrongText':
    '相同设置的机器人，从最近 {days} 天最大一次下跌（共 {percent}）的起点启动。这是它到最低价为止的最后一轮。',
  'replay.of': '（投入 {budget} USDT）',
  'replay.fact.cycles': { other: '这一轮完成了 {count} 次循环' },
  'replay.fact.entries': { other: '{count} 档成交，用时 {span}' },
  'replay.fact.filled': '从最后一档成交到结束 {span}',
  'replay.fact.rounds': { other: '需要 {count} 轮与上方相同的盈利才能弥补这笔亏损' },
};
