// Prevents other programs of this user from reading the memory of the process, which contains keys.
import { writeFileSync } from 'node:fs';

/** Which parts of the memory Linux writes into the core dump of this process. Child processes inherit the value. */
const dumpFilter = '/proc/self/coredump_filter';

/**
 * Ignores the signal SIGUSR1, and empties the core dumps of this process and of its children. Without a handler, Node opens its inspector when it receives this signal, and
 * the inspector shows the whole memory. Only Linux has a setting for the content of core dumps; on another system the limit of the shell counts.
 */
export function protectMemory(): void {
  process.on('SIGUSR1', () => undefined);
  if (process.platform !== 'linux') return;
  try {
    writeFileSync(dumpFilter, '0');
  } catch {
    // Linux writes no core dump of a process whose settings belong to root, or the machine has no `/proc`.
  }
}
