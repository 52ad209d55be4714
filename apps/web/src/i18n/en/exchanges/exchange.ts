// English texts: the exchange tab.
export const exchange = {
  'exchange.testDone': 'The connection works.',
  'exchange.title': 'Exchange',
  'exchange.accounts': 'OKX accounts',
  'exchange.notLinked': 'No account is linked.',
  'exchange.environment.sandbox': 'built-in practice exchange',
  'exchange.environment.demo': 'exchange demo',
  'exchange.environment.live': 'live',
  'exchange.expires': 'Expires',
  'exchange.never': 'does not expire',
  'exchange.broker': 'Broker tag on every order',
  'exchange.brokerText': 'We earn when a bot trades, whether at a profit or at a loss. That is a conflict of interest.',
  'exchange.refresh': 'Refresh',
  'exchange.lbankSoon': 'Coming soon',
} as const;
