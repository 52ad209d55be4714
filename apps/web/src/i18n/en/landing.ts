// English texts: the landing page.
export const landing = {
  'landing.risk': 'Leveraged trading can lose your whole margin. Bots do not remove that risk.',
  'landing.title': 'A trading bot whose next move you can see.',
  'landing.lead':
    'It opens in steps when price moves against it and takes profit in cycles, in your own exchange account.',
  'landing.invitation': 'Have an invitation?',
  'landing.register': 'Register',
  'landing.how': 'How the ladder works',
  'landing.how.ladder': 'One entry, then steps below it',
  'landing.how.ladderText':
    'The first step buys at market. Deeper steps rest on the exchange, each at least as large as the one before.',
  'landing.how.cycle': 'The deep steps cycle',
  'landing.how.cycleText':
    'A cyclic step sells at its own take-profit and rests again. Each gain brings the exit of the base nearer.',
  'landing.how.limit': 'Where it ends',
  'landing.how.limitText':
    'If price falls through every step and keeps falling, the exchange liquidates the position. The estimated price is always shown.',
} as const;
