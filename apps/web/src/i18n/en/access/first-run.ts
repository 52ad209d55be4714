// English texts: the check-list of the first run, and the page of a person without approval.
export const firstRun = {
  'firstRun.title': 'Steps to your first bot',
  'firstRun.approval': 'Approval',
  'firstRun.account': 'OKX account',
  'firstRun.balance': 'Balance',
  'firstRun.bot': 'First bot',
  'firstRun.approved': 'approved',
  'firstRun.current': 'your turn',
  'firstRun.waiting': 'waiting for the operator',
  'firstRun.blocked': 'blocked',
  'firstRun.available': '{amount} USDT available',
  'firstRun.notReady': 'This account cannot run bots yet',
  'firstRun.key.refused': 'OKX refuses the trading key. Create a new one.',
  'firstRun.key.revoked':
    'The operator revoked the trading key for safety. Delete it at OKX if it is still listed there, then create a new one.',
  'firstRun.deposit':
    'Deposit USDT at OKX and transfer it to the trading account. This page then shows it without a reload.',
  'firstRun.ready': 'Your account is ready. Choose the settings of your first bot below.',
  'firstRun.toForm': 'Go to the settings',
  'pending.badge': 'Waiting for approval',
  'pending.title': 'We have your registration.',
  'pending.text':
    'An operator will write to {name}. Before you are approved, you cannot start bots, and the History and Exchange tabs stay closed.',
  'pending.rejected.badge': 'Not approved',
  'pending.rejected.title': 'Your registration was not approved.',
  'pending.rejected.text':
    '{name}, an operator has refused your registration. You cannot create bots. Contact support if you have questions.',
  'pending.revoked.badge': 'Approval withdrawn',
  'pending.revoked.title': 'Your approval was withdrawn.',
  'pending.revoked.text':
    '{name}, you cannot create or resume bots or link accounts. Contact support if you have questions.',
  'pending.kept.title': 'Your approval was withdrawn: your bots place no new entries',
  'pending.kept.text':
    'Take-profit and stop-loss orders stay at the exchange. You can still stop your bots, close their positions and disconnect your accounts below. You cannot create or resume bots or link accounts.',
  'pending.unread.title': 'Your profile could not be loaded',
  'pending.unread.text':
    'Until it is loaded, you cannot create bots or link accounts. Running bots are not affected. You can still stop them, close their positions and disconnect your accounts below.',
  'pending.kept.accounts': 'Linked accounts',
  'pending.checked': 'Last checked',
  'pending.email': 'Email',
  'pending.refresh': 'Check again',
  'pending.free': 'Approval never costs anything.',
} as const;
