// What a server has last seen of its database, in a file outside the database. A database that was replaced by its older copy at the same place has seen less.
import { randomUUID } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** The count of a database at one time. Counts of different histories cannot be compared: a confirmation and another database begin a new history. */
export interface LastSeen {
  readonly history: string;
  readonly count: number;
}

const fileName = 'last-seen.json';

/** Returns what a server of this data folder has last seen, or null without a readable file. */
export async function readLastSeen(folder: string): Promise<LastSeen | null> {
  try {
    const value: unknown = JSON.parse(await readFile(path.join(folder, fileName), 'utf8'));
    return lastSeenOf(value);
  } catch {
    return null; // A machine that lost its power can leave an incomplete file. Without the file only the other marks of a copy count.
  }
}

/** Stores what a server of this data folder has seen. A reader sees the former or the new file. */
export async function writeLastSeen(folder: string, seen: LastSeen): Promise<void> {
  const draft = path.join(folder, `${fileName}.${randomUUID()}`);
  try {
    await writeFile(draft, JSON.stringify(seen), { flag: 'wx', mode: 0o644 });
    await rename(draft, path.join(folder, fileName));
  } finally {
    await rm(draft, { force: true });
  }
}

function lastSeenOf(value: unknown): LastSeen | null {
  if (typeof value !== 'object' || value === null || !('history' in value) || !('count' in value)) return null;
  const { history, count } = value;
  return typeof history === 'string' && typeof count === 'number' ? { history, count } : null;
}
