// English texts: auth.
export const auth = {
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
  'login.title': 'Log in',
  'login.email': 'E-mail',
  'login.password': 'Password',
  'login.showPassword': 'Show password',
  'login.hidePassword': 'Hide password',
  'login.remember': 'Keep me logged in for 1 year on this device',
  'login.rememberHint': 'Untick on a shared device.',
  'login.submit': 'Log in',
  'login.sending': 'Logging in...',
  'login.empty': 'Please enter your email and password.',
  'login.failed': 'An error occurred while logging in.',
  'login.forgot': 'Forgot your password? Contact the person who invited you.',
  'register.done': 'Sign-up complete; usable after operator approval.',
  'pending.step.register': 'Register',
  'pending.step.contact': 'We contact you',
  'pending.step.approved': 'You are approved',
  'pending.badge': 'Waiting for approval',
  'pending.title': 'We have your registration.',
  'pending.text':
    'An operator will write to {name}. Until you are approved you cannot start bots; History and Exchange open at the same moment.',
  'pending.checked': 'Last checked',
  'pending.email': 'E-mail',
  'pending.refresh': 'Check again',
  'pending.still': 'Still waiting, checked {time}.',
  'pending.free': 'No payment is ever asked for approval.',
} as const;
