// Calculates the sizes of the scripts and of the style sheets of each route from the chunks of a build, and compares them with the budget of the route. Finds modules of the workbench in the build.
import type { Budget } from './budgets.ts';

/** One style sheet of a build, with its size in bytes after gzip. */
export interface Sheet {
  readonly file: string;
  readonly bytes: number;
}

/** One script of a build. */
export interface Chunk {
  readonly file: string;
  readonly isEntry: boolean;
  /** The source files in the script. Their paths are relative to the repository. */
  readonly modules: readonly string[];
  /** The files of the scripts that are loaded together with this script. */
  readonly imports: readonly string[];
  /** The files of the scripts that this script loads later. */
  readonly dynamicImports: readonly string[];
  /** The style sheets that are loaded together with this script. */
  readonly styles: readonly Sheet[];
  /** The size in bytes after gzip. */
  readonly bytes: number;
}

/** The sizes of the scripts and of the style sheets of a route, and their limits, in KB. */
export interface Weight {
  readonly name: string;
  readonly kb: number;
  readonly limitKb: number;
  readonly stylesKb: number;
  readonly stylesLimitKb: number;
}

const bytesPerKb = 1_000;
const sourceFolder = 'apps/web/src/';

/** Returns the weight of each route. Throws when the budget table contains a module that is not in the build. */
export function weighRoutes(chunks: readonly Chunk[], budgets: readonly Budget[]): readonly Weight[] {
  const loaded = new Map<string, ReadonlySet<Chunk>>();
  return budgets.map(({ name, after, loads, limitKb, stylesLimitKb = 0 }) => {
    const before = after === undefined ? new Set<Chunk>() : loaded.get(after);
    if (before === undefined) throw new Error(`The table does not list the route ${after} before the route ${name}.`);
    const roots = loads.map((module) => chunkOf(chunks, module));
    const all = new Set([...before, ...withImports(chunks, [...chunks.filter(({ isEntry }) => isEntry), ...roots])]);
    loaded.set(name, all);
    const added = [...all].filter((chunk) => !before.has(chunk));
    const known = sheetsOf([...before]);
    const sheets = [...sheetsOf(added)].filter(([file]) => !known.has(file)).map(([, bytes]) => bytes);
    return {
      name,
      kb: kbOf(added.map(({ bytes }) => bytes)),
      limitKb,
      stylesKb: kbOf(sheets),
      stylesLimitKb,
    };
  });
}

const kbOf = (sizes: readonly number[]): number => sizes.reduce((sum, bytes) => sum + bytes, 0) / bytesPerKb;

/** Returns the size of each style sheet of these scripts. Several scripts may load one sheet. */
const sheetsOf = (chunks: readonly Chunk[]): ReadonlyMap<string, number> =>
  new Map(chunks.flatMap(({ styles }) => styles.map(({ file, bytes }) => [file, bytes] as const)));

/** Returns one sentence for each route above a limit, and for each route that adds no script. */
export function findHeavy(weights: readonly Weight[]): readonly string[] {
  return weights.flatMap(({ name, kb, limitKb, stylesKb, stylesLimitKb }) => {
    if (kb === 0) return [`${name}: the route adds no script, so its row is wrong`];
    const scripts = kb > limitKb ? [`${name}: ${kb.toFixed(3)} KB, the limit is ${limitKb} KB`] : [];
    const sheets =
      stylesKb > stylesLimitKb
        ? [`${name}: ${stylesKb.toFixed(3)} KB of style sheets, the limit is ${stylesLimitKb} KB`]
        : [];
    return [...scripts, ...sheets];
  });
}

/** Returns one sentence for each dynamically loaded script that no budget contains. */
export function findUnlisted(
  chunks: readonly Chunk[],
  listed: readonly string[],
  alternatives: RegExp,
): readonly string[] {
  const covered = new Set(listed.map((module) => chunkOf(chunks, module)));
  const targets = new Set(chunks.flatMap(({ dynamicImports }) => dynamicImports));
  return chunks
    .filter((chunk) => targets.has(chunk.file) && !covered.has(chunk))
    .filter(({ modules }) => !modules.some((module) => alternatives.test(module)))
    .map(({ file, modules }) => `${file} (${modules.at(-1) ?? 'empty'}) is in no row of tools/weights/budgets.ts`);
}

/** Returns one sentence for each module of the workbench. A production build must contain none, because the workbench is for development. */
export function findWorkbench(chunks: readonly Chunk[]): readonly string[] {
  const modules = chunks.flatMap((chunk) => chunk.modules);
  return modules
    .filter((module) => module.startsWith(`${sourceFolder}workbench/`))
    .map((module) => `${module} is a module of the workbench, and the production build contains it`);
}

function chunkOf(chunks: readonly Chunk[], module: string): Chunk {
  const found = chunks.find(({ modules }) => modules.includes(`${sourceFolder}${module}`));
  if (found === undefined) throw new Error(`The build has no module ${sourceFolder}${module}.`);
  return found;
}

function withImports(chunks: readonly Chunk[], roots: readonly Chunk[]): ReadonlySet<Chunk> {
  const byFile = new Map(chunks.map((chunk) => [chunk.file, chunk]));
  const found = new Set<Chunk>();
  const open = [...roots];
  for (let chunk = open.pop(); chunk !== undefined; chunk = open.pop()) {
    if (found.has(chunk)) continue;
    found.add(chunk);
    open.push(...chunk.imports.flatMap((file) => byFile.get(file) ?? []));
  }
  return found;
}
