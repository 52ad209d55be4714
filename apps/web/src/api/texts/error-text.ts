// Texts for errors. A response with our error body has the text of its code or of its message key. A response with another body shows the
// server's message. When none of these texts exists, the status determines the text.
import { errorCatalogue } from '@rondo/contract';
import type { MessageKey } from '../../i18n/catalogue.ts';
import type { Translator } from '../../i18n/translate.ts';
import { ApiError } from '../calls/api-error.ts';
import { findingText } from './finding-text.ts';

const statusKeys = {
  400: 'errors.status400',
  401: 'errors.status401',
  403: 'errors.status403',
  404: 'errors.status404',
  429: 'errors.status429',
  500: 'errors.status500',
  502: 'errors.status502',
  503: 'errors.status503',
} as const satisfies Readonly<Record<number, MessageKey>>;

const isKnownStatus = (status: number): status is keyof typeof statusKeys => Object.hasOwn(statusKeys, status);

const isKnownCode = (code: string): code is keyof typeof errorCatalogue => Object.hasOwn(errorCatalogue, code);

/** True when the server's message can be shown. From status 500 on, or when the message begins with a tag, the message may be the page of a proxy. */
const hasReadableMessage = ({ serverMessage, status }: ApiError): boolean =>
  serverMessage !== undefined && serverMessage !== '' && status < 500 && !/^\s*</.test(serverMessage);

/** Returns the parameters of an error with the reason of an unaffordable step in the language of the page. The server sends the reason in English. */
const shownParameters = ({ tryText }: Translator, { body }: ApiError): Readonly<Record<string, string>> => {
  const parameters = body?.parameters ?? {};
  const reason = tryText(`errors.stepReason.${parameters['kind'] ?? ''}`, {});
  return reason === undefined ? parameters : { ...parameters, reason };
};

/** Returns the text that a user reads. The text never contains a stack or a raw code. */
export const errorText = (translator: Translator, error: unknown): string => {
  const { t, tryText } = translator;
  if (!(error instanceof ApiError)) return t('errors.unknown');
  if (error.body === undefined && hasReadableMessage(error)) return error.serverMessage ?? '';
  if (error.code === 'NETWORK_ERROR') return t('errors.network');
  if (error.code === 'UNREADABLE_RESPONSE') return t('errors.unreadable');
  const refusal = error.body?.findings?.find((finding) => finding.severity === 'refuse');
  if (refusal !== undefined) return t('errors.preflightFailed', { reason: findingText(translator, refusal) });
  // Some codes, such as TOKEN_EXPIRED, have one text for the session and another text for the exchange link. The text for the exchange link
  // is the text of the message key.
  const isLinkError = error.body?.scope === 'exchange';
  if (error.code !== 'UNKNOWN_ERROR' && isKnownCode(error.code) && !isLinkError) {
    const text = tryText(errorCatalogue[error.code].messageKey, shownParameters(translator, error));
    if (text !== undefined) return text;
  }
  const byBody = error.body === undefined ? undefined : tryText(error.body.message_key, error.body.parameters);
  if (byBody !== undefined) return byBody;
  if (isKnownStatus(error.status)) return t(statusKeys[error.status]);
  return error.status === 0 ? t('errors.unknown') : t('errors.statusOther', { status: error.status });
};

/** Returns the text for a code inside a response, or the server's English message when the code is not in the catalogue. */
export const codeText = (
  translator: Translator,
  failure: { readonly code: string; readonly message: string },
): string =>
  (isKnownCode(failure.code) ? translator.tryText(errorCatalogue[failure.code].messageKey, {}) : undefined) ??
  failure.message;
