// Caches the position mode of the account. The mode is read once. Every reading of the account updates the mode. The
// mode is removed when the exchange refuses an order because of the position mode.
import type { PositionMode } from '../commands/order-bodies.ts';

/** The cached position mode of one account. `note` stores a mode that was read, and `forget` empties the cache. */
export interface PositionModeMemory {
  /** Returns the mode. When the mode is not cached, reads it from the exchange. Returns null when the mode cannot be read now. */
  get(): Promise<PositionMode | null>;
  note(mode: PositionMode): void;
  forget(): void;
}

/** Returns an empty cache, which uses `read` to get the mode. Only one reading runs at a time. */
export function createPositionModeMemory(read: () => Promise<PositionMode | null>): PositionModeMemory {
  let known: PositionMode | null = null;
  let running: Promise<PositionMode | null> | null = null;
  return {
    get() {
      if (known !== null) return Promise.resolve(known);
      running ??= read()
        .then((mode) => (known = mode))
        .finally(() => {
          running = null;
        });
      return running;
    },
    note(mode) {
      known = mode;
    },
    forget() {
      known = null;
    },
  };
}
