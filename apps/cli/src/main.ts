// The `rondo` command: builds the commands from what the packages offer, and runs the one that was typed.
import { runSandbox } from '@rondo/sandbox';
import { sandboxCommand } from './commands/sandbox.ts';
import { isStartedByNpm, typedInFolder } from './env.ts';
import { runCommand } from './run-command.ts';

const stopped = new Promise<void>((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve());
  if (isStartedByNpm()) whenOrphaned(resolve);
});

process.exitCode = await runCommand([sandboxCommand(runSandbox)], process.argv.slice(2), {
  stopped,
  folder: typedInFolder(),
  terminal: { out: (text) => process.stdout.write(text), err: (text) => process.stderr.write(text) },
});

/** Calls back once the process that started us is gone, so that nothing is left running behind it. */
function whenOrphaned(leave: () => void): void {
  const parent = process.ppid;
  const lookEveryMs = 500;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    leave();
  }, lookEveryMs);
  timer.unref();
}
