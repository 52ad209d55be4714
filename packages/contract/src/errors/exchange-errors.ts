// The errors of the exchange link. An error of the exchange link never means that the session has ended (decision 15).
import type { ErrorEntry } from './error-entry.ts';

/** The errors of the exchange link in the catalogue. An entry has a `wireCode` when specification 8 uses one code for this error and for an error of the session. Only `scope` distinguishes the two errors. */
export const exchangeErrors = {
  EXCHANGE_TOKEN_EXPIRED: {
    status: 409,
    messageKey: 'errors.exchangeTokenExpired',
    message: 'The exchange link has expired. Please link the account again.',
    scope: 'exchange',
    wireCode: 'TOKEN_EXPIRED',
  },
  EXCHANGE_TOKEN_REFRESH_FAILED: {
    status: 409,
    messageKey: 'errors.exchangeTokenRefreshFailed',
    message: 'The exchange link could not be renewed. Please link the account again.',
    scope: 'exchange',
    wireCode: 'TOKEN_REFRESH_FAILED',
  },
  EXCHANGE_TOKEN_INVALID: {
    status: 409,
    messageKey: 'errors.exchangeTokenInvalid',
    message: 'The exchange no longer accepts this link. Please link the account again.',
    scope: 'exchange',
    wireCode: 'TOKEN_INVALID',
  },
  OAUTH_PARAMETERS_MISSING: {
    status: 400,
    messageKey: 'errors.oauthParametersMissing',
    message: 'Required parameters are missing (code/state).',
    scope: 'exchange',
  },
  OAUTH_STATE_INVALID: {
    status: 400,
    messageKey: 'errors.oauthStateInvalid',
    message: 'This link request was not started here, or it was already completed. Please start again.',
    scope: 'exchange',
  },
  OAUTH_STATE_EXPIRED: {
    status: 409,
    messageKey: 'errors.oauthStateExpired',
    message: 'Linking took longer than 10 minutes. Please start again.',
    scope: 'exchange',
  },
  OAUTH_DOMAIN_UNKNOWN: {
    status: 400,
    messageKey: 'errors.oauthDomainUnknown',
    message: 'This exchange site is not known.',
    scope: 'exchange',
  },
  OAUTH_DENIED: {
    status: 409,
    messageKey: 'errors.oauthDenied',
    message: 'You did not allow it. Nothing was changed.',
    scope: 'exchange',
  },
  OAUTH_CODE_EXPIRED: {
    status: 409,
    messageKey: 'errors.oauthCodeExpired',
    message: 'The exchange’s code has expired or was already used. Please start again.',
    scope: 'exchange',
  },
  OAUTH_FAILED: {
    status: 502,
    messageKey: 'errors.oauthFailed',
    message: 'The exchange did not complete the link ({reason}). Please try again.',
    scope: 'exchange',
  },
  OAUTH_MISCONFIGURED: {
    status: 409,
    messageKey: 'errors.oauthMisconfigured',
    message: 'The exchange does not accept this installation ({reason}). Please contact support.',
    scope: 'exchange',
  },
  ACCOUNT_ALREADY_LINKED: {
    status: 409,
    messageKey: 'preflight.uidLinked',
    message: 'This exchange account is already linked. Disconnect it first where it is linked, or link a sub-account.',
    scope: 'exchange',
  },
  ACCOUNT_DIFFERS: {
    status: 409,
    messageKey: 'preflight.uidDiffers',
    message:
      'The consent was given with another exchange account. Log in at the exchange with the account that is linked here.',
    scope: 'exchange',
  },
  PREFLIGHT_FAILED: {
    status: 409,
    messageKey: 'errors.preflightFailed',
    message: 'The account cannot trade yet: {reason}',
    scope: 'exchange',
  },
  KEY_MISSING: {
    status: 502,
    messageKey: 'errors.keyMissing',
    message: 'The old key was deleted, but no new one could be created. Bots wait; please try again now.',
    scope: 'exchange',
  },
  KEY_CHANGE_RUNNING: {
    status: 409,
    messageKey: 'errors.keyChangeRunning',
    message: 'The key of this account is being replaced. Please wait a moment.',
    scope: 'exchange',
  },
  CONSENT_NEEDED: {
    status: 409,
    messageKey: 'errors.consentNeeded',
    message: 'This needs your renewed consent at the exchange. Please link the account again.',
    scope: 'exchange',
  },
  BOTS_RUNNING: {
    status: 409,
    messageKey: 'errors.botsRunning',
    message: 'Bots are running on this account. Stop them first.',
    scope: 'exchange',
  },
} as const satisfies Record<string, ErrorEntry>;
