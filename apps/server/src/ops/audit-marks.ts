// Exports the digest of the newest audit line to a file and to a program, so that a database without its newest lines is found with marks that are stored elsewhere.
import { execFile } from 'node:child_process';
import { mkdir, open, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import type { AuditMark } from '@rondo/store';
import * as z from 'zod';
import { serverLimits } from '../limits.ts';

/** Where the marks are exported: a file to which lines are appended, and a program with its arguments that reads one line. Null means no export. `environment` is the environment of the program. */
export interface AuditExport {
  readonly file: string | null;
  readonly command: readonly string[] | null;
  readonly environment: Readonly<Record<string, string>>;
}

const markSchema = z.object({ line: z.number(), hash: z.string(), at: z.number() });

/** Appends a mark to the file, and gives the mark to the program. */
export async function exportMark({ file, command, environment }: AuditExport, mark: AuditMark): Promise<void> {
  const text = `${JSON.stringify(mark)}\n`;
  if (file !== null) {
    const handle = await openMarks(file);
    try {
      await handle.appendFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
  }
  if (command !== null) await runWith(command, text, environment);
}

/** Returns the newest mark of the file, or null when the file has no mark. */
export async function newestMark(file: string): Promise<AuditMark | null> {
  const handle = await openMarks(file);
  try {
    const { size } = await handle.stat();
    const length = Math.min(size, serverLimits.auditMarkBytes);
    const { buffer } = await handle.read(Buffer.alloc(length), 0, length, size - length);
    const line = buffer.toString('utf8').trimEnd().split('\n').at(-1) ?? '';
    return line === '' ? null : markSchema.parse(JSON.parse(line));
  } finally {
    await handle.close();
  }
}

async function openMarks(file: string): Promise<FileHandle> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  return open(file, 'a+', 0o600);
}

function runWith(
  [program = '', ...args]: readonly string[],
  input: string,
  env: AuditExport['environment'],
): Promise<void> {
  return new Promise((done, fail) => {
    const child = execFile(program, args, { timeout: serverLimits.auditCommandMs, env }, (error) => {
      if (error === null) done();
      else fail(new Error(`The program of RONDO_AUDIT_COMMAND failed (${String(error.code ?? error.signal)}).`));
    });
    child.stdin?.on('error', () => undefined); // A program that does not read its input closes the pipe.
    child.stdin?.end(input);
  });
}
