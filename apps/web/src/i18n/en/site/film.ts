// English texts: the how-to film. Each scene has one caption.
export const film = {
  'film.words': 'What the film shows',
  'film.visitor': 'Rondo runs bots in your own exchange account. Everything in this film is simulated.',
  'film.login': 'Log in. Without an account you can try the demo.',
  'film.link': 'The exchange account is linked. Its key can read and trade, and it cannot withdraw.',
  'film.amount': 'How much may the bot use? Here it is 3,000\u00a0USDT.',
  'film.fall': 'How big a fall must it survive? The ladder shows each step and the est. liquidation.',
  'film.often': 'How often should it take profit? More steps lie closer together and fill more often.',
  'film.review': 'The review shows every setting and the worst case: the whole allocation can be lost.',
  'film.start': 'Step 1 fills at the market price. The deeper steps rest at the exchange.',
  'film.steps': 'The price falls. Deeper steps fill, and the average entry price comes nearer to it.',
  'film.cycle': 'The deepest step is cyclic. It takes profit alone, and its order rests again: one cycle.',
  'film.exit': 'The price recovers. The base exit fills, round 1 ends, and the next round opens at once.',
  'film.stop': 'You choose how to stop: after the next take-profit, with the position kept, or closed now.',
  'film.history': 'The history shows the result after all fees. A fall beyond the ladder can end in liquidation.',
} as const;
