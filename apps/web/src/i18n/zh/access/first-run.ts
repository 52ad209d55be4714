// Chinese texts: the check-list of the first run, and the page of a person without approval.
import type { firstRun as base } from '../../en/access/first-run.ts';
import type { Section } from '../../message.ts';

export const firstRun: Section<typeof base> = {
  'firstRun.title': '启动首个机器人前的准备',
  'firstRun.approval': '审核',
  'firstRun.account': 'OKX 账户',
  'firstRun.balance': '余额',
  'firstRun.bot': '首个机器人',
  'firstRun.approved': '已通过',
  'firstRun.current': '需要您操作',
  'firstRun.waiting': '等待运营人员审核',
  'firstRun.blocked': '无法继续',
  'firstRun.available': '可用 {amount} USDT',
  'firstRun.notReady': '此账户暂时无法运行机器人',
  'firstRun.key.refused': 'OKX 拒绝此交易 API 密钥，请创建新密钥。',
  'firstRun.key.revoked':
    '运营人员出于安全考虑吊销了此交易 API 密钥。若 OKX 上仍能看到该密钥，请先删除，再创建新密钥。',
  'firstRun.deposit': '请在 OKX 充值 USDT，并划转到交易账户。到账后此页面会自动更新。',
  'firstRun.ready': '账户已就绪。请在下方选择首个机器人的设置。',
  'firstRun.toForm': '前往设置',
  'pending.badge': '等待审核',
  'pending.title': '我们已收到您的注册申请。',
  'pending.text': '运营人员会通过 {name} 联系您。审核通过前无法启动机器人，“历史”和“交易所”页也不开放。',
  'pending.rejected.badge': '审核未通过',
  'pending.rejected.title': '您的注册未通过审核。',
  'pending.rejected.text': '{name}，运营人员未批准您的注册，您无法创建机器人。如有疑问，请联系客服。',
  'pending.revoked.badge': '批准已撤销',
  'pending.revoked.title': '运营人员已撤销对您的批准。',
  'pending.revoked.text': '{name}，您无法创建或恢复机器人，也无法关联账户。如有疑问，请联系客服。',
  'pending.kept.title': '批准已被撤销：您的机器人不再开新仓',
  'pending.kept.text':
    '止盈单和止损单仍保留在交易所。您仍可在下方停止机器人、平仓并解除账户关联。您无法创建或恢复机器人，也无法关联账户。',
  'pending.unread.title': '无法加载个人资料',
  'pending.unread.text':
    '个人资料加载之前，您无法创建机器人，也无法关联账户。运行中的机器人不受影响。您仍可在下方停止机器人、平仓并解除账户关联。',
  'pending.kept.accounts': '已关联的账户',
  'pending.checked': '上次检查',
  'pending.email': '邮箱',
  'pending.refresh': '再次检查',
  'pending.free': '审核从不收费。',
};
