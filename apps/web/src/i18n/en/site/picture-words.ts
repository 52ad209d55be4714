// English texts: the words in the pictures of the explanations. They are short, because they stand beside a line.
export const pictureWords = {
  'picture.average': 'average entry',
  'picture.baseExit': 'base exit',
  'picture.stopLoss': 'stop loss',
  'picture.liquidation': 'est. liquidation',
  'picture.price': 'price',
  'picture.cycle': 'cycle',
  'picture.round': 'round',
} as const;
