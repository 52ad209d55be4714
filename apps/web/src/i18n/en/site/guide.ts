// English texts: the guide. A line break separates the paragraphs and the points of a text.
export const guide = {
  'guide.title': 'Guide',
  'guide.lead': 'Ten short pages about bots, risk and your exchange account.',
  'guide.contents': 'Pages of the guide',
  'guide.language': 'Language',
  'guide.home': 'Start page',
  'guide.previous': 'Previous page',
  'guide.next': 'Next page',
  'guide.pictures': 'The pictures show the product with simulated money.',
  'guide.linking': 'Link your exchange account',
  'guide.linking.lead': 'Rondo trades in your own account at OKX. Your money never moves to us.',
  'guide.linking.picture':
    'Exchange tab: the linked account with the rights of its key, and the status of the connection',
  'guide.linking.how': 'How to link',
  'guide.linking.howText':
    'Open the Exchange tab and choose “Link an account”.\nTurn on the second factor when Rondo asks for it.\nIn the OKX window, log in and allow Rondo to trade. Rondo does not see your password.\nAllow one trading key in the same window.\nWait for the test of the connection. Then the account can run bots.',
  'guide.linking.rights': 'What the key can do',
  'guide.linking.rightsText':
    'The key can read balance, positions and orders, and place, change and cancel the orders of your bots. It cannot withdraw or transfer anything.\nA key that can withdraw is refused, and the rights are checked again every hour.',
  'guide.linking.which': 'Which account to use',
  'guide.linking.whichText':
    'A separate sub-account for your bots is best. On cross margin all positions of an account share the margin, so a position of your own can bring the liquidation of a bot nearer.\nAn account can run only one bot per pair.',
  'guide.linking.end': 'How to disconnect',
  'guide.linking.endText':
    'Stop the bots of the account, then choose “Disconnect”. Rondo deletes its trading key and forgets the account. Money and open positions stay at the exchange.',
  'guide.first': 'Your first bot',
  'guide.first.lead': 'Try the demo first, then begin with a small amount. Every order is shown before you start.',
  'guide.first.picture': 'Creation form: the three questions of the easy tab, and the plan that belongs to them',
  'guide.first.how': 'How to start a bot',
  'guide.first.howText':
    'Choose a pair and a direction. Long gains when the price rises, short when it falls.\nAnswer the three questions of the easy form: how much the bot may use, how big a fall it must survive, how often it takes profit.\nRead the ladder: price, amount and est. liquidation of each step.\nCompare the expected result of a round with the worst case.\nOpen the review, check every setting, and start.',
  'guide.first.then': 'What happens then',
  'guide.first.thenText':
    'Step 1 fills at the market price, and the deeper steps rest at the exchange. The card of the bot says under “Next moves” what happens at which price.\nThe bot runs on our servers. You can close the browser.',
  'guide.first.advice': 'Before you start',
  'guide.first.adviceText':
    'Use only an amount that you can afford to lose.\nLeave some margin of the account free.\nLook at what these settings would have done in the past.\nThe bot repeats its rounds until you stop it.',
  'guide.cycles': 'How a bot trades',
  'guide.cycles.lead':
    'A long bot buys in steps while the price falls and sells when it recovers. A short bot does the opposite: it sells in steps while the price rises and buys back when it falls.',
  'guide.cycles.picture': 'Card of a running bot: filled and waiting steps, the cyclic steps, and the next moves',
  'guide.cycles.ladder': 'The ladder',
  'guide.cycles.ladderText':
    'The first step fills at the market price. The deeper steps rest at the exchange as limit orders, each at least as large as the one before. Every filled step brings the average entry price nearer to the price.',
  'guide.cycles.base': 'The base',
  'guide.cycles.baseText':
    'The first steps are the base. One order closes them together: the base exit. For a long it is above their average entry price, for a short below it, by the take-profit percentage that you set.',
  'guide.cycles.cyclic': 'The cyclic steps',
  'guide.cycles.cyclicText':
    'The deepest steps are cyclic. Each of them is closed alone at its own take-profit, and its order rests again at the same price, any number of times.\nThe cycle credit is the share of these gains that moves the base exit nearer to the price.',
  'guide.cycles.round': 'The round',
  'guide.cycles.roundText':
    'When the base exit has filled, the bot cancels its other orders, closes what is still open, and the round ends. The next round opens at once, unless the bot waits for a signal.\nThe result of the bot is added to the amount of the next round. Profits and losses therefore compound. With compounding turned off, only a net loss changes the amount.',
  'guide.risk': 'What you can lose',
  'guide.risk.lead': 'A ladder earns many small profits and risks one large loss. Read this page before you start.',
  'guide.risk.picture': 'Review of a new bot: expected result, worst case, and est. liquidation of each step',
  'guide.risk.liquidation': 'Liquidation',
  'guide.risk.liquidationText':
    'If the price moves through all steps and goes on, the exchange liquidates the position. The form shows the liquidation price for each step, and the card shows the distance to it.\nThe price is an estimate. The exchange calculates with the margin of the whole account.',
  'guide.risk.worst': 'The worst case',
  'guide.risk.worstText':
    'The worst case of a bot is the loss of its whole allocation. On cross margin the loss can be larger, because the exchange also takes other available margin of the account.',
  'guide.risk.stop': 'Stop loss',
  'guide.risk.stopText':
    'Without a stop loss a losing position stays open. With a stop loss the whole position closes at market when a round has lost the set part of its allocation, and the bot ends. In a fast market the loss can be larger.',
  'guide.risk.cannot': 'What no bot can do',
  'guide.risk.cannotText':
    'A bot does not predict. It follows fixed rules.\nIt cannot stop a market from falling.\nIt cannot trade while the exchange suspends trading.\nSmall accounts are liquidated sooner.',
  'guide.stopping': 'Stop a bot',
  'guide.stopping.lead': 'The button “Stop” has three choices. They differ in what happens to the position.',
  'guide.stopping.picture': 'Stop menu of a bot with its three choices, and what each choice does',
  'guide.stopping.after': 'Stop after next take-profit',
  'guide.stopping.afterText':
    'The bot keeps trading until the next take-profit of the base and then ends. Until then you can switch this off again. A bot without an open round ends at once. This choice closes nothing early, but it can take a long time.',
  'guide.stopping.keep': 'Stop bot, keep position',
  'guide.stopping.keepText':
    'The bot cancels its orders and ends. The position stays open at the exchange without take-profit, further steps or any protection. From then on only you manage it.',
  'guide.stopping.close': 'Close position and stop bot',
  'guide.stopping.closeText':
    'The bot cancels its orders and closes the position at market at once. When the exchange has confirmed this, a message tells you, and the bot moves to the History tab.',
  'guide.stopping.sure': 'When no confirmation comes',
  'guide.stopping.sureText':
    'Your command is stored, and the server carries it out as soon as the exchange responds. Check the position in the app of the exchange if it is urgent. You can close it there at any time.',
  'guide.history': 'Read the results',
  'guide.history.lead': 'The History tab lists every bot that has ended, with its fills, fees and settings.',
  'guide.history.picture': 'History: net result of the chosen days, the worst bot, and the curve of the result',
  'guide.history.sum': 'The totals',
  'guide.history.sumText':
    'PnL is net of fees and funding. The worst bot is shown next to the total, because a total alone hides it.\nA position that you kept counts with its realised part only.',
  'guide.history.row': 'One bot',
  'guide.history.rowText':
    'Open a row to see each fill with time, price, size and fee, the settings, and the log. The card of a running bot on the Bots tab shows its current round.',
  'guide.history.file': 'For your tax records',
  'guide.history.fileText': 'Choose a range of days and “Export CSV”. The file contains one line for each bot.',
  'guide.errors': 'When something goes wrong',
  'guide.errors.lead':
    'Your bots run on our servers, and their orders rest at the exchange. If the page fails, your bots continue.',
  'guide.errors.picture': 'Connection status: each part of the connection from this browser to the exchange',
  'guide.errors.link': 'The connection is interrupted',
  'guide.errors.linkText':
    'The status indicator at the top of the page shows whether browser, server and exchange are reachable, and names trading keys and bots that need attention. The Exchange tab shows your account. Resting orders stay at the exchange and fill there. When the connection returns, the bot reads everything that happened and continues.',
  'guide.errors.key': 'The trading key is refused',
  'guide.errors.keyText':
    'The bot sends no new orders; its resting orders stay at the exchange. Open the Exchange tab and create a new key. Running bots continue with it.',
  'guide.errors.margin': 'Not enough margin',
  'guide.errors.marginText':
    'A step without enough margin waits, and the card says so. Add margin at the exchange, stop another bot, or close positions of your own.',
  'guide.errors.state': 'A bot is in the state “Error”',
  'guide.errors.stateText':
    'The bot has stopped trading, and its resting orders stay as they are. Read its log, then close the position or contact support.',
  'guide.security': 'Keep your account safe',
  'guide.security.lead': 'Rondo cannot withdraw your money. Somebody with your log-in could still trade with it.',
  'guide.security.picture': 'Security page: second factor, passkeys, and the sessions of the account',
  'guide.security.do': 'What you should do',
  'guide.security.doText':
    'Use a password that you use nowhere else.\nTurn on the second factor on the Security page.\nKeep the recovery codes on paper.\nEnd the sessions of devices that you do not know.',
  'guide.security.never': 'What we never ask for',
  'guide.security.neverText':
    'Permission to withdraw.\nA deposit to us.\nYour password at the exchange.\nA code from your authenticator app in a chat or on the phone.',
  'guide.security.stolen': 'If somebody else has your log-in',
  'guide.security.stolenText':
    'Change your password: all other sessions end.\nIf you are not sure that this is enough, delete the trading key of Rondo at the exchange.\nWrite to support.',
  'guide.whatIf': 'What the past says, and what it does not',
  'guide.whatIf.lead': 'Under the form a strip simulates your settings on past prices while you move a slider.',
  'guide.whatIf.figures': 'The figures',
  'guide.whatIf.figuresText':
    'Survived: the months until the first liquidation.\nNet per year: the result after fees.\nMax drawdown: the deepest fall of the result with its open position.\nTime in the market: how long a position was open.',
  'guide.whatIf.band': 'The band',
  'guide.whatIf.bandText':
    'A candle does not say in which order its prices came, and a round can open a little earlier or later. The strip simulates many such runs. The line is one of them, and the band contains all.',
  'guide.whatIf.limits': 'The limits',
  'guide.whatIf.limitsText':
    'Funding and slippage are not included. Settings that survived the past can fail tomorrow. On the practice exchange the candles are made up.',
  'guide.words': 'Glossary',
  'guide.words.lead': 'The words of Rondo, as they are used on every page.',
  'guide.word.ladder': 'Ladder',
  'guide.word.ladderText': 'All entry orders of a round, from the first price to the deepest.',
  'guide.word.step': 'Step',
  'guide.word.stepText': 'One entry order of the ladder with its price and size.',
  'guide.word.cyclic': 'Cyclic step',
  'guide.word.cyclicText': 'A deep step that takes its own profit and then rests again.',
  'guide.word.cycle': 'Cycle',
  'guide.word.cycleText': 'One entry of a cyclic step together with its take-profit.',
  'guide.word.base': 'Base',
  'guide.word.baseText': 'The first steps, which are closed together at the base exit.',
  'guide.word.round': 'Round',
  'guide.word.roundText': 'Everything from the first entry to the base exit.',
  'guide.word.credit': 'Cycle credit',
  'guide.word.creditText': 'The share of the gains of the cycles that moves the base exit nearer to the price.',
  'guide.word.allocation': 'Allocation',
  'guide.word.allocationText': 'The amount that a bot may use. In the worst case all of it is lost.',
  'guide.word.leverage': 'Leverage',
  'guide.word.leverageText': 'How many times larger the position is than its margin.',
  'guide.word.margin': 'Margin',
  'guide.word.marginText': 'The money at the exchange that covers a position.',
  'guide.word.cross': 'Cross margin',
  'guide.word.crossText': 'All positions of an account share its margin.',
  'guide.word.liquidation': 'Est. liquidation',
  'guide.word.liquidationText': 'The price at which the exchange would close the position by force, as we estimate it.',
  'guide.word.funding': 'Funding',
  'guide.word.fundingText': 'A payment between long and short positions, usually every eight hours.',
  'guide.word.pnl': 'PnL',
  'guide.word.pnlText': 'Profit and loss. Realised after a close, unrealised before.',
} as const;
