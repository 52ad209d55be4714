// Maps the exchange's refusals of OAuth calls to the errors of our catalogue. Source: okx 5.6; specification 8.
import type { ErrorCode } from '@rondo/contract';
import type { OauthResult } from '@rondo/exchange';
import { ApiError } from '../../../api/api-error.ts';

const errorByCode: Readonly<Record<string, ErrorCode>> = {
  '50116': 'FAST_API_KEY_EXISTS',
  '50117': 'FAST_API_DISABLED',
  '50118': 'FAST_API_DISABLED',
  '50120': 'FAST_API_PERMISSION_DENIED',
  '53002': 'EXCHANGE_TOKEN_EXPIRED',
  '53003': 'EXCHANGE_TOKEN_INVALID',
  '53012': 'OAUTH_CODE_EXPIRED',
  '53010': 'OAUTH_MISCONFIGURED',
  '53014': 'OAUTH_MISCONFIGURED',
  '53016': 'OAUTH_MISCONFIGURED',
  '53017': 'FAST_API_DISABLED',
  '53018': 'OAUTH_MISCONFIGURED',
  '59505': 'INVALID_PASSPHRASE',
};

/** Returns the error for the user. When the outcome is unknown, the error does not say that the exchange refused the call. */
export function toLinkError(result: Exclude<OauthResult<unknown>, { kind: 'done' }>): ApiError {
  if (result.kind === 'unknown') return new ApiError('OAUTH_FAILED', { parameters: { reason: 'no answer' } });
  const parameters = { reason: `code ${result.code.slice(0, 12)}` };
  return new ApiError(errorByCode[result.code] ?? 'OAUTH_FAILED', { parameters });
}
