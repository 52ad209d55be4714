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
const archiveEnd = Buffer.alloc(2 * blockBytes);

/** Yields the bytes of an archive with the entries. */
export async function* writeTar(entries: AsyncIterable<ArchiveEntry>): AsyncGenerator<Buffer> {
  for await (const { name, body } of entries) {
    yield headerOf(name, body.length);
    yield body;
    yield Buffer.alloc(paddingOf(body.length));
  }
  yield archiveEnd;
}

/**
 * Yields the entries of an archive. An entry is in memory as a whole, so a longer entry than `maxBytes` is refused. Throws BackupError `damaged` when the bytes are not
 * a complete archive.
 */
export async function* readTar(chunks: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<ArchiveEntry> {
  const reader = createReader(chunks);
  for (;;) {
    const header = await reader.take(blockBytes);
    if (header.every((byte) => byte === 0)) break;
    const { name, size } = readHeader(header);
    if (size > maxBytes) throw damaged(`the entry ${name} has ${size} bytes`);
    const body = await reader.take(size);
    await reader.take(paddingOf(size));
    yield { name, body };
  }
  // The rest is read too, because the end of the encrypted file shows that the file is complete.
  await reader.drain();
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
  header.write(checksumOf(header), 148);
  return header;
}

function readHeader(header: Buffer): { readonly name: string; readonly size: number } {
  if (header.toString('latin1', 148, 156) !== checksumOf(header)) throw damaged('a checksum of the archive is wrong');
  const name = header.toString('utf8', 0, nameBytes).replace(/\0.*$/s, '');
  return { name, size: Number.parseInt(header.toString('latin1', 124, 135), 8) };
}

/** Returns the checksum field: the sum of all bytes of the header, in which the field itself counts as eight spaces. */
function checksumOf(header: Buffer): string {
  const own = header.subarray(148, 156).reduce((sum, byte) => sum + byte, 0);
  const sum = header.reduce((total, byte) => total + byte, 0) - own + 8 * 32;
  return `${sum.toString(8).padStart(6, '0')}\0 `;
}

function paddingOf(size: number): number {
  return (blockBytes - (size % blockBytes)) % blockBytes;
}

function createReader(chunks: AsyncIterable<Uint8Array>) {
  const source = chunks[Symbol.asyncIterator]();
  let parts: Uint8Array[] = [];
  let available = 0;
  return {
    async take(size: number): Promise<Buffer> {
      while (available < size) {
        const next = await source.next();
        if (next.done === true) throw damaged('the file ends too early');
        parts.push(next.value);
        available += next.value.length;
      }
      const all = parts.length === 1 && parts[0] !== undefined ? Buffer.from(parts[0]) : Buffer.concat(parts);
      parts = [all.subarray(size)];
      available -= size;
      return all.subarray(0, size);
    },
    async drain(): Promise<void> {
      for (;;) if ((await source.next()).done === true) return;
    },
  };
}

function damaged(reason: string): BackupError {
  return new BackupError('damaged', `The backup is damaged: ${reason}.`);
}
