// Limits the requests with a refused key. One request per `refusedKeyAskMs` is sent until the exchange accepts the key.
import type { Clock } from '@rondo/engine/ports';
import { okxCode } from '../commands/codes.ts';
import { refusedKeyAskMs } from '../../limits.ts';

/** Limits private calls while the exchange refuses the key (L07). */
export interface KeyGuard {
  /**
   * Returns true when a private request may be sent now. While the key is refused, the function returns true once per
   * `refusedKeyAskMs`.
   */
  mayAsk(): boolean;
  /** Records the code of a response. The code '0' and every code that is not about the key mean that the exchange accepted the key. */
  note(code: string): void;
  isRefused(): boolean;
}

// With these codes the key is valid, and only the permission for this request is missing. Source: okx 6.
const partial: ReadonlySet<string> = new Set(['50120', '50035']);

/** Returns the guard of one key. A new key counts as accepted. */
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
