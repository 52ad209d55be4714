// English texts: one explanation for each term of the screens. They are loaded when the first explanation is opened.
export const terms = {
  'term.direction': 'A long bot earns when the price rises, a short bot when it falls.',
  'term.allocation':
    'The most USDT that this bot may use. It stays in your account, and in the worst case all of it is lost.',
  'term.crashDefence':
    'How much of the allocation becomes margin, and at which leverage, so that the ladder withstands a move of this size.',
  'term.baseDefence':
    'The distance from the first entry to the deepest step. After the deepest step the bot adds nothing more.',
  'term.grid': 'The number of entry orders within the ladder span. More steps enter more often with smaller amounts.',
  'term.takeProfit':
    'How far the price must move beyond the average entry before the base is closed with a profit. Each cyclic step uses the same distance from its own entry.',
  'term.entry': 'When a round begins: at once, at a signal, or when an AI model decides.',
  'term.share':
    'The part of the allocation that becomes margin of the position. The rest covers losses and keeps the liquidation price away.',
  'term.leverage':
    'How many times larger the position is than its margin. Higher leverage brings the liquidation price nearer.',
  'term.steps':
    'The number of entry orders of a round. The first one fills at market; the deeper ones rest at the exchange, each at least as large as the one before.',
  'term.cyclicSteps':
    'The deepest steps. Each takes its profit on its own and then rests again at the same price, any number of times in a round.',
  'term.stepDistance': 'The distance between two neighbouring steps, as a percentage of the price of the step before.',
  'term.cycleCredit':
    'The share of the gains of the cycles that moves the base exit nearer to the price. The round then ends earlier, but this share of the gains is used up.',
  'term.stopLoss':
    'When a round has lost this part of its allocation, the whole position is closed at market and the bot ends. In a fast market the loss can be larger.',
  'term.expected':
    'The profit of a round before and after its fees, without funding: the lower figure when only step 1 fills, the higher one when the whole base fills.',
  'term.worst':
    'What is lost when the exchange liquidates the position after all steps: the whole allocation, including the liquidation fee. It can be more. Bots use cross margin, so the exchange covers losses with the other money in the account too and liquidates later. On isolated margin, which bots do not use, only the margin of the position would cover them. Slippage can add to the loss.',
  'term.liquidation':
    'Our estimate of the price at which the exchange closes the position by force after all steps have filled.',
  'term.positionUsdt': 'The value of the position in USDT at its entry prices: its margin times the leverage.',
  'term.estLiquidation':
    'Our estimate of the price at which the exchange closes the position by force. Each deeper step brings it nearer to the price.',
  'term.gain': 'The profit of a round that reaches its base exit at this depth, before fees and funding.',
  'term.fees':
    'The fees of the exchange for all entries and exits of the round. The first entry pays the taker fee; the other orders pay the maker fee.',
  'term.gainNet': 'The profit of the round after all its fees, without funding.',
  'term.compound':
    'With compounding, a round uses the allocation and the net result of the rounds before it. Without it, the profit is not added, but a net loss still reduces the amount.',
  'term.atrMultiplier':
    'The step distance of a round is this number times ATR(14), the average range of the last 14 hours. A larger number puts the steps farther apart.',
  'term.stepAmount':
    'The value of the entry order of the step in USDT: its size, rounded down to whole lots, at its price. Its margin is this value divided by the leverage.',
  'term.exitNow':
    'The price at which the base exit rests now. It comes nearer to the market price when a deeper step of the base fills and, with cycle credit, when a cycle ends with a gain.',
  'term.reserved': 'The amount that each running bot keeps for its round. No other bot can use it.',
  'term.periodResult': 'The result after fees of all rounds that have ended, with the open round at the last price.',
  'term.worstMoment': 'The lowest result of the round at any time, with the open position at the price of that moment.',
  'term.nearest': 'The smallest distance between the price and the estimated liquidation price during the round.',
  'term.unrealised': 'The result of the open position at the mark price, before the cost of closing it.',
  'term.distance':
    'How far the price can still move before the exchange closes the position by force, as we estimate it. Other positions of the account change it.',
  'term.average': 'The average price of all open entries. Each deeper fill moves it nearer to the price.',
  'term.position': 'The size of the open position in the coin of the pair.',
  'term.marginInUse': 'The money at the exchange that covers the position now. It grows with each filled step.',
  'term.realised': 'Profit and loss of everything that has been closed since the start, after fees and funding.',
  'term.roundsCycles':
    'A round goes from the first entry to the base exit. A cycle is one entry of a cyclic step together with its take-profit.',
  'term.available': 'The part of the balance that no running bot has reserved. A new bot can use it.',
  'term.coveredLoss':
    'The loss and the fees of the open rounds. The reserved amounts cover them, so they do not reduce what is available.',
  'term.totalBalance': 'The USDT of the account at the exchange, with the unrealised result of all open positions.',
  'term.currentStep':
    'The deepest step that is filled now. A cyclic step that has taken its profit does not count until it fills again.',
  'term.markPrice': 'The price that the exchange uses to value a position and to decide on its liquidation.',
  'term.positionEntry': 'The average price at which the position was opened.',
  'term.positionLiquidation':
    'The price at which the exchange is expected to close the position by force. Other positions of the account change it.',
  'term.positionMargin': 'The money at the exchange that covers the position now.',
  'term.survived': 'How long the bot would have traded until it was liquidated or the candles ended.',
  'term.net': 'The result per year after fees. Below it are the lowest and the highest result of all simulated runs.',
  'term.netWhole':
    'The result after fees until the bot ended, or until the last candle. Below it are the lowest and the highest result of all simulated runs.',
  'term.fall': 'The largest fall of the result from an earlier high, with the open position counted.',
  'term.inMarket': 'The part of the time in which a position was open.',
  'term.signalSource':
    'What opens a round: RSI, a measure from 0 to 100 of how strongly the price has risen or fallen lately; Ichimoku, a trend read from the midpoints of past highs and lows; or messages from a program of your own.',
  'term.bar': 'The span of one candle. The rule is computed once per bar, when it closes.',
  'term.fires':
    'At which bars the rule may open a round: once, at a crossing, or at each bar while the condition holds.',
  'term.rsiLength': 'The number of bars from which RSI is computed. With more bars it changes more slowly.',
  'term.rsiLevel':
    'The value of RSI, from 0 to 100, that the rule waits for. It is usually low for a long and high for a short.',
  'term.base': 'The steps that are not cyclic. One order, the base exit, closes all of them together.',
  'term.health':
    'A score from 0 to 100 for the trading key, the live stream, the calls without an error and the log-in token. It says nothing about the results of the bots.',
  'term.tradingApi':
    'What the bots use to place and cancel orders. It is connected while the exchange accepts the trading key.',
  'term.liveStream': 'The connection over which the exchange reports fills, positions and the balance as they change.',
  'term.tokenRenewal': 'Whether Rondo renews the log-in token before it expires. Bots do not need this token.',
  'term.exchangeSite': 'The regional site of the exchange on which the account was opened.',
  'term.keyRights': 'What the trading key can do. A key for bots can read and trade, and never withdraw.',
  'term.subscriptions': 'How many kinds of messages the live stream delivers, for example orders and positions.',
  'term.streamUp': 'How long the live stream has been open without an interruption.',
  'term.loginToken':
    'What the exchange issued when you allowed the link. With it Rondo manages the trading key; bots trade without it.',
  'term.netRange':
    'The result of all bots that ended in this range, after fees and funding. For a kept position, only the realised part counts.',
  'term.worstBot':
    'The bot with the lowest result of those that ended in this range. A bot whose position was kept is left out.',
  'term.finishedBots':
    'The bots that ended in this range. A bot whose position was kept counts neither as a profit nor as a loss.',
  'term.curve':
    'The results of the finished bots, added up in the order in which they ended. With all bots, each result counts on its day, and the last point adds the unrealised PnL of the open positions.',
  'term.deepestStep': 'How far the ladder was used: the deepest step that filled, of all steps.',
  'term.endedBy': 'Why the bot ended, for example a take-profit, a stop loss, a liquidation or your own command.',
  'term.botPnl':
    'Everything that the bot earned and lost, after fees and funding. If its position was kept, only the realised part counts.',
} as const;
