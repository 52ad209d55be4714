// Tests that failures are classified by code, then by status, then by words of the message (specification 8).
import { expect, test } from 'vitest';
import { classifyFailure, type FailedResponse } from './classify.ts';

test.each<[FailedResponse, string]>([
  [{ status: 409, errorCode: 'SYMBOL_IN_USE', message: 'websocket' }, 'SYMBOL_IN_USE'],
  [{ status: 401, errorCode: 'SOMETHING_NEW' }, 'TOKEN_EXPIRED'],
  [{ status: 401 }, 'TOKEN_EXPIRED'],
  [{ status: 403, message: 'network' }, 'FORBIDDEN'],
  [{ status: 0 }, 'NETWORK_ERROR'],
  [{ status: 500, errorCode: 'NETWORK_ERROR' }, 'NETWORK_ERROR'],
  [{ status: 400, message: 'The Token has Expired' }, 'TOKEN_EXPIRED'],
  [{ status: 400, message: 'token is fine' }, 'UNKNOWN_ERROR'],
  [{ status: 500, message: 'WebSocket closed' }, 'WS_CONNECTION_FAILED'],
  [{ status: 502, message: 'Network unreachable' }, 'NETWORK_ERROR'],
  [{ status: 504, message: 'upstream timeout' }, 'NETWORK_ERROR'],
  [{ status: 500, errorCode: 'constructor', message: 'x' }, 'UNKNOWN_ERROR'],
  [{ status: 418 }, 'UNKNOWN_ERROR'],
])('the failure %j is classified as %s', (failure, code) => {
  expect(classifyFailure(failure)).toBe(code);
});
