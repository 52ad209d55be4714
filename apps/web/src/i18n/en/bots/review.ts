// English texts: the panel of a new bot and its review.
export const review = {
  'create.titleFirst': 'Start a bot',
  'create.titleNext': 'Start another bot',
  'create.nothingSent': 'No order is sent until you have reviewed the bot.',
  'create.exchange.rightsUnread': 'OKX has not reported the rights of the key yet',
  'create.key.withdraw': 'The trading key of this account can withdraw. No bot can start until you replace the key.',
  'create.key.refused':
    'The exchange refuses the trading key of this account. No bot can start until you create a new key.',
  'create.key.revoked':
    'The operator has revoked the trading key of this account. No bot can start until you create a new key.',
  'create.key.missing': 'The trading key of this account was deleted. No bot can start until you create a new key.',
  'create.key.readOnly': 'The trading key of this account cannot trade. No bot can start until you replace the key.',
  'create.key.open': 'Open the Exchange tab',
  'create.reviewTitle': 'Review “{name}”',
  'create.reviewLong': '{instrument}, long, {leverage}, {steps} steps, {cyclic} cyclic.',
  'create.reviewOpensLong': 'Step 1 buys at market when you start.',
  'create.reviewShort': '{instrument}, short, {leverage}, {steps} steps, {cyclic} cyclic.',
  'create.reviewOpensShort': 'Step 1 sells at market when you start.',
  'create.back': 'Back',
  'create.start': 'Start bot',
  'create.figure': 'Figure',
  'create.afterFirst': 'After step 1',
  'create.afterBase': 'After the base (steps 1 to {count})',
  'create.afterAll': { one: 'After {count} step', other: 'After all {count} steps' },
  'create.positionUsdt': 'Position, USDT',
  'create.marginUsdt': 'Margin in use, USDT',
  'create.estLiq': 'Est. liquidation',
  'create.atrValue': '{factor} ATR(14), 1 hour',
  'create.settings': 'All settings',
  'create.account': 'Account',
  'create.reviewGain': 'Gain before fees, USDT',
  'create.reviewNet': 'Gain after fees, USDT',
  'create.feesInOut': 'Fees in and out, USDT',
  'create.reviewCycles':
    'The gain and the fees after all steps include one take-profit of each cyclic step. The share of these take-profits set by the cycle credit is deducted from the gain of the base.',
  'create.crossNote':
    'Estimates assume that the allocation is the only cushion. On cross margin, if the account has more available margin, OKX liquidates later and can take more than the allocation.',
  'create.reviewFunding':
    'While a position is open, OKX charges or pays funding, usually every 8 hours. The figures do not include funding.',
  'create.reviewOnce': 'The bot trades one round. It ends with the take-profit of the base, and no new round opens.',
  'create.reviewRepeats':
    'After each take-profit of the base, a new round starts by itself with the allocation and the net result so far, until you stop the bot.',
  'create.reviewRepeatsFixed':
    'After each take-profit of the base, a new round starts by itself with the allocation, or with less after a net loss, until you stop the bot.',
  'create.reviewStopLoss':
    'Stop loss: when a round has lost {percent} of its allocation ({amount}\u00a0USDT in the first round), the whole position closes at market and the bot ends.',
  'create.reviewNoStopLoss': 'No stop loss is set.',
  'create.created': '“{name}” was created.',
  'create.understand': 'I understand that I can lose {amount}\u00a0USDT.',
  'create.tickFirst': 'Tick the box to start your first bot.',
} as const;
