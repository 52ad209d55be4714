// Creates and checks OAuth states. A state has its purpose, 128 random bits, and a seal over the purpose, the random bits and the session.
// The seal can be checked without a stored row.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { contractLimits } from '@rondo/contract';
import type { ConsentKind } from '@rondo/store';

/** The content of a state with a valid seal. `accountId` is null when the user may choose the account. */
export interface StateContent {
  readonly kind: ConsentKind;
  readonly accountId: string | null;
  readonly expiresAt: number;
}

export interface StateSeal {
  make(content: StateContent, sessionId: string): string;
  /** Returns the content of a state. Returns null when another server created the state, when the state belongs to another session, or when the state was changed. */
  read(state: string, sessionId: string): StateContent | null;
}

/** Creates the seal. Source: reliability 5.3 item 33. */
export function createStateSeal(key: Uint8Array): StateSeal {
  const sealOf = (text: string, sessionId: string): Buffer =>
    createHmac('sha256', key).update(`${text}|${sessionId}`).digest();
  return {
    make({ kind, accountId, expiresAt }, sessionId) {
      const content = Buffer.from(`${expiresAt}:${accountId ?? ''}`).toString('base64url');
      const text = `${kind}.${randomBytes(16).toString('base64url')}.${content}`;
      return `${text}.${sealOf(text, sessionId).toString('base64url')}`;
    },
    read(state, sessionId) {
      const cut = state.lastIndexOf('.');
      const [kind, , content = ''] = state.split('.');
      if (state.length > contractLimits.oauthStateLength || cut < 0 || (kind !== 'oauth' && kind !== 'fast_api'))
        return null;
      const given = Buffer.from(state.slice(cut + 1), 'base64url');
      const right = sealOf(state.slice(0, cut), sessionId);
      if (given.length !== right.length || !timingSafeEqual(given, right)) return null;
      const [expiresAt = '', accountId = ''] = Buffer.from(content, 'base64url').toString('utf8').split(':');
      return { kind, expiresAt: Number(expiresAt), accountId: accountId === '' ? null : accountId };
    },
  };
}
