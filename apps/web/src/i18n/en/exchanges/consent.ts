// English texts: errors of the consent page of an exchange.
export const consent = {
  'errors.oauthParametersMissing': 'Required parameters are missing (code/state).',
  'errors.oauthStateInvalid':
    'This link request was not started here, or it was already completed. Please start again.',
  'errors.oauthStateExpired': 'Linking took longer than 10 minutes. Please start again.',
  'errors.oauthDomainUnknown': 'This exchange site is not known.',
  'errors.oauthDenied': 'You did not allow it. Nothing was changed.',
  'errors.oauthCodeExpired': 'The exchange’s code has expired or was already used. Please start again.',
  'errors.oauthFailed': 'The exchange did not complete the link ({reason}). Please try again.',
  'errors.oauthMisconfigured': 'The exchange does not accept this installation ({reason}). Please contact support.',
} as const;
