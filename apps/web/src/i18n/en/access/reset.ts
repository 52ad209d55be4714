// English texts: setting a new password with a one-time link.
export const reset = {
  'reset.title': 'Set a new password',
  'reset.text': 'The operator’s link works once. A new password ends all your sessions.',
  'reset.noLink': 'Open it again as you received it, or ask the operator for a new one.',
  'reset.noLinkTitle': 'This link is not complete',
  'reset.toLogIn': 'Go to the log-in',
  'reset.new': 'New password',
  'reset.repeat': 'Repeat the new password',
  'reset.submit': 'Set password',
  'reset.done': 'Your password is set.',
  'reset.logIn': 'Log in with the new password',
} as const;
