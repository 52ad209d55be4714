// English texts: why the entries of a bot wait.
export const waits = {
  'bots.wait.reading':
    'New entries wait: the account could not be read at the exchange. The reading is repeated until it succeeds, and resting orders stay. You do not have to do anything.',
  'bots.wait.price':
    'New entries wait: the exchange sends no current price of this pair. They continue with the next price. You do not have to do anything.',
  'bots.wait.mark_price':
    'New entries wait: the last price is more than 1% away from the mark price. They continue when both prices are close again. You do not have to do anything.',
  'bots.wait.order':
    'New entries wait: the exchange has not yet confirmed the state of an order. Rondo asks again until the exchange responds. You do not have to do anything.',
  'bots.wait.rules':
    'New entries wait: the exchange is changing the order rules of this pair. They continue after the change. You do not have to do anything.',
  'bots.wait.leverage':
    'New entries wait: the leverage of this pair at the exchange is not {leverage}. Set it back to {leverage} at the exchange.',
  'bots.wait.position':
    'New entries wait: the position at the exchange differs from the bot’s. If you have traded this pair by hand, restore the position at the exchange.',
  'bots.wait.position_mode':
    'New entries wait: the position mode of the account was changed while a position or an order was open. Set it back at the exchange.',
  'bots.wait.account_level':
    'New entries wait: bots cannot trade in the present account mode. At the exchange choose “Futures” or “Multi-currency margin” as account mode.',
  'bots.wait.margin':
    'New entries wait: the exchange refused an entry for lack of margin. It is tried again when more margin is available. Deposit more, or stop another bot.',
} as const;
