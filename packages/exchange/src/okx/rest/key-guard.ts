// Keeps a client from asking with a key that the exchange refuses: one question now and then, until one is accepted.
import type { Clock } from '@rondo/engine/ports';
import { okxCode } from '../commands/codes.ts';
import { refusedKeyAskMs } from '../../limits.ts';

/** Limits private calls while the exchange refuses the key (L07). */
export interface KeyGuard {
  /** Whether a private call may leave now. While the key is refused, one may each `refusedKeyAskMs`. */
  mayAsk(): boolean;
  /** What an answered call said; '0' and every code that is not about the key mean that it was accepted. */
  note(code: string): void;
  isRefused(): boolean;
}

// The key exists and signs; it may only not do this one thing. okx 6.
const partial: ReadonlySet<string> = new Set(['50120', '50035']);

/** A guard of one key. */
export function createKeyGuard(clock: Pick<Clock, 'now'>): KeyGuard {
  let refusedSince: number | null = null;
  let askAt = 0;
  return {
    mayAsk() {
      if (refusedSince === null) return true;
      if (clock.now() < askAt) return false;
      askAt = clock.now() + refusedKeyAskMs;
      return true;
    },
    note(code) {
      if (okxCode(code)?.read !== 'key') {
        refusedSince = null;
        return;
      }
      if (partial.has(code) || refusedSince !== null) return;
      refusedSince = clock.now();
      askAt = refusedSince + refusedKeyAskMs;
    },
    isRefused: () => refusedSince !== null,
  };
}
