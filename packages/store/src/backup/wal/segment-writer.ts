// Stores received WAL: the unfinished segment in parts, so that little is lost, and each complete segment as one file.
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { walPartFiles } from '../../limits.ts';
import { flushFolder, writeSealedFile } from '../write-backup.ts';
import { partFile, segmentFile, type SegmentPart } from './wal-folder.ts';
import type { Lsn } from './wal-position.ts';

/** Stores WAL from one position on. */
export interface SegmentWriter {
  /** The position after the last received byte. */
  received(): Lsn;
  /** The position after the last byte that is on the disk. */
  stored(): Lsn;
  /** Takes the next bytes. A segment that they complete is on the disk when the promise resolves. */
  add(bytes: Buffer): Promise<void>;
  /** Stores the received bytes of the unfinished segment. */
  flush(): Promise<void>;
}

/** Returns a writer that begins at the beginning of a segment. `parts` are the files that an earlier receiver has stored of this segment. */
export function createSegmentWriter(options: {
  readonly folder: string;
  readonly recipients: readonly string[];
  readonly timeline: number;
  readonly segmentBytes: number;
  readonly start: Lsn;
  readonly parts: readonly SegmentPart[];
}): SegmentWriter {
  const { folder, recipients, timeline, segmentBytes } = options;
  const bytes = Buffer.alloc(segmentBytes);
  let { start } = options;
  let parts = [...options.parts];
  let [received, stored] = [0, 0];

  async function store(name: string, from: number, to: number): Promise<void> {
    // A file with this name has the same bytes: an earlier receiver has stored it.
    if (existsSync(join(folder, name))) return flushFolder(folder);
    await writeSealedFile(join(folder, name), recipients, once(bytes.subarray(from, to)));
  }

  async function drop(dropped: readonly SegmentPart[]): Promise<void> {
    for (const { name } of dropped) await rm(join(folder, name), { force: true });
    parts = parts.filter((part) => !dropped.includes(part));
  }

  async function complete(): Promise<void> {
    await store(segmentFile({ timeline, start }, segmentBytes), 0, segmentBytes);
    await drop(parts);
    start += BigInt(segmentBytes);
    [received, stored] = [0, 0];
  }

  return {
    received: () => start + BigInt(received),
    stored: () => start + BigInt(stored),
    async add(chunk) {
      for (let at = 0; at < chunk.length;) {
        const count = chunk.copy(bytes, received, at);
        at += count;
        received += count;
        if (received === segmentBytes) await complete();
      }
    },
    async flush() {
      if (received === stored) return;
      const from = parts.length < walPartFiles ? stored : 0;
      const range = { from, to: received };
      const part = { name: partFile({ timeline, start }, segmentBytes, range), ...range };
      await store(part.name, part.from, part.to);
      stored = received;
      // The parts of an earlier receiver, and all parts when one file replaces them, are covered by the new part.
      await drop(parts.filter(({ name, from: first, to }) => name !== part.name && first >= from && to <= part.to));
      if (!parts.some(({ name }) => name === part.name)) parts.push(part);
    },
  };
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
