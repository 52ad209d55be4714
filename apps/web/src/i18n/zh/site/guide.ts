// Chinese texts: the guide.
import type { guide as base } from '../../en/site/guide.ts';
import type { Section } from '../../message.ts';

export const guide: Section<typeof base> = {
  'guide.title': '使用指南',
  'guide.lead': '十页短文，介绍机器人、风险和您的交易所账户。',
  'guide.contents': '指南目录',
  'guide.language': '语言',
  'guide.home': '首页',
  'guide.previous': '上一页',
  'guide.next': '下一页',
  'guide.pictures': '图片为产品的真实界面，资金均为模拟。',
  'guide.linking': '关联交易所账户',
  'guide.linking.lead': 'Rondo 在您自己的 OKX 账户中交易，您的资金不会转给我们。',
  'guide.linking.picture': '“交易所”页：已关联的账户、API 密钥权限和连接状态',
  'guide.linking.how': '如何关联',
  'guide.linking.howText':
    '打开“交易所”页，选择“关联账户”。\n如 Rondo 提示，请开启两步验证。\n在 OKX 的窗口中登录并允许 Rondo 交易。Rondo 看不到您的密码。\n在同一窗口中允许创建一个交易 API 密钥。\n等待连接测试完成，之后即可在该账户上运行机器人。',
  'guide.linking.rights': '密钥能做什么',
  'guide.linking.rightsText':
    '密钥可以读取余额、仓位和订单，并为您的机器人下单、改单和撤单。它不能提现或转账。\n带有提现权限的密钥会被拒绝，权限每小时复查一次。',
  'guide.linking.which': '使用哪个账户',
  'guide.linking.whichText':
    '最好为机器人单独使用一个子账户。全仓模式下，账户的所有仓位共用保证金，您自己的仓位可能使机器人的预估强平价更接近现价。\n同一账户的每个交易对只能运行一个机器人。',
  'guide.linking.end': '如何解除关联',
  'guide.linking.endText':
    '先停止该账户的机器人，再选择“解除关联”。Rondo 会删除交易 API 密钥并移除该账户。资金和仓位仍留在交易所。',
  'guide.first': '您的第一个机器人',
  'guide.first.lead': '请先体验演示，再从小额开始。每笔订单在启动前都会显示。',
  'guide.first.picture': '创建表单：简易模式的三个问题，以及对应的计划',
  'guide.first.how': '如何启动机器人',
  'guide.first.howText':
    '选择交易对和方向。做多在价格上涨时盈利，做空在价格下跌时盈利。\n回答简易模式的三个问题：投入多少，要承受多大的下跌，多久止盈一次。\n查看每一档的价格、金额和预估强平价。\n将每轮的预期收益与最坏情况作比较。\n打开确认页，核对所有设置，然后启动。',
  'guide.first.then': '启动之后',
  'guide.first.thenText':
    '第 1 档按市价成交，更深的档位挂在交易所。机器人卡片的“接下来的动作”说明在哪个价格会发生什么。\n机器人在我们的服务器上运行，您可以关闭浏览器。',
  'guide.first.advice': '启动之前',
  'guide.first.adviceText':
    '只投入您亏得起的金额。\n在账户中留出一些可用保证金。\n看看这些设置在过去的表现。\n机器人会一轮接一轮地运行，直到您停止它。',
  'guide.cycles': '机器人如何交易',
  'guide.cycles.lead':
    '做多的机器人在价格下跌时逐档买入，在回升时卖出。做空的机器人则相反：价格上涨时逐档卖出，在回落时买入平仓。',
  'guide.cycles.picture': '运行中的机器人卡片：已成交和等待中的各档、循环档和接下来的动作',
  'guide.cycles.ladder': '分档加仓',
  'guide.cycles.ladderText':
    '第一档按市价成交。更深的档位以限价单挂在交易所，每一档不小于前一档。每成交一档，开仓均价就更接近现价。',
  'guide.cycles.base': '底仓',
  'guide.cycles.baseText':
    '前面的档位是底仓，由一笔订单一起止盈。做多时，底仓止盈价高于这些档位的开仓均价，做空时低于该均价，幅度为您设置的止盈百分比。',
  'guide.cycles.cyclic': '循环档',
  'guide.cycles.cyclicText':
    '最深的几档是循环档。每一档在自己的止盈价单独平仓，订单随后以原价格重新挂出，次数不限。\n循环抵扣是这些收益中用于拉近底仓止盈价的比例。',
  'guide.cycles.round': '一轮',
  'guide.cycles.roundText':
    '底仓止盈成交后，机器人撤销其余订单，平掉剩余仓位，本轮结束。除非机器人需要等待信号，否则下一轮会立即开始。\n机器人的盈亏将计入下一轮的金额，因此盈利和亏损都按复利累积。关闭复利后，只有净亏损会改变金额。',
  'guide.risk': '可能亏损多少',
  'guide.risk.lead': '分档加仓用一次可能的大额亏损换取许多次小额盈利。启动前请读完本页。',
  'guide.risk.picture': '新机器人的确认页：预期收益、最坏情况和各档的预估强平价',
  'guide.risk.liquidation': '强平',
  'guide.risk.liquidationText':
    '若价格穿过所有档位并继续移动，交易所将强平仓位。表单显示每一档的预估强平价，卡片显示现价距预估强平价还有多远。\n该价格是估算值。交易所按整个账户的保证金计算。',
  'guide.risk.worst': '最坏情况',
  'guide.risk.worstText':
    '机器人的最坏情况是亏掉全部投入金额。全仓模式下亏损可能更大，因为交易所还会动用账户中其他可用保证金。',
  'guide.risk.stop': '止损',
  'guide.risk.stopText':
    '不设止损时，亏损的仓位会一直保留。设置止损后，单轮亏损达到投入金额的设定比例时，全部仓位按市价平仓，机器人结束运行。行情剧烈时亏损可能更大。',
  'guide.risk.cannot': '机器人做不到的事',
  'guide.risk.cannotText':
    '机器人不做预测，只按固定规则执行。\n它无法阻止市场下跌。\n交易所暂停交易时，它无法交易。\n小账户会更早被强平。',
  'guide.stopping': '停止机器人',
  'guide.stopping.lead': '“停止”按钮有三个选项，区别在于仓位如何处理。',
  'guide.stopping.picture': '停止菜单：三种方式及其结果',
  'guide.stopping.after': '下次止盈后停止',
  'guide.stopping.afterText':
    '机器人继续交易，底仓下次止盈后结束。在此之前可以取消这个设置。没有进行中轮次的机器人会立即结束。这种方式不会提前平仓，但可能需要较长时间。',
  'guide.stopping.keep': '仅停止机器人（保留仓位）',
  'guide.stopping.keepText':
    '机器人撤销订单后结束。仓位留在交易所，没有止盈单、不再加仓，也没有任何保护，此后由您自行管理。',
  'guide.stopping.close': '平仓并停止机器人',
  'guide.stopping.closeText': '机器人撤销订单并立即按市价平仓。交易所确认后会显示消息，机器人移到“历史”页。',
  'guide.stopping.sure': '没有收到确认时',
  'guide.stopping.sureText':
    '您的指令已保存，交易所一有响应，服务器就会执行。情况紧急时，请在交易所 App 中查看仓位，您随时可以在那里自行平仓。',
  'guide.history': '查看结果',
  'guide.history.lead': '“历史”页列出每个已结束的机器人，包括成交、手续费和设置。',
  'guide.history.picture': '历史记录：所选日期的净盈亏、盈亏最低的机器人和盈亏曲线',
  'guide.history.sum': '合计',
  'guide.history.sumText':
    '盈亏已扣除手续费和资金费用。盈亏最低的机器人显示在合计旁边，因为合计会把它掩盖。\n保留的仓位只计入已实现的部分。',
  'guide.history.row': '单个机器人',
  'guide.history.rowText':
    '展开一行，可以看到每笔成交的时间、价格、数量和手续费，以及设置和日志。运行中的机器人，其正在进行的一轮显示在“机器人”页的卡片上。',
  'guide.history.file': '用于报税',
  'guide.history.fileText': '选择日期范围，然后点击“导出 CSV”。文件中每个机器人一行。',
  'guide.errors': '出现问题时',
  'guide.errors.lead': '机器人在我们的服务器上运行，订单挂在交易所。页面出错时，机器人会继续运行。',
  'guide.errors.picture': '连接状态：从浏览器到交易所的每一段连接',
  'guide.errors.link': '连接中断',
  'guide.errors.linkText':
    '页面顶部的状态标记显示浏览器、服务器和交易所是否可用，并列出需要处理的交易 API 密钥和机器人；账户状态见“交易所”页。挂单留在交易所，照常成交。连接恢复后，机器人会读取期间发生的一切并继续运行。',
  'guide.errors.key': '交易 API 密钥被拒绝',
  'guide.errors.keyText':
    '机器人不再发送新订单，已有挂单留在交易所。请打开“交易所”页创建新密钥，运行中的机器人会用新密钥继续。',
  'guide.errors.margin': '保证金不足',
  'guide.errors.marginText':
    '保证金不足的档位会等待，卡片上会有提示。请在交易所追加保证金、停止其他机器人，或平掉自己的仓位。',
  'guide.errors.state': '机器人处于“错误”状态',
  'guide.errors.stateText': '机器人已停止交易，挂单保持不变。请查看日志，然后平仓或联系客服。',
  'guide.security': '保护您的账户',
  'guide.security.lead': 'Rondo 无法提走您的资金，但拿到您登录信息的人可以用这些资金交易。',
  'guide.security.picture': '安全页面：两步验证、通行密钥和账户的会话',
  'guide.security.do': '您应该做的',
  'guide.security.doText':
    '使用别处没有用过的密码。\n在安全页面开启两步验证。\n把恢复码写在纸上保存。\n结束不认识的设备的会话。',
  'guide.security.never': '我们绝不要求的',
  'guide.security.neverText': '提现权限。\n向我们充值。\n您的交易所密码。\n在聊天或电话中提供身份验证器的验证码。',
  'guide.security.stolen': '如果别人知道了您的登录信息',
  'guide.security.stolenText':
    '更改密码，其他会话会全部结束。\n如不确定这样是否足够，请在交易所删除 Rondo 的交易 API 密钥。\n联系客服。',
  'guide.whatIf': '过去能说明什么，不能说明什么',
  'guide.whatIf.lead': '移动滑块时，表单下方的一栏会用过去的价格模拟您的设置。',
  'guide.whatIf.figures': '各项数字',
  'guide.whatIf.figuresText':
    '未强平时间：首次强平之前的月数。\n年化净盈亏：扣除手续费后的结果。\n最大回撤：含未平仓位的结果的最大跌幅。\n有仓位的时间：持有仓位的时间占比。',
  'guide.whatIf.band': '区间',
  'guide.whatIf.bandText':
    'K 线不显示其中价格的先后顺序，每一轮也可能早一点或晚一点开始，因此会模拟许多次。曲线是其中一次，区间包含全部。',
  'guide.whatIf.limits': '局限',
  'guide.whatIf.limitsText': '不含资金费用和滑点。过去没有被强平的设置，今后也可能失败。练习交易所的 K 线是虚构的。',
  'guide.words': '词汇表',
  'guide.words.lead': 'Rondo 的用词，在每个页面含义相同。',
  'guide.word.ladder': '分档加仓',
  'guide.word.ladderText': '一轮中从首个价格到最深价格的全部开仓单。',
  'guide.word.step': '档',
  'guide.word.stepText': '分档加仓中的一笔开仓单，有各自的价格和数量。',
  'guide.word.cyclic': '循环档',
  'guide.word.cyclicText': '单独止盈后重新挂单的深档。',
  'guide.word.cycle': '循环',
  'guide.word.cycleText': '循环档的一次开仓及其止盈。',
  'guide.word.base': '底仓',
  'guide.word.baseText': '一起止盈的前几档。',
  'guide.word.round': '轮',
  'guide.word.roundText': '从首次开仓至底仓止盈的全过程。',
  'guide.word.credit': '循环抵扣',
  'guide.word.creditText': '循环收益中用于拉近底仓止盈价的比例。',
  'guide.word.allocation': '投入金额',
  'guide.word.allocationText': '机器人可以使用的金额，也是最坏情况下的亏损。',
  'guide.word.leverage': '杠杆',
  'guide.word.leverageText': '仓位是其保证金的多少倍。',
  'guide.word.margin': '保证金',
  'guide.word.marginText': '交易所中用于担保仓位的资金。',
  'guide.word.cross': '全仓',
  'guide.word.crossText': '账户的所有仓位共用保证金。',
  'guide.word.liquidation': '预估强平价',
  'guide.word.liquidationText': '按我们的估算，交易所会在此价格强平仓位。',
  'guide.word.funding': '资金费用',
  'guide.word.fundingText': '多空双方之间支付的费用，通常每八小时一次。',
  'guide.word.pnl': '盈亏（PnL）',
  'guide.word.pnlText': '平仓后为已实现盈亏，平仓前为未实现盈亏。',
};
