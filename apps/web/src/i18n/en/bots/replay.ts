// English texts: replayed rounds.
export const replay = {
  'replay.play': 'Play the round',
  'replay.pause': 'Pause',
  'replay.summary': 'Simulated round of {symbol}: {cycles} cycles, result {result} USDT, worst moment {worst} USDT.',
  'replay.base': 'base',
  'replay.cyclic': 'cyclic',
  'replay.danger': 'Distance to est. liquidation',
  'replay.result': 'Result after fees',
  'replay.worst': 'Worst moment',
  'replay.nearest': 'Nearest to liquidation',
  'replay.cycles': 'Cycles',
  'replay.exit': 'Base exit',
  'replay.change': 'Price since entry',
  'replay.fees': 'Fees, USDT',
  'replay.key.entry': 'Step filled',
  'replay.key.cycle': 'Take-profit of a step',
  'replay.key.exit': 'Round closed',
  'replay.key.liquidation': 'Liquidated',
  'replay.end.exit': 'Each cycle moved the exit of the base closer, until the price reached it.',
  'replay.end.plain': 'The price came back to the exit.',
  'replay.end.liquidation': 'The price fell through every step and kept falling. The exchange closed the position.',
  'replay.end.open': 'The candles end before the round does. The open position is valued at the last price.',
  'replay.bracket': 'With the prices inside each candle in another order: {worse} to {better} USDT.',
  'replay.settings': 'Long {leverage}x, {steps} steps to −{defense}, the last {cyclic} cyclic, take-profit {profit}',
  'replay.source':
    'Simulated: {from} to {to}, 15-minute candles, an account of {budget} USDT. The latest finished round with at least two cycles of the last {days} days. Funding not included.',
  'replay.sourceFall':
    'Simulated: {from} to {to}, 15-minute candles, an account of {budget} USDT. Funding not included.',
  'replay.whatIf': 'What if it keeps falling?',
  'replay.wrong': 'What it looks like when it goes wrong',
  'replay.wrongText':
    'A bot with the same settings, started where the deepest fall of the last {days} days began ({percent} in all). This is its last round, up to the lowest price.',
  'replay.of': 'of {budget} USDT',
  'replay.fact.cycles': {
    one: '{count} cycle completed in this round',
    other: '{count} cycles completed in this round',
  },
  'replay.fact.filled': '{span} from the last step filled to the end',
  'replay.fact.rounds': {
    one: '{count} round like the one at the top would earn this loss back',
    other: '{count} rounds like the one at the top would earn this loss back',
  },
} as const;
