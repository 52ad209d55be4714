// English texts: errors, findings and alerts of the exchange link.
export const link = {
  'errors.exchangeTokenRefreshFailed': 'The exchange link could not be renewed. Please link the account again.',
  'errors.exchangeTokenInvalid': 'The exchange no longer accepts this link. Please link the account again.',
  'errors.preflightFailed': 'The account cannot trade yet: {reason}',
  'errors.keyMissing': 'The old key was deleted, but no new one could be created. Bots wait; please try again now.',
  'errors.keyChangeRunning': 'The key of this account is being replaced. Please wait a moment.',
  'errors.consentNeeded': 'This needs your renewed consent at the exchange. Please link the account again.',
  'errors.botsRunning': 'Bots are running on this account. Stop them first.',
  'preflight.keyMayWithdraw':
    'The key can withdraw. Delete it at the exchange and link again: Rondo accepts only a key that cannot withdraw.',
  'preflight.keyCannotTrade': 'The key cannot trade. Link the account again and allow trading.',
  'preflight.keyRefused': 'The exchange refuses the key ({reason}). Link the account again to create a new one.',
  'preflight.keyMissing':
    'The account has no trading key. Create one to run bots; running bots keep their orders at the exchange meanwhile.',
  'preflight.keyEnvironment':
    'The key belongs to another environment (demo or live). Link the account of the right environment.',
  'preflight.keyAddress':
    'The key is bound to IP addresses other than this server’s. Create a new key here, or add the IP address at the exchange.',
  'preflight.keyNotBound':
    'The key is bound to no IP address, so the exchange deletes it after {days} days without use. Create a new key that is bound to this server’s IP addresses.',
  'preflight.keyUnbound':
    'The key is bound to no IP address. Bots with real money need a bound key: create a new key that is bound to this server’s IP addresses.',
  'preflight.accountLevel':
    'The account’s mode ({level}) cannot run these bots. At the exchange choose “Futures” or “Multi-currency margin” as account mode.',
  'preflight.positionMode':
    'The account’s position mode could not be read. At the exchange choose one-way or hedge mode.',
  'preflight.positionModeChanged':
    'The position mode was changed while bots were running. Set it back to {mode} at the exchange, or stop the bots first.',
  'preflight.leadTrader':
    'The account is a copy-trading account ({role}). Use a sub-account that copies nobody and is copied by nobody.',
  'preflight.uidLinked':
    'This exchange account is already linked. Disconnect it first where it is linked, or link a sub-account.',
  'preflight.uidDiffers':
    'The consent was given with another exchange account. Log in at the exchange with the account that is linked here.',
  'preflight.foreignPositions':
    'Positions without a bot share the margin: {instruments}. They can bring liquidation closer. We recommend a separate sub-account.',
  'preflight.foreignPositionHere': '{instrument} has a position without a bot. Close it, or choose another pair.',
  'preflight.accountUnreadable': 'The account could not be read just now. Try again in a moment.',
  'preflight.word.spot': 'spot',
  'preflight.word.portfolioMargin': 'portfolio margin',
  'preflight.word.leadTrader': 'lead trader',
  'preflight.word.copyTrader': 'copy trader',
  'preflight.word.oneWay': 'one-way',
  'preflight.word.hedge': 'hedge',
  'alerts.tokenCritical': 'Token expires in {minutes}\u00a0min!',
  'alerts.tokenWarning': 'The exchange token expires in {minutes}\u00a0min.',
  'alerts.tokenExpired': 'The exchange token has expired. Link the account again; running bots are not affected.',
  'alerts.keyRefused': 'The exchange refuses the trading key. New entries stop until a new key is created.',
  'alerts.keyNotBound':
    'The trading key is bound to no IP address: the exchange deletes it after {days} days without use. Replace it with a bound one.',
  'alerts.keyMayWithdraw': 'The trading key can withdraw. New entries stop: delete the key and create a new one.',
  'alerts.socketDown': 'The live connection is down. It reconnects automatically.',
  'alerts.uptime': 'The live connection was up only {percent}% of the period.',
  'alerts.reconnects': 'The live connection was lost {count} times.',
  'alerts.apiErrors': 'Only {percent}% of the calls to the exchange succeeded.',
  'alerts.apiSlow': 'The exchange responds slowly: {ms}\u00a0ms on average.',
} as const;
