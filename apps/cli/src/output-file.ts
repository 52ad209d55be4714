// Writes a file whole or not at all: beside its place first, then moved there.
import { closeSync, fsyncSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { BadInput } from './command.ts';

/** Refuses a place where no file can be written, before any work is done. `inputs` are files that must not be overwritten. */
export function checkOutput(file: string, inputs: readonly string[]): void {
  const folder = path.dirname(file);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new BadInput(`${file}: there is no folder ${folder} to write into`);
  const there = statSync(file, { throwIfNoEntry: false });
  if (there === undefined) return;
  if (!there.isFile()) throw new BadInput(`${file}: is there and is no plain file`);
  for (const input of inputs) {
    const source = statSync(input, { throwIfNoEntry: false });
    if (source?.ino === there.ino && source.dev === there.dev) throw new BadInput(`${file}: is also an input`);
  }
}

/** Writes a file at once; a name that ends in .gz is compressed. On an error nothing is left. */
export function writeWhole(file: string, content: string | Uint8Array): void {
  const bytes = Buffer.from(content);
  const beside = path.join(path.dirname(file), `.${path.basename(file)}.${process.pid}.part`);
  try {
    const handle = openSync(beside, 'wx');
    try {
      writeAll(handle, file.endsWith('.gz') ? gzipSync(bytes) : bytes);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(beside, file);
  } catch (error) {
    rmSync(beside, { force: true });
    throw new Error(`${file} could not be written: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

function writeAll(handle: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length;) at += writeSync(handle, bytes, at);
}
