// English texts: the command palette and the map of keys.
export const palette = {
  'palette.title': 'Commands',
  'palette.search': 'What do you want to do?',
  'palette.none': 'Nothing matches.',
  'palette.goTo': 'Go to {page}',
  'palette.chart': 'Chart of {name}, {symbol}',
  'palette.theme': 'Theme: {theme}',
  'palette.keys': 'Keys',
  'palette.key.open': 'Open the commands',
  'palette.key.help': 'Show these keys',
  'palette.key.choose': 'Choose a command',
  'palette.key.close': 'Close',
  'palette.key.chart': 'Move and zoom the chart of a bot',
} as const;
