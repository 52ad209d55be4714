// Writes a file completely or not at all: first to a file beside it, which is then moved to its place.
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

/** Refuses a place where no file can be written, before any work is done. `inputs` are files that must not be overwritten. */
export function checkOutput(file: string, inputs: readonly string[]): void {
  const folder = path.dirname(placeOf(file));
  if (folder.startsWith(streams)) throw new BadInput(`${file}: is a stream; a file is written beside its place first`);
  const facts = statOf(folder);
  if (facts?.isDirectory() !== true) throw new BadInput(`${file}: there is no folder ${folder} to write into`);
  if (!mayWrite(folder)) throw new BadInput(`${file}: nothing may be written into ${folder}`);
  const there = statOf(file);
  if (there === undefined) return;
  if (!there.isFile()) throw new BadInput(`${file}: is there and is no plain file`);
  for (const input of inputs) {
    const source = statOf(input);
    if (source?.ino === there.ino && source.dev === there.dev) throw new BadInput(`${file}: is also an input`);
  }
}

/** Writes a file at once; a name that ends in .gz is compressed. On an error no file is left. */
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

/** Folders of the system whose files are not on a disk, such as /dev/stdout. */
const streams = '/proc/';

/** The path that is written: for a symbolic link its target, whether or not the target exists. */
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
