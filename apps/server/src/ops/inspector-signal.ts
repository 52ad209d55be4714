// Prevents other programs of this user from reading the memory of the process, which contains keys.

/** Ignores the signal SIGUSR1. Without a handler, Node opens its inspector when it receives this signal, and the inspector shows the whole memory. */
export function ignoreInspectorSignal(): void {
  process.on('SIGUSR1', () => undefined);
}
