// Chinese texts: the reasons in the health of the server. The keys end with the codes of the contract (`health-reasons.ts`).
import type { healthReasons as base } from '../../en/site/health-reasons.ts';
import type { Section } from '../../message.ts';

export const healthReasons: Section<typeof base> = {
  'operator.health.reason.late': '未在时限内响应',
  'operator.health.reason.unreachable': '无法连接',
  'operator.health.reason.database': '数据库没有响应',
  'operator.health.reason.starting': '引擎尚未启动',
  'operator.health.reason.ending': '此节点正在关闭',
  'operator.health.reason.draining': '此节点正在将账户移交给其他节点',
  'operator.health.reason.signer': '签名进程未运行，因此不会向交易所发送任何内容',
  'operator.health.reason.foreign_key': '有人使用了产品从不使用的密钥。请查看日志事件 signer.honeyUsed',
  'operator.health.reason.frozen': '此实例已冻结，直到执行 `rondo restore confirm`',
  'operator.health.reason.suspects': { other: '其他程序正在监听 {count} 个账户。重新确认之前不会发送任何订单' },
  'operator.health.reason.unreadable_keys': { other: '{count} 个账户的密钥无法读取' },
  'operator.health.reason.stale': '有账户最近未被读取',
  'operator.health.reason.blind':
    '{accounts} 个账户中有 {count} 个收不到交易所的消息（等待连接 {waiting} 个，正在连接 {opening} 个）',
  'operator.health.reason.no_stream': '{accounts} 个账户中有 {count} 个没有私有频道连接',
  'operator.health.reason.frozen_bots': { other: '{count} 个机器人已冻结' },
  'operator.health.reason.orphan_orders': { other: '{count} 笔未成交订单没有记录' },
  'operator.health.reason.copy_orders': { other: '此实例的另一个副本发送了 {count} 笔订单' },
  'operator.health.reason.later_listeners': {
    other: '其他程序已开始监听 {count} 个账户。此实例的另一个副本可能正在运行',
  },
  'operator.health.reason.bus': '此节点未连接到 NATS',
  'operator.health.reason.sandbox': '练习交易所没有响应',
  'operator.health.reason.exchange': '交易所没有响应',
  'operator.health.reason.exchange_code': '交易所没有响应（{code}）',
  'operator.health.reason.demo_preparing': '正在准备演示数据',
  'operator.health.reason.demo_incomplete': '演示数据不完整',
  'operator.health.reason.no_backup': '尚未进行备份',
  'operator.health.reason.old_backup': '最新备份是 {hours} 小时前的',
};
