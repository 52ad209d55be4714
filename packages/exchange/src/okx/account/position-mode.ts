// What is known of the account's position mode: read once, kept from every account read, forgotten when the exchange contradicts it.
import type { PositionMode } from '../commands/order-bodies.ts';

/** The cached position mode of one account. `note` stores a mode that was read; `forget` clears the cache. */
export interface PositionModeMemory {
  /** The mode, read from the exchange when unknown; null when it cannot be read now. */
  get(): Promise<PositionMode | null>;
  note(mode: PositionMode): void;
  forget(): void;
}

/** Makes a memory that asks with `read` (one read at a time). */
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
