// Tests of the texts of failed log-ins and sign-ups.
import { errorCatalogue, type ErrorCode } from '@rondo/contract';
import { expect, test } from 'vitest';
import { ApiError } from '../../api/calls/api-error.ts';
import { catalogue } from '../../i18n/en/catalogue.ts';
import { createTranslator } from '../../i18n/translate.ts';
import { loginFailureText, registerFailureText } from './failure-text.ts';

const i18n = createTranslator('en', catalogue);
const responseWith = (code: ErrorCode): ApiError => {
  const { status, messageKey, message } = errorCatalogue[code];
  const body = { message, error_code: code, message_key: messageKey, parameters: {}, correlation_id: 'c' };
  return new ApiError({ status, code, body });
};
const broken = new ApiError({ status: 500, code: 'UNKNOWN_ERROR', serverMessage: 'stack' });

test.each([
  ['a wrong password', responseWith('LOGIN_FAILED'), 'Email or password is incorrect.'],
  ['too many attempts', responseWith('TOO_MANY_REQUESTS'), 'Too many requests. Please wait a moment.'],
  ['an unexpected server error', broken, 'An error occurred while logging in.'],
  ['a bug', new TypeError('x'), 'An error occurred while logging in.'],
])('a log-in that fails because of %s has the text of the specification', (_, error, words) => {
  expect(loginFailureText(i18n, error)).toBe(words);
});

test.each([
  ['an unknown invitation', responseWith('INVALID_REFERRAL'), 'Invalid access.'],
  ['unchecked boxes', responseWith('CONSENT_REQUIRED'), 'Please agree to the terms and the privacy notice.'],
  ['an unexpected server error', broken, 'An error occurred during sign-up.'],
  ['a bug', new TypeError('x'), 'An error occurred during sign-up.'],
])('a sign-up that fails because of %s has the text of the specification', (_, error, words) => {
  expect(registerFailureText(i18n, error)).toBe(words);
});
