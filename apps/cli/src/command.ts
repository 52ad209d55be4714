// The interface of a command of `rondo`, and its errors.

/** The output streams of a command. */
export interface Terminal {
  out(text: string): void;
  err(text: string): void;
  /** True when the error stream is a terminal, so that a line can be overwritten. */
  readonly isInteractive?: boolean;
}

/** Exit codes: done, failed while running, invalid usage. */
export const exitCodes = { done: 0, failed: 1, usage: 2 } as const;

export interface CommandContext {
  readonly terminal: Terminal;
  /** Folder to which file names on the command line are relative. */
  readonly folder: string;
  /** Resolves when the person or the system asks the program to end. */
  readonly stopped: Promise<void>;
}

export interface Command {
  readonly name: string;
  readonly summary: string;
  readonly usage: string;
  /** Runs the command and returns the exit code. Throws `UsageError` or `BadInput` for input that cannot be used. */
  run(args: readonly string[], context: CommandContext): Promise<number>;
}

/** Thrown for invalid arguments, with a message about the valid ones. Becomes exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Thrown for a file or a setting that cannot be used. The message names it and the reason. Becomes exit code 2, and nothing is written. */
export class BadInput extends Error {
  override readonly name = 'BadInput';
}

/** The message of a thrown value. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
