// The tar format (ustar) of a backup: writes and reads the entries of an archive. People can open the archive with the program `tar`.
import { BackupError } from './backup-error.ts';

/** A file in the archive. */
export interface ArchiveEntry {
  readonly name: string;
  readonly body: Buffer;
}

const blockBytes = 512;
const nameBytes = 100;
/** The end of an archive: two blocks of zeros. */
export const archiveEnd: Buffer = Buffer.alloc(2 * blockBytes);

/** A file or a folder of an archive that is being read. `body` yields the bytes of a file once. */
export interface ArchiveItem {
  readonly name: string;
  readonly kind: 'file' | 'folder';
  readonly size: number;
  readonly body: AsyncIterable<Buffer>;
}

/** Yields the bytes of an archive with the entries. */
export async function* writeTar(entries: AsyncIterable<ArchiveEntry>): AsyncGenerator<Buffer> {
  for await (const entry of entries) yield* entryBytes(entry);
  yield archiveEnd;
}

/** Returns the bytes of one entry of an archive. */
export function entryBytes({ name, body }: ArchiveEntry): readonly Buffer[] {
  return [headerOf(name, body.length), body, Buffer.alloc(paddingOf(body.length))];
}

/**
 * Yields the entries of an archive. An entry is in memory as a whole, so a longer entry than `maxBytes` is refused. Throws BackupError `damaged` when the bytes are not
 * a complete archive.
 */
export async function* readTar(chunks: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<ArchiveEntry> {
  for await (const member of readArchive(chunks)) yield { name: member.name, body: await bodyOf(member, maxBytes) };
}

/** Returns the whole body of a member. Throws BackupError `damaged` when it is longer than `maxBytes`. */
export async function bodyOf({ name, size, body }: ArchiveItem, maxBytes: number): Promise<Buffer> {
  if (size > maxBytes) throw damaged(`the entry ${name} has ${size} bytes`);
  const parts: Buffer[] = [];
  for await (const part of body) parts.push(part);
  return Buffer.concat(parts);
}

/**
 * Yields the files and folders of an archive without keeping a body in memory. A body that the caller does not read is skipped. Throws BackupError `damaged` when the
 * bytes are not a complete archive, and for links, because no backup has them.
 */
export async function* readArchive(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<ArchiveItem> {
  const reader = createReader(chunks);
  try {
    for (;;) {
      const header = await reader.take(blockBytes);
      if (header.every((byte) => byte === 0)) break;
      const head = readHeader(header);
      const body = limited(reader, head.size);
      yield { ...head, body };
      while ((await body.next()).done !== true);
      await reader.take(paddingOf(head.size));
    }
    // The rest is read too, because the end of the encrypted file shows that the file is complete.
    await reader.drain();
  } finally {
    await reader.close();
  }
}

async function* limited(reader: ReturnType<typeof createReader>, size: number): AsyncGenerator<Buffer> {
  for (let left = size; left > 0;) {
    const part = await reader.some(left);
    left -= part.length;
    yield part;
  }
}

function headerOf(name: string, size: number): Buffer {
  if (Buffer.byteLength(name) > nameBytes) throw new Error(`the name ${name} is too long for the archive`);
  const header = Buffer.alloc(blockBytes);
  header.write(name, 0);
  header.write('0000600\0', 100);
  header.write('0000000\0', 108);
  header.write('0000000\0', 116);
  header.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  header.write('00000000000\0', 136);
  header.write('0', 156);
  header.write('ustar\u000000', 257);
  header.write(`${sumOf(header).toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

function readHeader(header: Buffer): Omit<ArchiveItem, 'body'> {
  // PostgreSQL writes one more digit and no zero byte.
  const checksum = Number.parseInt(header.toString('latin1', 148, 156), 8);
  if (checksum !== sumOf(header)) throw damaged('a checksum of the archive is wrong');
  const name = header.toString('utf8', 0, nameBytes).replace(/\0.*$/s, '');
  const size = Number.parseInt(header.toString('latin1', 124, 135), 8);
  const type = header.toString('latin1', 156, 157);
  if (!Number.isSafeInteger(size)) throw damaged(`the size of ${name} cannot be read`);
  if (type === '5') return { name, kind: 'folder', size: 0 };
  if (type === '0' || type === '\0') return { name, kind: 'file', size };
  throw damaged(`the entry ${name} is neither a file nor a folder`);
}

/** Returns the checksum: the sum of all bytes of the header, in which the checksum itself counts as eight spaces. */
function sumOf(header: Buffer): number {
  const own = header.subarray(148, 156).reduce((sum, byte) => sum + byte, 0);
  return header.reduce((total, byte) => total + byte, 0) - own + 8 * 32;
}

function paddingOf(size: number): number {
  return (blockBytes - (size % blockBytes)) % blockBytes;
}

function createReader(chunks: AsyncIterable<Uint8Array>) {
  const source = chunks[Symbol.asyncIterator]();
  let parts: Buffer[] = [];
  let available = 0;
  const fill = async (size: number): Promise<void> => {
    while (available < size) {
      const next = await source.next();
      if (next.done === true) throw damaged('the file ends too early');
      const { buffer, byteOffset, byteLength } = next.value;
      parts.push(Buffer.from(buffer, byteOffset, byteLength));
      available += byteLength;
    }
  };
  const cut = (size: number): Buffer => {
    const all = parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts);
    parts = [all.subarray(size)];
    available -= size;
    return all.subarray(0, size);
  };
  return {
    async take(size: number): Promise<Buffer> {
      await fill(size);
      return cut(size);
    },
    /** Returns at least one and at most `size` bytes. */
    async some(size: number): Promise<Buffer> {
      await fill(1);
      return cut(Math.min(size, available));
    },
    async drain(): Promise<void> {
      for (;;) if ((await source.next()).done === true) return;
    },
    async close(): Promise<void> {
      await source.return?.();
    },
  };
}

function damaged(reason: string): BackupError {
  return new BackupError('damaged', `The backup is damaged: ${reason}.`);
}
