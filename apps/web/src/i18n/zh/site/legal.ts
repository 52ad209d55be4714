// Chinese texts: terms and privacy notice.
import type { legal as base } from '../../en/site/legal.ts';
import type { Section } from '../../message.ts';

export const legal: Section<typeof base> = {
  'legal.contents': '目录',
  'legal.revised': '最近修订：{date}',
  'legal.effective': '生效日期：{date}',
  'legal.terms': '服务条款',
  'legal.privacy': '隐私声明',
  'legal.terms.what': 'Rondo 是什么',
  'legal.terms.whatText':
    'Rondo 是软件。它按照您选择并可在启动前看到的规则，在您自己的交易所账户中下单和撤单。它不提供投资建议，不管理资金，也不承诺盈利。',
  'legal.terms.who': '谁可以使用',
  'legal.terms.whoText':
    '年满 18 岁且不居住在受限国家或地区的人。加入需要邀请，每份注册申请由运营人员审核。审核从不收费。',
  'legal.terms.account': '您的账户',
  'legal.terms.accountText':
    '一人一个账户。请勿透露密码，并开启两步验证。如果他人可能使用了您的账户，请在安全页面结束所有会话并告知运营人员。',
  'legal.terms.keys': '交易所密钥',
  'legal.terms.keysText':
    '关联的密钥只能读取和交易。可提现的密钥会被拒绝。账户上没有机器人运行时，您可随时解除其关联；交易所中的仓位会保留，直到您平仓。',
  'legal.terms.custody': '您的资金',
  'legal.terms.custodyText': '您的资金始终在您的交易所账户中。Rondo 不持有客户资产，也无法提现或转账。',
  'legal.terms.risk': '风险',
  'legal.terms.riskText':
    '杠杆交易可能损失全部保证金。在全仓模式下，若账户中还有其他可用保证金，亏损可能超过投入机器人的金额。模拟、演示和过往结果不代表未来。运行哪些设置由您决定，结果由您承担。',
  'legal.terms.fees': '费用与我们的收入',
  'legal.terms.feesText':
    'Rondo 自身不收费。交易所把向您收取的交易手续费的一部分付给我们。因此，无论机器人盈亏，只要交易我们就有收入。这是利益冲突。',
  'legal.terms.conduct': '滥用',
  'legal.terms.conductText': '对于洗钱、攻击、垃圾营销或使用他人数据的行为，我们可不经通知限制使用。',
  'legal.terms.limits': '出现故障时',
  'legal.terms.limitsText':
    '网络、交易所和我们的服务器都可能出现故障。挂在交易所的订单会保留；连接恢复后机器人继续运行。在法律允许的范围内，我们不对市场、交易所或您所选设置造成的损失负责。',
  'legal.terms.end': '终止',
  'legal.terms.endText': '没有机器人运行时，您可在安全页面删除账户。法律要求的记录按隐私声明所述期限保留。',
  'legal.terms.changes': '变更',
  'legal.terms.changesText': '条款变更提前 7 天通知，费用变更提前 30 天通知。',
  'legal.privacy.what': '我们保存什么',
  'legal.privacy.whatText':
    '邮箱、通讯软件 ID、居住国家或地区、邀请码以及您接受的条款版本；带有时间、IP 地址和浏览器的登录记录；已关联的交易所账户及其加密密钥；您的机器人及其订单、成交和结果。不保存运行所不需要的内容。',
  'legal.privacy.why': '用途',
  'legal.privacy.whyText': '用于运行服务、保护账户和遵守法律。没有广告，不出售任何数据，任何页面都不向第三方发出请求。',
  'legal.privacy.browser': '在您的浏览器中',
  'legal.privacy.browserText':
    '语言、显示设置、个人资料，以及选择保持登录时的邮箱，保存在浏览器存储中。一个 Cookie 用于保持登录。不做跟踪。退出登录会删除个人资料和该 Cookie。',
  'legal.privacy.safety': '如何保护',
  'legal.privacy.safetyText':
    '交易所密钥使用 AES-256 加密，传输使用 TLS 1.3，密码仅以哈希保存。我们的页面、日志和响应从不包含交易所密钥。',
  'legal.privacy.who': '谁能看到',
  'legal.privacy.whoText':
    '您关联的交易所能看到订单。运营人员能看到邮箱、通讯软件 ID、居住国家或地区、邀请码、登录情况、关联状态、机器人和审计日志，绝看不到密钥和密码。主管机关只会得到法律强制我们提供的内容。',
  'legal.privacy.public': '他人能看到什么',
  'legal.privacy.publicText':
    '排行榜显示表现最好的账户的名称前两个字符、结果、活跃天数、交易对和当前轮次。只有在您同意时，已结束的机器人才会作为案例展示，包括其设置、天数、止盈次数和结果，以及您名称的第一个字符；同意可随时撤回。',
  'legal.privacy.time': '保存期限',
  'legal.privacy.timeText':
    '合同和付款记录 5 年，争议记录 3 年，登录记录 3 个月，访问日志 1 年，使用统计最多 26 个月。之后删除。',
  'legal.privacy.rights': '您的权利',
  'legal.privacy.rightsText':
    '您可在安全页面下载我们保存的关于您的全部内容，并删除账户。如需更正，请联系邀请您的运营人员。',
  'legal.privacy.changes': '变更',
  'legal.privacy.changesText': '变更提前 7 天通知，重大变更提前 30 天通知。',
};
