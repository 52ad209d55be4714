// The status file of a running sandbox: its addresses, its process id, and the keys of its accounts.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';

const accountSchema = z.object({
  accountId: z.string(),
  label: z.string(),
  apiKey: z.string(),
  secretKey: z.string(),
  passphrase: z.string(),
});

const statusSchema = z.object({
  pid: z.number().int().positive(),
  port: z.number().int(),
  rest: z.string(),
  ws: z.string(),
  speed: z.number(),
  replayFile: z.string().nullable(),
  /** The folder of this sandbox. A sandbox of an older version has not written it. */
  folder: z.string().optional(),
  /** The digest of the place of the folder (`placeOf`). A sandbox of an older version has not written it. */
  place: z.string().optional(),
  accounts: z.array(accountSchema),
});

export type SandboxStatus = z.infer<typeof statusSchema>;

/** The argument of the child process as JSON. The child process has no other argument. */
export const sandboxLaunchSchema = z.object({
  folder: z.string(),
  place: z.string(),
  port: z.number().int(),
  seed: z.number().int(),
  speed: z.number(),
  replayFile: z.string().nullable(),
});
export type SandboxLaunch = z.infer<typeof sandboxLaunchSchema>;

/** Reads the file in the folder of a sandbox. Returns null when the file is missing or not valid. */
export function readSandboxStatus(folder: string): SandboxStatus | null {
  return readStatusFile(statusFileOf(folder));
}

/** Returns whether a status file in `folder` belongs to the sandbox of this folder. The status file of a copied folder names the sandbox of the original folder. */
export function isStatusOf(folder: string, status: Pick<SandboxStatus, 'folder'>): boolean {
  return status.folder === undefined || status.folder === folder;
}

/** Reads a status file. Returns null when the file is missing or not valid. */
export function readStatusFile(file: string): SandboxStatus | null {
  try {
    return statusSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    if (error instanceof Error) return null;
    throw error;
  }
}

/** Replaces the file atomically. Only the owner of the file can read it, because it contains keys of simulated accounts. */
export function writeSandboxStatus(folder: string, status: SandboxStatus): void {
  mkdirSync(folder, { recursive: true });
  const draft = `${statusFileOf(folder)}.${status.pid}`;
  writeFileSync(draft, JSON.stringify(status), { mode: 0o600 });
  renameSync(draft, statusFileOf(folder));
}

/** Returns the path of the status file in the folder of a sandbox. */
export function statusFileOf(folder: string): string {
  return path.join(folder, 'server.json');
}
