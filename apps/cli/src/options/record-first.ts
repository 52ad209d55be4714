// Writes the line of a copy of the database into the audit, before the copy begins. So a copy that is interrupted has its line too.
import { reasonOf, type CommandContext } from '../command.ts';

/** What is copied, and for whom. */
export interface CopyLine {
  readonly recipients: readonly string[];
  /** Whether the WAL is received, and not a backup made. */
  readonly isWal: boolean;
}

/** Writes the line with `record`. A machine without a key of the installation can copy: the person then reads why the audit has no line. */
export async function recordFirst(
  record: (line: CopyLine) => Promise<void>,
  line: CopyLine,
  { terminal }: CommandContext,
): Promise<void> {
  try {
    await record(line);
  } catch (error) {
    terminal.err(`The audit has no line of this ${line.isWal ? 'receiver' : 'backup'}: ${reasonOf(error)}\n`);
  }
}
