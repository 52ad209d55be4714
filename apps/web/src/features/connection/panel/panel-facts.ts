// Words and bounds of the connection panel that follow from the server's answers.
import type { ComprehensiveStatus } from '@rondo/contract';

/** More reconnects in an hour than this are marked (specification 2). */
export const manyReconnects = 5;

export type TokenWord = 'checking' | 'none' | 'normal' | 'warning' | 'critical' | 'expired';

/** The token's state in a word: checking while nothing is known, none for a link without a token. */
export const tokenWord = (status: Pick<ComprehensiveStatus, 'oauthToken'> | undefined): TokenWord => {
  if (status === undefined) return 'checking';
  return status.oauthToken.state === 'ok' ? 'normal' : status.oauthToken.state;
};

/** What a key may do: every right of the exchange's comma-separated text that we have a word for, the others as they are. */
export const rightsOf = (perm: string): readonly string[] =>
  perm
    .split(',')
    .map((right) => right.trim())
    .filter((right) => right !== '');

export type SocketWord = 'disconnected' | 'connecting' | 'connected' | 'authenticated';

/** The four words of the WebSocket manager (specification 2). */
export const socketWord = (
  status: { readonly connected: boolean; readonly authenticated: boolean; readonly connecting: boolean } | undefined,
): SocketWord => {
  if (status?.connected === true) return status.authenticated ? 'authenticated' : 'connected';
  return status?.connecting === true ? 'connecting' : 'disconnected';
};
