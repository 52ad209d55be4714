// Asks a started program whether its built-in objects can be changed.
import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** What a program could change, and the assignments to own properties that did not work. */
interface Reply {
  readonly changed: readonly string[];
  readonly failed: readonly string[];
}

/** The file that the program loads with `--import`. The program needs a channel for messages. */
export const pollutionProbe = fileURLToPath(new URL('pollution-probe.ts', import.meta.url));

/** Has the program try to change its built-in objects. */
export function pollute(child: ChildProcess): Promise<Reply> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The program ended with ${code}.`)));
    // The program may send other messages.
    child.on('message', (message) => {
      if (typeof message === 'object' && message !== null && 'changed' in message) resolve(message as Reply);
    });
    child.kill('SIGUSR2');
  });
}
