// The states and bounds of the connection panel. The states are derived from server responses.
import type { ComprehensiveStatus } from '@rondo/contract';

/** A larger number of reconnects per hour is highlighted (specification 2). */
export const manyReconnects = 5;

export type TokenStatus = 'checking' | 'none' | 'normal' | 'warning' | 'critical' | 'expired';

/** Returns the status of the token. The status is `checking` while there is no data, and `none` for an account without a token. */
export const tokenStatusOf = (status: Pick<ComprehensiveStatus, 'oauthToken'> | undefined): TokenStatus => {
  if (status === undefined) return 'checking';
  return status.oauthToken.state === 'ok' ? 'normal' : status.oauthToken.state;
};

/** Returns the rights of a key. The exchange returns the rights as one text with commas. */
export const rightsOf = (perm: string): readonly string[] =>
  perm
    .split(',')
    .map((right) => right.trim())
    .filter((right) => right !== '');

export type SocketStatus = 'disconnected' | 'connecting' | 'connected' | 'authenticated';

/** Returns one of the four states of the WebSocket manager (specification 2). */
export const socketStatusOf = (
  status: { readonly connected: boolean; readonly authenticated: boolean; readonly connecting: boolean } | undefined,
): SocketStatus => {
  if (status?.connected === true) return status.authenticated ? 'authenticated' : 'connected';
  return status?.connecting === true ? 'connecting' : 'disconnected';
};
