// Checks the files of a release: the signature of the checksums, the checksum of each file, and that the folder has no other file.
import { createHash, createPublicKey, verify, type KeyObject } from 'node:crypto';
import { createReadStream, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { BadInput, reasonOf } from '../command.ts';

const sumsName = 'SHA256SUMS';
const signatureName = `${sumsName}.sig`;

/**
 * Returns the names of the files of a release after all of them were checked. `folder` has the files, and `keyFile` the public key (PEM). Throws `BadInput` when the key cannot be
 * read, and an error when the signature or a checksum is wrong, or when the folder has another file. The key may be in the folder.
 */
export async function checkRelease(folder: string, keyFile: string): Promise<readonly string[]> {
  const sums = readPart(folder, sumsName);
  if (!verify(null, sums, readKey(keyFile), readPart(folder, signatureName)))
    throw new Error(`the signature of ${sumsName} was not made with the private key of ${keyFile}`);
  const lines = sums
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '');
  const names: string[] = [];
  for (const line of lines) {
    const [, wanted, name] = /^([0-9a-f]{64}) {2}([^/\\]+)$/.exec(line) ?? [];
    if (wanted === undefined || name === undefined)
      throw new Error(`the line "${line}" of ${sumsName} has no checksum`);
    if ((await digestOf(path.join(folder, name))) !== wanted)
      throw new Error(`the file ${name} was changed or is incomplete`);
    names.push(name);
  }
  if (names.length === 0) throw new Error(`${sumsName} names no file`);
  const own = [...names, sumsName, signatureName].map((name) => path.resolve(folder, name));
  const known = new Set([...own, path.resolve(keyFile)]);
  const other = readdirSync(folder).find((name) => !known.has(path.resolve(folder, name)));
  if (other !== undefined) throw new Error(`the folder has ${other}, which ${sumsName} does not name`);
  return names;
}

function readKey(file: string): KeyObject {
  try {
    const key = createPublicKey(readFileSync(file));
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch (error) {
    throw new BadInput(`${file}: has no public key: ${reasonOf(error)}`);
  }
  throw new BadInput(`${file}: the key is not an Ed25519 key`);
}

function readPart(folder: string, name: string): Buffer {
  try {
    return readFileSync(path.join(folder, name));
  } catch (error) {
    throw new BadInput(`${path.join(folder, name)}: cannot be read: ${reasonOf(error)}`);
  }
}

async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  try {
    await pipeline(createReadStream(file), hash);
  } catch (error) {
    throw new BadInput(`${file}: cannot be read: ${reasonOf(error)}`);
  }
  return hash.digest('hex');
}
