// The exchange on disk: snapshots, and an append-only journal of the records that changed after the snapshot. Changes
// that are on the disk are not lost when the process is killed.
import {
  closeSync,
  existsSync,
  fdatasync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { sandboxLimits } from '../limits.ts';
import { readChange, writeChange, type Change } from './records.ts';

/** Only the owner of the files can read them, because they contain the keys of the simulated accounts. */
const privateMode = 0o600;

/**
 * A journal in a folder. `afterDurable` calls `then` when all earlier changes are on the disk. The functions `then` are called in the sequence in which they
 * were passed to `afterDurable`.
 */
export interface SandboxJournal {
  append(changes: readonly Change[]): void;
  afterDurable(then: () => void): void;
  close(): void;
}

/**
 * Reads the records of a folder: the newest complete snapshot, then its journal. When the process was killed, the last line can be incomplete. An incomplete
 * line is ignored.
 */
export function readJournal(folder: string): Change[] {
  const generation = newestGeneration(folder);
  return [
    ...readLines(join(folder, `snapshot-${generation}.jsonl`)),
    ...readLines(join(folder, `journal-${generation}.jsonl`)),
  ];
}

/**
 * Opens the folder for writing. A generation is a snapshot file with its journal file. When a new generation begins,
 * `snapshot` returns all records.
 */
export function openJournal(folder: string, snapshot: () => readonly Change[]): SandboxJournal {
  mkdirSync(folder, { recursive: true });
  let generation = newestGeneration(folder) + 1;
  let file = startGeneration(folder, generation, snapshot());
  let lines = 0;
  let isFlushing = false;
  let isDirty = false;
  let waiting: (() => void)[] = [];

  // One flush covers all changes that were appended during the previous flush.
  function flush(): void {
    if (isFlushing || waiting.length === 0) return;
    isFlushing = true;
    const served = waiting;
    waiting = [];
    isDirty = false;
    fdatasync(file, (error) => {
      if (error) throw error;
      isFlushing = false;
      for (const then of served) then();
      flush();
    });
  }

  return {
    append: (changes) => {
      if (changes.length === 0) return;
      writeWhole(file, changes);
      lines += changes.length;
      // No response depends only on the market clock, so a change of the market clock is written to disk with the next flush.
      if (changes.some((change) => change.kind !== 'world')) isDirty = true;
      if (lines < sandboxLimits.journalLines || isFlushing) return;
      closeSync(file);
      generation += 1;
      file = startGeneration(folder, generation, snapshot());
      lines = 0;
    },
    afterDurable: (then) => {
      if (!isDirty && !isFlushing && waiting.length === 0) return then();
      waiting.push(then);
      flush();
    },
    close: () => {
      fsyncSync(file);
      closeSync(file);
      for (const then of waiting) then();
      waiting = [];
    },
  };
}

// When the disk is full, a write can store only a part of the bytes without an error. A second call then writes the
// rest of the bytes, and the second call fails.
function writeWhole(file: number, changes: readonly Change[]): void {
  const bytes = Buffer.from(changes.map((change) => `${writeChange(change)}\n`).join(''));
  for (let done = 0; done < bytes.length;) done += writeSync(file, bytes, done);
}

// Writes the snapshot to a draft file and renames the file, so that a snapshot file is always complete. Afterwards the older generations are deleted.
function startGeneration(folder: string, generation: number, records: readonly Change[]): number {
  const target = join(folder, `snapshot-${generation}.jsonl`);
  const draft = openSync(`${target}.draft`, 'w', privateMode);
  writeWhole(draft, records);
  fsyncSync(draft);
  closeSync(draft);
  const journal = openSync(join(folder, `journal-${generation}.jsonl`), 'w', privateMode);
  renameSync(`${target}.draft`, target);
  const directory = openSync(folder, 'r');
  fsyncSync(directory);
  closeSync(directory);
  for (const name of readdirSync(folder)) {
    const isRecord = /^(snapshot|journal)-\d+\.jsonl(\.draft)?$/.test(name);
    if (isRecord && !name.includes(`-${generation}.`)) rmSync(join(folder, name));
  }
  return journal;
}

function newestGeneration(folder: string): number {
  if (!existsSync(folder)) return 0;
  return readdirSync(folder).reduce(
    (newest, name) => Math.max(newest, Number(/^snapshot-(\d+)\.jsonl$/.exec(name)?.[1] ?? 0)),
    0,
  );
}

function readLines(path: string): Change[] {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').split('\n');
  // Text after the last line break is an incomplete change. The exchange sent no response for this change.
  lines.pop();
  return lines.map(readChange);
}
