// Whether the browser has passkeys, and the text of a failed use.
import { ApiError } from '../../api/calls/api-error.ts';
import { errorText } from '../../api/texts/error-text.ts';
import type { Translator } from '../../i18n/translate.ts';

/** Returns whether this browser can use passkeys on this page. */
export const arePasskeysSupported = (): boolean =>
  globalThis.isSecureContext && typeof globalThis.PublicKeyCredential === 'function';

/** The errors of a browser when the user cancels or does not answer in time. */
const cancelled = new Set(['NotAllowedError', 'AbortError']);

/** Returns the text of an error of the server, of the browser or of the authenticator. */
export const passkeyProblem = (i18n: Translator, error: unknown): string => {
  if (error instanceof ApiError) return errorText(i18n, error);
  const name = error instanceof Error ? error.name : '';
  if (cancelled.has(name)) return i18n.t('passkey.cancelled');
  return i18n.t(name === 'InvalidStateError' ? 'errors.passkeyKnown' : 'passkey.failed');
};
