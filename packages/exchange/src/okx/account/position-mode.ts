// Caches the account's position mode: read once, updated by every account read, cleared when the exchange contradicts it.
import type { PositionMode } from '../commands/order-bodies.ts';

/** The cached position mode of one account. `note` stores a mode that was read; `forget` clears the cache. */
export interface PositionModeMemory {
  /** Returns the mode and reads it from the exchange when it is not cached; null when it cannot be read now. */
  get(): Promise<PositionMode | null>;
  note(mode: PositionMode): void;
  forget(): void;
}

/** Returns an empty cache that is filled with `read`. One read runs at a time. */
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
