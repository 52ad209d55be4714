// The interface of a command of `rondo`, and its errors.

/** The output streams of a command. */
export interface Terminal {
  out(text: string): void;
  err(text: string): void;
  /** True when the error stream is a terminal, so that a line can be overwritten. */
  readonly isInteractive?: boolean;
}

/** The exit codes of the program. `usage` is for arguments or files that cannot be used. */
export const exitCodes = { done: 0, failed: 1, usage: 2 } as const;

export interface CommandContext {
  readonly terminal: Terminal;
  /** The folder in which the user typed the command. File names on the command line are relative to this folder. */
  readonly folder: string;
  /** Resolves when the user or the operating system asks the program to end. */
  readonly stopped: Promise<void>;
}

export interface Command {
  readonly name: string;
  readonly summary: string;
  readonly usage: string;
  /** Runs the command and returns the exit code. Throws `UsageError` or `BadInput` for input that cannot be used. */
  run(args: readonly string[], context: CommandContext): Promise<number>;
}

/** Thrown for invalid arguments. The message describes the valid arguments. The program then ends with exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Thrown for a file or a setting that cannot be used. The message names the file or the setting, and the reason. The program then ends with exit code 2 and writes nothing. */
export class BadInput extends Error {
  override readonly name = 'BadInput';
}

/** Returns the message of a thrown value. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
