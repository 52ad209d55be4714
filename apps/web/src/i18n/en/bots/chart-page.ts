// English texts: the chart page of a bot.
export const chartPage = {
  'chartPage.title': 'Chart',
  'chartPage.bar': 'Timeframe',
  'chartPage.minutes': '{count}\u00a0min',
  'chartPage.hours': '{count}\u00a0h',
  'chartPage.back': 'Back to the bots',
  'chartPage.missing': 'This bot does not exist, or it belongs to another account.',
  'chartPage.stop': 'Stop loss',
  'chartPage.keys': 'Drag to move, wheel or pinch to zoom. Keys: arrows, + and −.',
  'chartPage.summary': '{symbol}: price {price}. Levels in this chart: {levels}. Fills: {fills}.',
} as const;
