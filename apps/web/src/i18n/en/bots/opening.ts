// English texts: when the rounds of a new bot open that does not open them at once.
export const opening = {
  'create.opens.hour': 'When you start the bot, it sends no order: each round opens when an hourly candle closes.',
  'create.opens.signal': 'When you start the bot, it sends no order: each round opens at a signal of the rule.',
  'create.opens.message':
    'When you start the bot, it sends no order: each round opens when another program sends a message.',
  'create.opens.model':
    'When you start the bot, it sends no order: each round opens when the AI model decides so, and the model chooses its ladder span.',
  'create.opens.ownDistance': 'The volatility at that time sets its step distance.',
  'create.opens.example': 'All prices here are those of a round that opens now.',
  'create.opens.exampleWidest': 'All prices here are those of a round that opens now with the largest step distance.',
  'create.opens.exampleModel': 'All prices here are those of a round that opens now with the ladder span of this form.',
  'create.words.laterBuys': {
    one: 'Then it buys {base} for about {amount}\u00a0USDT at market. If the price falls, it buys at {count} more step, down to {price} ({distance}).',
    other:
      'Then it buys {base} for about {amount}\u00a0USDT at market. If the price falls, it buys at {count} more steps, down to {price} ({distance}).',
  },
  'create.words.laterSells': {
    one: 'Then it sells {base} for about {amount}\u00a0USDT at market. If the price rises, it sells at {count} more step, up to {price} ({distance}).',
    other:
      'Then it sells {base} for about {amount}\u00a0USDT at market. If the price rises, it sells at {count} more steps, up to {price} ({distance}).',
  },
  'whatIf.unknown.messages':
    'Messages from another program open the rounds of this bot. The stored candles do not contain them, so nothing is simulated.',
  'whatIf.unknown.model':
    'An AI model opens the rounds of this bot. Its decisions are not known for the stored candles, so nothing is simulated.',
  'whatIf.unknown.shortBars':
    'This signal has bars that are shorter than the stored 15-minute candles, so nothing is simulated.',
  'whatIf.unknown.setting': 'A setting of the signal is not valid, so nothing is simulated.',
} as const;
