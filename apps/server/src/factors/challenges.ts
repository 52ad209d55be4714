// The challenges that authenticators sign. A challenge has its end, random bits, and a seal over its purpose and its holder, so it needs no stored row.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from '@rondo/engine/ports';
import type { Throttles } from '@rondo/store';
import { serverLimits } from '../limits.ts';

/** What a challenge is for: a new passkey, or the proof of a person by a log-in or a new check. */
export type ChallengePurpose = 'create' | 'prove';

/** Whom a challenge is bound to: the session for a new passkey, and the browser for a proof. */
export interface ChallengeHolder {
  readonly purpose: ChallengePurpose;
  readonly holder: string;
}

export interface Challenges {
  make(bound: ChallengeHolder): { readonly challenge: string; readonly expiresAt: number };
  /** Returns whether `make` has made this challenge for this purpose and holder, and whether it has not ended. */
  isOwn(challenge: string, bound: ChallengeHolder): boolean;
  /** Marks a challenge as used. Returns false when it was used before, on any node. */
  use(challenge: string): Promise<boolean>;
}

const randomLength = 16;
const endLength = 8;
const sealLength = 32;

/** Creates the challenges of one installation. `key` is a secret of the installation. */
export function createChallenges(deps: {
  readonly clock: Pick<Clock, 'now'>;
  readonly store: { readonly throttles: Pick<Throttles, 'add'>; readonly keys: { readonly oauthStates: Uint8Array } };
}): Challenges {
  const { clock, store } = deps;
  const sealOf = (content: Buffer, { purpose, holder }: ChallengeHolder): Buffer =>
    createHmac('sha256', store.keys.oauthStates).update(`passkey ${purpose}|${holder}|`).update(content).digest();
  return {
    make(bound) {
      const expiresAt = clock.now() + serverLimits.challengeMs;
      const content = Buffer.concat([randomBytes(randomLength), Buffer.alloc(endLength)]);
      content.writeBigUInt64BE(BigInt(expiresAt), randomLength);
      return { challenge: Buffer.concat([content, sealOf(content, bound)]).toString('base64url'), expiresAt };
    },
    isOwn(challenge, bound) {
      const bytes = Buffer.from(challenge, 'base64url');
      if (bytes.length !== randomLength + endLength + sealLength) return false;
      const content = bytes.subarray(0, randomLength + endLength);
      if (!timingSafeEqual(bytes.subarray(content.length), sealOf(content, bound))) return false;
      return Number(content.readBigUInt64BE(randomLength)) > clock.now();
    },
    async use(challenge) {
      // Another text can have the same bytes, so the bytes are counted.
      const digits = Buffer.from(challenge, 'base64url').toString('hex');
      const { points } = await store.throttles.add(`used challenge ${digits}`, {
        points: 1,
        durationMs: 2 * serverLimits.challengeMs,
      });
      return points === 1;
    },
  };
}
