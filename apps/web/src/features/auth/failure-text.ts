// Texts of failed log-ins and sign-ups (specification 8).
import { ApiError } from '../../api/calls/api-error.ts';
import { errorText } from '../../api/texts/error-text.ts';
import type { Translator } from '../../i18n/translate.ts';

/** The statuses of failed log-ins whose text comes from `errorText`: no response, wrong password, too many requests, server not ready. */
const knownStatuses: readonly number[] = [0, 401, 429, 503];

export const loginFailureText = (i18n: Translator, error: unknown): string =>
  error instanceof ApiError && knownStatuses.includes(error.status) ? errorText(i18n, error) : i18n.t('login.failed');

export const registerFailureText = (i18n: Translator, error: unknown): string => {
  const isKnown = error instanceof ApiError && (error.status < 500 || error.status === 503);
  return isKnown ? errorText(i18n, error) : i18n.t('register.failed');
};
