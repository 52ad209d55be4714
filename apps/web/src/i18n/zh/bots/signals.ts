// Chinese texts: the decisions about a bot that waits for a signal.
import type { signals as base } from '../../en/bots/signals.ts';
import type { Section } from '../../message.ts';

export const signals: Section<typeof base> = {
  'signals.title': '等待 AI 判断',
  'signals.next': '下次判断：{time}',
  'signals.none': '尚无判断。',
  'signals.open': '{time}：入场，防守 {percent}',
  'signals.wait': '{time}：等待',
  'signals.failed': '{time}：没有判断，{reason}',
  'signals.reason.pending': '模型尚未响应',
  'signals.reason.timeout': '模型响应过晚',
  'signals.reason.refused': '模型拒绝回答',
  'signals.reason.invalid': '响应无法使用',
  'signals.reason.unavailable': '无法连接模型',
  'signals.reason.budget': '已达到当日费用上限',
  'signals.reason.failures': '模型多次失败',
  'signals.note': '模型 {model} 的文字：“{note}”',
  'signals.failedLoad': '无法加载判断。',
  'signals.titleRule': '等待信号',
  'signals.fired': '{time}：有信号，{values}',
  'signals.silent': '{time}：无信号，{values}',
  'signals.reason.warm_up': '规则所需的 K 线不足',
  'signals.nextRule': '下次计算：{time}',
  'signals.noneRule': '尚无计算结果。',
};
