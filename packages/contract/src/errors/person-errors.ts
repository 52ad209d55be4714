// The errors of sign-ups, second factors and sessions, and of refused calls of an operator.

/** The errors in the catalogue that concern people and their sessions. */
export const personErrors = {
  PERSON_MOVING: {
    status: 503,
    messageKey: 'errors.personMoving',
    message:
      'Your data is being moved to another server. Please log in again in a minute. Your orders rest at the exchange.',
  },
  REGISTRATION_CLOSED: {
    status: 403,
    messageKey: 'errors.registrationClosed',
    message: 'Registration is closed. Please contact the operator.',
  },
  INVALID_REFERRAL: { status: 400, messageKey: 'errors.invalidReferral', message: 'Invalid access.' },
  CONSENT_REQUIRED: {
    status: 400,
    messageKey: 'errors.consentRequired',
    message: 'Please agree to the terms and the privacy notice.',
  },
  AGE_REQUIRED: { status: 400, messageKey: 'errors.ageRequired', message: 'You must be at least 18 years old.' },
  REGION_PROHIBITED: {
    status: 400,
    messageKey: 'errors.regionProhibited',
    message: 'The service is not offered in your country.',
  },
  OWN_ACCOUNT: { status: 409, messageKey: 'errors.ownAccount', message: 'You cannot decide about your own account.' },
  ALREADY_DECIDED: {
    status: 409,
    messageKey: 'errors.alreadyDecided',
    message: 'Somebody else has already decided about this person.',
  },
  NAME_LIKE_STAFF: {
    status: 400,
    messageKey: 'errors.nameLikeStaff',
    message: 'This messaging ID looks like an account of our staff. Enter the ID at which we can contact you.',
  },
  PASSWORD_WEAK: {
    status: 400,
    messageKey: 'errors.passwordWeak',
    message: 'This password is easy to guess. Choose a password that is neither common nor your name or email.',
  },
  TOTP_REQUIRED: {
    status: 401,
    messageKey: 'errors.totpRequired',
    message: 'Please enter the code from your authenticator.',
  },
  TOTP_WRONG: { status: 401, messageKey: 'errors.totpWrong', message: 'This code is not correct.' },
  PASSKEY_REFUSED: { status: 401, messageKey: 'errors.passkeyRefused', message: 'This passkey was not accepted.' },
  PASSKEY_INVALID: {
    status: 400,
    messageKey: 'errors.passkeyInvalid',
    message: 'The passkey could not be created. Please try again.',
  },
  PASSKEY_KNOWN: { status: 409, messageKey: 'errors.passkeyKnown', message: 'This passkey is already registered.' },
  PASSKEYS_FULL: {
    status: 409,
    messageKey: 'errors.passkeysFull',
    message: 'You cannot have more passkeys. Remove one that you no longer use.',
  },
  PASSKEYS_UNAVAILABLE: {
    status: 409,
    messageKey: 'errors.passkeysUnavailable',
    message: 'Passkeys do not work at this address. Open Rondo at its domain name.',
  },
  CODES_ENDED: {
    status: 403,
    messageKey: 'errors.codesEnded',
    message: 'Too many wrong codes. Use a recovery code, or ask the operator for a link to set a new password.',
  },
  REAUTH_REQUIRED: { status: 403, messageKey: 'errors.reauthRequired', message: 'Please enter your password again.' },
  REAUTH_FAILED: { status: 403, messageKey: 'errors.reauthFailed', message: 'Password or code is incorrect.' },
  SECOND_FACTOR_REQUIRED: {
    status: 403,
    messageKey: 'errors.secondFactorRequired',
    message: 'Turn on a second factor first.',
  },
  SECOND_FACTOR_ON: { status: 409, messageKey: 'errors.secondFactorOn', message: 'A second factor is already on.' },
  SECOND_FACTOR_OFF: { status: 409, messageKey: 'errors.secondFactorOff', message: 'No second factor is on.' },
  SECOND_FACTOR_NEEDED: {
    status: 409,
    messageKey: 'errors.secondFactorNeeded',
    message: 'The second factor stays on for operators, and while a live exchange account is linked.',
  },
  ENROLMENT_REQUIRED: {
    status: 403,
    messageKey: 'errors.enrolmentRequired',
    message: 'An operator turns on the second factor with the link from the command “rondo operator enrol”.',
  },
  SECOND_FACTOR_WRONG: { status: 400, messageKey: 'errors.secondFactorWrong', message: 'This code is not correct.' },
  RESET_LINK_INVALID: {
    status: 400,
    messageKey: 'errors.resetLinkInvalid',
    message: 'This link was used or has expired. Ask the operator for a new one.',
  },
  ACCOUNT_HAS_BOTS: { status: 409, messageKey: 'errors.accountHasBots', message: 'Stop your running bots first.' },
} as const;
