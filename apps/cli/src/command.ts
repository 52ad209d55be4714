// What a command of `rondo` is, and how its arguments are refused.

/** Where a command writes; in tests, a list. */
export interface Terminal {
  out(text: string): void;
  err(text: string): void;
  /** True when a person looks at the error stream, so that a line can be drawn over. */
  readonly isInteractive?: boolean;
}

/** Exit codes: done, failed while running, not understood. */
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
  /** Runs to the end and answers the exit code. Arguments that make no sense throw `UsageError`. */
  run(args: readonly string[], context: CommandContext): Promise<number>;
}

/** The arguments make no sense; the message says what would. Becomes exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** A file or a setting that cannot be used; the message names it and says why. Becomes exit code 2, and nothing is written. */
export class BadInput extends Error {
  override readonly name = 'BadInput';
}

/** What went wrong, in the words of whoever threw it. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
