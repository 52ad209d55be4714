// Puts the files of a release together: the bundles, the web app, the migrations, the packages of the program, and the bill of materials.
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseLock } from '../lock/lock-file.ts';
import { runtimePackages } from './runtime-packages.ts';
import { sbomOf, type ReleaseSource } from './sbom.ts';
import { findOtherLicences, findUnknownScripts } from './supply-chain.ts';

/** The name of the bill of materials in a release. */
export const sbomName = 'sbom.cdx.json';

/** Build results and sources that the program reads at run time. */
const parts = ['dist/server', 'dist/web', 'packages/store/migrations'];
/** Declarations and source maps of packages, which no program reads. */
const needless = /\.(d\.[cm]?ts|[cm]?[jt]s\.map)$/;

/**
 * Writes the release of a built project into the folder `target`, which must not exist. Throws when a package has an unknown install script or a licence that is not
 * allowed, and when the project is not built.
 */
export function writeReleaseTree(root: string, target: string, source: ReleaseSource): void {
  const packages = parseLock(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  const paths = runtimePackages(packages);
  const faults = [...findUnknownScripts(packages), ...findOtherLicences(packages, paths)];
  if (faults.length > 0) throw new Error(`The release was refused:\n${faults.join('\n')}`);
  mkdirSync(target, { recursive: true });
  for (const part of parts) {
    if (!existsSync(path.join(root, part))) throw new Error(`${part} does not exist: build the project first.`);
    cpSync(path.join(root, part), path.join(target, part), { recursive: true });
  }
  // npm does not install the packages of other platforms. Packages below a workspace are a part of the bundle.
  const installed = paths.filter((each) => existsSync(path.join(root, each)));
  for (const each of installed.filter((one) => one.startsWith('node_modules/'))) copyPackage(root, target, each);
  writeFileSync(path.join(target, 'package.json'), manifestOf(root, source));
  writeFileSync(path.join(target, sbomName), sbomOf(packages, installed, source));
}

/** Copies one package without the packages inside it, which have entries of their own. */
function copyPackage(root: string, target: string, each: string): void {
  const from = path.join(root, each);
  const inside = path.join(from, 'node_modules');
  cpSync(from, path.join(target, each), {
    recursive: true,
    dereference: true,
    filter: (file) => file !== inside && !needless.test(path.relative(from, file)),
  });
}

/** Returns the package file of a release. The program finds its folder by a package file with the name "rondo", and shows the beginning of the commit as its build. */
export function manifestOf(root: string, { commit }: Pick<ReleaseSource, 'commit'>): string {
  // The package file of this project has these fields.
  const { name, version, license, type, engines } = JSON.parse(
    readFileSync(path.join(root, 'package.json'), 'utf8'),
  ) as Readonly<Record<string, unknown>>;
  const fields = { name, version, ...(commit === null ? {} : { commit }), private: true, license, type, engines };
  return `${JSON.stringify(fields, null, 2)}\n`;
}
