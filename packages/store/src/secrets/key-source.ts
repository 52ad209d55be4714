// The sources of the master key and of the people key: a text, the output of a command, or a file with mode 0600.
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, stat } from 'node:fs/promises';
import { dirname, isAbsolute, relative, resolve } from 'node:path';
import { systemCode } from '../embedded/start-error.ts';
import { masterKeyCommandMs } from '../limits.ts';

const keyBytes = 32; // AES-256

/** Which key a source has. The people key seals second factors and the keys that a node needs for people. */
export type KeyKind = 'master' | 'people';

/** The names of the settings of each key. */
const settings = {
  master: { value: 'RONDO_MASTER_KEY', command: 'RONDO_MASTER_KEY_COMMAND' },
  people: { value: 'RONDO_PEOPLE_KEY', command: 'RONDO_PEOPLE_KEY_COMMAND' },
} as const satisfies Readonly<Record<KeyKind, object>>;

/** A source of a key. `name` is the setting or the file of the source, for messages. */
export interface KeySource {
  readonly name: string;
  /** Returns the 32 bytes of the key, or null when the source has no key yet. */
  read(): Promise<Uint8Array | null>;
  /** Creates the key and returns it. It is called only for a database that has no people and nothing that is sealed. */
  create(): Promise<Uint8Array>;
}

/** The settings of a key. `value` takes precedence over `command`, and `command` over `file`. */
export interface KeyOptions {
  readonly kind: KeyKind;
  /** A text of 64 hex or 43-44 base64 characters. */
  readonly value: string | undefined;
  /** A program with its arguments. It prints the key as a text like `value`. No shell reads the arguments. */
  readonly command: readonly string[] | undefined;
  readonly file: string;
  /** The folders of data and backups. The file must be outside, because a copy of the data must not contain the key. */
  readonly forbiddenFolders: readonly string[];
}

/** Returns the source that the settings choose. Source: decision 13. */
export function keySourceFrom({ kind, value, command, file, forbiddenFolders }: KeyOptions): KeySource {
  if (value !== undefined && value !== '') return givenKey(value, settings[kind].value);
  if (command !== undefined) return commandSource(command, settings[kind].command);
  return fileSource(resolve(file), { kind, forbiddenFolders });
}

/** Returns the source of a given key: 32 bytes, or a text of 64 hex or 43-44 base64 characters. */
export function givenKey(key: Uint8Array | string, name: string): KeySource {
  const read = async (): Promise<Uint8Array> => {
    if (typeof key === 'string') return parseKey(key, name);
    if (key.length !== keyBytes) throw new Error(`the key of ${name} does not have 32 bytes`);
    return key;
  };
  return { name, read, create: read };
}

function commandSource(command: readonly string[], name: string): KeySource {
  const read = async (): Promise<Uint8Array> => parseKey((await outputOf(command, name)).trim(), name);
  return { name, read, create: read };
}

// The error of the program is not shown, because it can contain the key.
function outputOf([program = '', ...args]: readonly string[], name: string): Promise<string> {
  return new Promise((done, fail) => {
    execFile(program, args, { timeout: masterKeyCommandMs, maxBuffer: 4096 }, (error, output) => {
      if (error === null) return done(output);
      fail(new Error(`The program of ${name} failed (${error.killed === true ? 'time-out' : String(error.code)}).`));
    });
  });
}

function fileSource(
  file: string,
  { kind, forbiddenFolders }: Pick<KeyOptions, 'kind' | 'forbiddenFolders'>,
): KeySource {
  const read = async (): Promise<Uint8Array | null> => {
    for (const folder of forbiddenFolders)
      if (isInside(file, folder))
        throw new Error(
          `The ${kind} key file ${file} is inside ${folder}, so a copy of the data would contain the key.`,
        );
    const mode = await stat(file).then(
      (found) => found.mode,
      (error: unknown) => {
        if (systemCode(error) === 'ENOENT') return null;
        throw error;
      },
    );
    if (mode === null) return null;
    if ((mode & 0o077) !== 0)
      throw new Error(`Other users of this machine may read the ${kind} key file ${file}. Run: chmod 600 ${file}`);
    return parseKey((await readFile(file, 'utf8')).trim(), file);
  };
  return {
    name: file,
    read,
    async create() {
      await createKeyFile(file);
      const key = await read();
      if (key === null) throw new Error(`The ${kind} key file ${file} was deleted after its creation.`);
      return key;
    },
  };
}

function isInside(file: string, folder: string): boolean {
  const inside = relative(resolve(folder), file);
  return !inside.startsWith('..') && !isAbsolute(inside);
}

async function createKeyFile(file: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const made = await open(file, 'wx', 0o600).catch((error: unknown) => {
    if (systemCode(error) === 'EEXIST') return null;
    throw error;
  });
  if (made === null) return;
  await made.writeFile(`${randomBytes(keyBytes).toString('hex')}\n`);
  await made.sync();
  await made.close();
}

function parseKey(text: string, source: string): Uint8Array {
  const key = /^[0-9a-fA-F]{64}$/.test(text)
    ? Buffer.from(text, 'hex')
    : /^[A-Za-z0-9+/]{43}=?$/.test(text)
      ? Buffer.from(text, 'base64')
      : null;
  if (key === null || key.length !== keyBytes)
    throw new Error(`${source} is not a key of 32 bytes in hex (64 characters) or base64.`);
  return key;
}
