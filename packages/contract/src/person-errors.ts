// Errors of people: signing up, second factors, sessions and what an operator refuses.

/** Codes of the error catalogue that belong to people and their sessions. */
export const personErrors = {
  INVALID_REFERRAL: { status: 400, messageKey: 'errors.invalidReferral', message: 'Invalid access.' },
  CONSENT_REQUIRED: {
    status: 400,
    messageKey: 'errors.consentRequired',
    message: 'Please agree to the terms and the privacy policy.',
  },
  TOO_YOUNG: { status: 403, messageKey: 'errors.tooYoung', message: 'You must be at least 18 years old.' },
  REGION_PROHIBITED: {
    status: 403,
    messageKey: 'errors.regionProhibited',
    message: 'The service is not offered in your country.',
  },
  OWN_ACCOUNT: { status: 409, messageKey: 'errors.ownAccount', message: 'Nobody decides about their own account.' },
} as const;
