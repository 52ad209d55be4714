// English texts: the demo.
export const demo = {
  'demo.label': 'Demo – not real money',
  'demo.title': 'Demo account',
  'demo.account': '{balance} USDT, simulated',
  'demo.span': 'Candles to replay',
  'demo.span.days3': '3 days',
  'demo.span.days12': '12 days',
  'demo.span.days50': '50 days',
  'demo.failed': 'Prices or candles could not be loaded. Trying again.',
  'demo.none': 'With these settings no order can be placed.',
  'demo.settings':
    '{direction} {leverage}x, {steps} steps of {distance}, the last {cyclic} cyclic, take-profit {profit}',
  'demo.totals':
    'Over all candles: rounds {rounds}, cycles {cycles}, result after fees {net} USDT, still open {open} USDT. Drawn is the longest round.',
  'demo.liquidated': 'Liquidated, rounds {rounds}: {net} USDT in all. Drawn is its last round.',
  'demo.source':
    'Simulated on recent candles of the exchange with the whole demo account. Funding not included. The past says nothing about tomorrow.',
  'demo.run': 'Run these settings on the replay',
  'demo.notice': 'Bots are not created in the demo.',
} as const;
