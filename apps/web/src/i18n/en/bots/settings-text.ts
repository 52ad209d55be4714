// English texts: the settings of a bot as text.
export const settingsText = {
  'settingsText.title': 'Settings of {name}',
  'settingsText.without':
    'The settings contain no amounts, no name and no account. Anybody can use them to fill in the form of a new bot.',
  'settingsText.copyText': 'Copy text',
  'settingsText.copyLink': 'Copy link',
  'settingsText.copied': 'The settings were copied.',
} as const;
