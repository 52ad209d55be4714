// Rule: the row of a package in the floor plan allows every import of the package, and its package.json declares the imported packages.
import path from 'node:path';
import { builtinModules } from 'node:module';
import type { FloorPlan } from '../project/floor-plan.ts';
import { readSyntax, type ImportEdge } from '../syntax.ts';
import { isTest, sourcesOf, textOf, unitOf, type Finding, type Tree } from '../tree.ts';

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** The additional entry points of packages. All other imports of a package use only its name. */
const subpaths: ReadonlySet<string> = new Set([
  'contract/state',
  'engine/ports',
  'server/signer',
  'store/address',
  'store/candles',
  'store/process',
  'store/secrets',
  'strategy/settings',
  'testkit/authenticator',
  'testkit/certificate',
  'testkit/passkey',
  'testkit/pollution',
  'testkit/database',
  'testkit/nats',
]);

interface Place {
  readonly file: string;
  readonly unit: string;
  readonly declared: ReadonlySet<string>;
}

/** Compares every import of every package and app with the plan. */
export function checkImports(tree: Tree, plan: FloorPlan): readonly Finding[] {
  const findings: Finding[] = [];
  const declaredOf = new Map<string, ReadonlySet<string>>();
  for (const [file, text] of sourcesOf(tree)) {
    const unit = unitOf(file);
    if (unit === null) continue;
    const key = `${unit} ${isTest(file)}`;
    const declared = declaredOf.get(key) ?? declaredBy(tree, unit, isTest(file));
    declaredOf.set(key, declared);
    const place = { file, unit, declared };
    for (const edge of readSyntax(file, text).imports) {
      const message = judge(place, edge, plan);
      if (message !== null) findings.push({ file, line: edge.line, message });
    }
  }
  return [...findings, ...checkManifests(tree, plan)];
}

function judge(place: Place, edge: ImportEdge, plan: FloorPlan): string | null {
  const { specifier } = edge;
  if (specifier.startsWith('.')) return judgeRelative(place, specifier);
  if (specifier.startsWith('@rondo/')) return judgeRondo(place, specifier, plan);
  return judgeExternal(place, specifier);
}

function judgeRelative(place: Place, specifier: string): string | null {
  const target = path.posix.join(path.posix.dirname(place.file), specifier.replace(/\?.*$/, ''));
  if (target.startsWith(`${place.unit}/`)) return null;
  return isTest(place.file) ? null : `"${specifier}" leaves ${place.unit}: import the package by its name`;
}

function judgeRondo(place: Place, specifier: string, plan: FloorPlan): string | null {
  const [, name = '', ...rest] = specifier.split('/');
  const entry = rest.length === 0 ? name : `${name}/${rest.join('/')}`;
  if (rest.length > 0 && !subpaths.has(entry)) return `"${specifier}": packages are imported by their name only`;
  if (isTest(place.file)) return null;
  if (place.unit.endsWith(`/${name}`)) return `"${specifier}": a package does not import itself by name`;
  const allowed = plan.rows.get(place.unit)?.imports;
  if (allowed === undefined) return `${place.unit} has no row in the floor plan`;
  if (!allowed.has(entry) && !allowed.has(name)) return `"${specifier}" is not in the row of ${place.unit}`;
  return place.declared.has(`@rondo/${name}`) ? null : `"@rondo/${name}" is missing in ${place.unit}/package.json`;
}

function judgeExternal(place: Place, specifier: string): string | null {
  if (specifier.startsWith('node:') || specifier.startsWith('virtual:')) return null;
  const name = specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
  if (builtinModules.includes(name)) return `"${specifier}": the prefix node: is missing`;
  return place.declared.has(name) ? null : `"${name}" is missing in ${place.unit}/package.json`;
}

/**
 * Returns the packages of the registry that a file may import. A test may also import the development dependencies of its package and of
 * the root.
 */
function declaredBy(tree: Tree, unit: string, forTest: boolean): ReadonlySet<string> {
  const own = manifestOf(tree, `${unit}/package.json`);
  const root = manifestOf(tree, 'package.json');
  const runtime = { ...own.dependencies, ...own.optionalDependencies };
  // The configuration of the bundler is read only during the build, so it may import development dependencies like a test.
  const building = forTest || unit === 'apps/web' ? { ...own.devDependencies, ...root.devDependencies } : {};
  return new Set(Object.keys({ ...runtime, ...building }));
}

/** Checks each dependency that a package.json declares on a package of this repository. The row must allow this package, even when no file imports it. */
function checkManifests(tree: Tree, plan: FloorPlan): readonly Finding[] {
  const findings: Finding[] = [];
  for (const [unit, row] of plan.rows) {
    const file = `${unit}/package.json`;
    if (!tree.has(file)) continue;
    for (const name of Object.keys(manifestOf(tree, file).dependencies ?? {})) {
      const short = name.replace('@rondo/', '');
      const isOpen = [...row.imports].some((open) => open === short || open.startsWith(`${short}/`));
      if (name.startsWith('@rondo/') && !isOpen)
        findings.push({ file, line: 1, message: `${name} is not in the row of ${unit}` });
    }
  }
  return findings;
}

function manifestOf(tree: Tree, file: string): Manifest {
  // The type assertion is safe, because npm has already parsed each package.json.
  return tree.has(file) ? (JSON.parse(textOf(tree, file)) as Manifest) : {};
}
