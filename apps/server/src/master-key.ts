// The master key when the environment gives none: a 0600 file beside the data, never inside the database's folder.
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const keyBytes = 32;

/** Reads the key file under the home folder, or makes it once. Throws when the file is not a key. Source: decisions.md 13. */
export function loadMasterKey(homeFolder: string): Uint8Array {
  const folder = path.join(homeFolder, 'secrets');
  const file = path.join(folder, 'master.key');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    writeFileSync(file, randomBytes(keyBytes).toString('hex'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  chmodSync(file, 0o600);
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'hex');
  if (key.length !== keyBytes) throw new Error(`The master key file ${file} does not hold 32 bytes in hex.`);
  return new Uint8Array(key);
}
