// English texts: the ladder chart.
export const chart = {
  'chart.label': 'Price chart with the ladder',
  'chart.asTable': 'View as table',
  'chart.asChart': 'View as chart',
  'chart.recent': '18\u00a0h, 15-min candles',
  'chart.ladderToCome': 'Planned ladder',
  'chart.widthIsShare': 'width = share of position',
  'chart.cyclicComesBack': 'cyclic, enters again',
  'chart.market': 'market',
  'chart.stepNow': '{step} now',
  'chart.takeProfit': 'Take-profit {step}',
  'chart.average': 'Avg {step}',
  'chart.liquidation': 'Est. liq. {step}',
  'chart.liquidationAfterEach': 'Est. liquidation after each step',
  'chart.ownScale': 'own scale, price 0 to {price}',
  'chart.liquidationNote': 'Each fill brings it closer.',
  'chart.changedByPreset': 'Changed by the crash defence:',
  'chart.planSummary':
    '{instrument}: {steps} steps, the deepest at {deepest}; estimated liquidation if all fill: {liquidation}.',
} as const;
