// Errors of exchange accounts that are linked with a key and a secret.

/** The errors in the catalogue that occur when an account is linked with a typed key. */
export const exchangeKeyErrors = {
  EXCHANGE_FIELDS_REQUIRED: {
    status: 400,
    messageKey: 'errors.exchangeFieldsRequired',
    message: 'Please fill in account name, API key and secret key.',
    scope: 'exchange',
  },
  EXCHANGE_UNKNOWN: {
    status: 400,
    messageKey: 'errors.exchangeUnknown',
    message: 'The exchange’s information could not be fetched.',
    scope: 'exchange',
  },
  EXCHANGE_COMING_SOON: {
    status: 409,
    messageKey: 'errors.exchangeComingSoon',
    message: 'This exchange is coming soon.',
    scope: 'exchange',
  },
  EXCHANGE_BY_CONSENT: {
    status: 409,
    messageKey: 'errors.exchangeByConsent',
    message: 'This account is linked and unlinked by consent, not by a key.',
    scope: 'exchange',
  },
  TESTNET_MISSING: {
    status: 400,
    messageKey: 'errors.testnetMissing',
    message: 'This exchange has no test network.',
    scope: 'exchange',
  },
  KEY_MAY_NOT_READ: {
    status: 409,
    messageKey: 'errors.keyMayNotRead',
    message: 'This key cannot read. Allow reading for it at the exchange, or create another one.',
    scope: 'exchange',
  },
  KEY_MAY_NOT_TRADE: {
    status: 409,
    messageKey: 'errors.keyMayNotTrade',
    message: 'This key cannot trade. Allow trading for it at the exchange, or choose reading only.',
    scope: 'exchange',
  },
  KEY_OF_ANOTHER_ACCOUNT: {
    status: 409,
    messageKey: 'errors.keyOfAnotherAccount',
    message: 'This key belongs to another exchange account. Create one with the account that is linked here.',
    scope: 'exchange',
  },
  KEY_MAY_WITHDRAW: {
    status: 409,
    messageKey: 'preflight.keyMayWithdraw',
    message:
      'The key can withdraw. Delete it at the exchange and link again: Rondo accepts only a key that cannot withdraw.',
    scope: 'exchange',
  },
  BOTS_NOT_OFFERED: {
    status: 409,
    messageKey: 'errors.botsNotOffered',
    message: 'Bots cannot trade on this exchange: it does not offer its perpetual swaps to API keys like this one.',
    scope: 'exchange',
  },
} as const;
