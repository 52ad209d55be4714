// Writes a file completely or leaves it unchanged: the content is written to a temporary file in the same folder, and the temporary file is then renamed.
import {
  accessSync,
  closeSync,
  constants,
  fsyncSync,
  lstatSync,
  openSync,
  readlinkSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { BadInput, reasonOf } from '../command.ts';
import { statOf } from './file-facts.ts';
import { maxLinks } from '../limits.ts';

/** Throws `BadInput` when the file cannot be written. A command calls this function before its long work. `inputs` are files that the output must not overwrite. */
export function checkOutput(file: string, inputs: readonly string[]): void {
  const folder = path.dirname(placeOf(file));
  if (folder.startsWith(streams))
    throw new BadInput(`${file}: is a stream, and the command needs a folder for its temporary file`);
  const facts = statOf(folder);
  if (facts?.isDirectory() !== true) throw new BadInput(`${file}: there is no folder ${folder} to write into`);
  if (!mayWrite(folder)) throw new BadInput(`${file}: the folder ${folder} is not writable`);
  const there = statOf(file);
  if (there === undefined) return;
  if (!there.isFile()) throw new BadInput(`${file}: exists and is not a regular file`);
  for (const input of inputs) {
    const source = statOf(input);
    if (source?.ino === there.ino && source.dev === there.dev) throw new BadInput(`${file}: is also an input`);
  }
}

/** Writes the whole file, and compresses the content when the file name ends in .gz. When an error occurs, no new file remains and an existing file is unchanged. */
export function writeWhole(file: string, content: string | Uint8Array): void {
  const bytes = Buffer.from(content);
  const place = placeOf(file);
  const beside = path.join(path.dirname(place), `.${path.basename(place)}.${process.pid}.part`);
  try {
    const handle = openSync(beside, 'wx');
    try {
      writeAll(handle, file.endsWith('.gz') ? gzipSync(bytes) : bytes);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(beside, place);
  } catch (error) {
    rmSync(beside, { force: true });
    throw new Error(`${file} could not be written: ${reasonOf(error)}`, { cause: error });
  }
}

/** The folder of the open streams. /dev/stdout is a symbolic link to an entry of this folder. */
const streams = '/proc/';

/** Returns the path to write to. For a symbolic link this path is the target of the link, even when the target does not exist. */
function placeOf(file: string): string {
  let place = file;
  for (let link = 0; link < maxLinks && isLink(place) && !place.startsWith(streams); link += 1)
    place = path.resolve(path.dirname(place), readlinkSync(place));
  return place;
}

function isLink(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

function mayWrite(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function writeAll(handle: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length;) at += writeSync(handle, bytes, at);
}
