// Faults a test may order: the next requests on a path are dropped, delayed, answered wrongly, or carried out and then hidden.
import { sandboxLimits } from './limits.ts';

/** `timeout` carries the request out and answers 50004; `lost` carries it out and cuts the connection; the others do not carry it out. */
export type FaultKind = 'drop' | 'delay' | 'html' | 'timeout' | 'lost' | 'busy';

export interface Fault {
  readonly kind: FaultKind;
  readonly delayMs: number;
}

/** Faults waiting by path ('*' for any). */
export interface FaultQueue {
  add(path: string, fault: Fault, count: number): boolean;
  take(path: string): Fault | undefined;
  clear(): void;
  count(): number;
}

const kinds: readonly string[] = ['drop', 'delay', 'html', 'timeout', 'lost', 'busy'];

export function isFaultKind(value: unknown): value is FaultKind {
  return typeof value === 'string' && kinds.includes(value);
}

export function createFaultQueue(): FaultQueue {
  let waiting: { readonly path: string; readonly fault: Fault }[] = [];
  return {
    add: (path, fault, count) => {
      if (waiting.length + count > sandboxLimits.queuedFaults) return false;
      for (let index = 0; index < count; index += 1) waiting.push({ path, fault });
      return true;
    },
    take: (path) => {
      const index = waiting.findIndex((entry) => entry.path === path || entry.path === '*');
      return index < 0 ? undefined : waiting.splice(index, 1)[0]?.fault;
    },
    clear: () => {
      waiting = [];
    },
    count: () => waiting.length,
  };
}
