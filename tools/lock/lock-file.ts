// Reads a package lock and finds entries that would break `npm ci` on another platform or on the oldest supported Node.
import { satisfies } from 'semver';

/** One entry of `packages` in package-lock.json (lockfile version 3), with the fields that the checks read. */
export interface LockedPackage {
  /** The name of the package when the folder has another name. */
  readonly name?: string;
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly dev?: boolean;
  readonly license?: string;
  readonly hasInstallScript?: boolean;
  readonly engines?: { readonly node?: string };
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** The entries of a lock file. The key is the path of the package below the root, and '' is the root package. */
export type LockedPackages = Readonly<Record<string, LockedPackage>>;

/** A dependency without an entry. `owner` is the path of the package that depends on `name`. */
export interface MissingDependency {
  readonly owner: string;
  readonly name: string;
}

/** Returns the `packages` record of the text of a lock file. Throws when the text is not JSON. */
export function parseLock(text: string): LockedPackages {
  // npm defines this format (lockfile version 3).
  return (JSON.parse(text) as { packages: LockedPackages }).packages;
}

/**
 * Returns every dependency that has no entry, including dependencies of other platforms. When a dependency has no entry, `npm ci` refuses
 * the lock file.
 */
export function findMissing(packages: LockedPackages): readonly MissingDependency[] {
  return Object.entries(packages).flatMap(([owner, entry]) =>
    Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })
      .filter((name) => resolvePath(packages, owner, name) === null)
      .map((name) => ({ owner, name })),
  );
}

/** Returns the paths of packages whose `engines` refuse the given Node version, e.g. '20.19.0'. */
export function findTooNew(packages: LockedPackages, node: string): readonly string[] {
  return Object.entries(packages)
    .filter(([, { engines }]) => engines?.node !== undefined && !satisfies(node, engines.node))
    .map(([path]) => path);
}

/** Returns the paths of the packages whose entry has no checksum or contains the address of a registry. */
export function findUnpinned(packages: LockedPackages): readonly string[] {
  return Object.entries(packages)
    .filter(([path, { link }]) => path.startsWith('node_modules/') && link !== true)
    .filter(([, { integrity, resolved }]) => integrity === undefined || resolved !== undefined)
    .map(([path]) => path);
}

/**
 * Returns the path of the entry of a dependency. The search begins in the folder of the owner and continues in each parent folder up to the
 * root, as in Node.
 */
export function resolvePath(packages: LockedPackages, owner: string, name: string): string | null {
  for (let folder: string | null = owner; folder !== null; folder = parentOf(folder)) {
    const path = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (packages[path] !== undefined) return path;
  }
  return null;
}

function parentOf(folder: string): string | null {
  if (folder === '') return null;
  const cut = folder.lastIndexOf('/node_modules/');
  return cut === -1 ? '' : folder.slice(0, cut);
}
