// Chinese texts: common.
import type { common as base } from '../en/common.ts';
import type { Section } from '../message.ts';

export const common: Section<typeof base> = {
  'common.loading': '加载中...',
  'common.close': '关闭',
  'common.retry': '重试',
  'common.simulated': '模拟',
  'common.simulatedHint': '内置练习交易所，非真实资金。',
  'common.long': '做多',
  'common.short': '做空',
  'shell.skip': '跳到内容',
  'shell.language': '语言',
  'shell.toasts': '消息',
  'shell.footer.terms': '条款',
  'shell.footer.privacy': '隐私',
  'shell.footer.risk': '杠杆交易可能损失全部保证金。过往结果不代表未来。',
  'shell.footer.oauth': '关联使用交易所自己的登录页面。Rondo 不会看到您的交易所密码。',
  'shell.footer.custody': '资金始终在您的交易所账户中，Rondo 无法提现。',
  'shell.help.guide': '使用指南',
  'shell.help.documentation': '文档',
  'shell.help.support': '支持',
  'shell.footer.links': '关于 Rondo',
  'shell.footer.age': '未满 18 岁者及受限国家居民不得使用。',
  'shell.footer.company': 'Rondo 的收入来自交易所：每笔订单交易手续费的一部分。',
  'shell.notFound.title': '此页面不存在。',
  'shell.notFound.advice': '请检查地址，或返回机器人页面。',
  'shell.error.title': '应用发生意外错误',
  'shell.error.chunk': '页面的一部分无法加载，可能已发布新版本。',
  'shell.error.bots': '您的机器人不受影响。',
  'shell.error.reload': '重新加载页面',
  'shell.error.home': '返回首页',
};
