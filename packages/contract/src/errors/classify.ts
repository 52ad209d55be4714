// Classifies a failed response, which may have no error body of our API (specification 8, classification).
import { errorCatalogue, type ErrorCode } from './catalogue.ts';

/** A code of the catalogue, or NETWORK_ERROR. The server never sends NETWORK_ERROR. */
type FailureCode = ErrorCode | 'NETWORK_ERROR';

/** A failed response. The status is 0 when no response was received. */
export interface FailedResponse {
  readonly status: number;
  readonly errorCode?: string;
  readonly message?: string;
}

/** Returns the code of the response when the catalogue has this code. Otherwise returns a code that follows from the status or from words of the message. */
export function classifyFailure({ status, errorCode = '', message = '' }: FailedResponse): FailureCode {
  if (isErrorCode(errorCode)) return errorCode;
  if (status === 401) return 'TOKEN_EXPIRED';
  if (status === 403) return 'FORBIDDEN';
  if (status === 0 || errorCode === 'NETWORK_ERROR') return 'NETWORK_ERROR';
  const words = message.toLowerCase();
  if (words.includes('token') && words.includes('expired')) return 'TOKEN_EXPIRED';
  if (words.includes('websocket')) return 'WS_CONNECTION_FAILED';
  return words.includes('network') || words.includes('timeout') ? 'NETWORK_ERROR' : 'UNKNOWN_ERROR';
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorCatalogue, code);
}
