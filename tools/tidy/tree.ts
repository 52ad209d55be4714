// The files that tidy checks, as a map from path to text. A test can create a map with violations and needs no files on the disk.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** One file: its text, or null when its content is binary, and its size in bytes. */
export interface TreeFile {
  readonly text: string | null;
  readonly bytes: number;
}

/** The files by path. The paths are relative to the root and have forward slashes. */
export type Tree = ReadonlyMap<string, TreeFile>;

/** A violation of a rule: its place, and a sentence that describes the violation or how to fix it. */
export interface Finding {
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

const skippedFolders = new Set(['node_modules', 'dist', '.git', '.rondo', '.rondo.secrets', '.cache', 'coverage']);
/** The number of bytes at the start of a file that decide whether the file is text or binary. */
const sniffBytes = 8_000;

/** Reads every file of the project except installed packages, build results and files that are written at run time. */
export function readTree(root: string): Tree {
  const tree = new Map<string, TreeFile>();
  const folders = [''];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true })) {
      const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory() && !skippedFolders.has(entry.name)) folders.push(name);
      if (entry.isFile() && !skippedFolders.has(name) && !name.endsWith('.log'))
        tree.set(name, readTreeFile(path.join(root, name)));
    }
  }
  return tree;
}

/** Creates a tree from texts, for tests with violations. */
export function virtualTree(files: Readonly<Record<string, string>>): Tree {
  return new Map(Object.entries(files).map(([name, text]) => [name, { text, bytes: Buffer.byteLength(text) }]));
}

/** Returns the text of a file. Throws when the file is missing or binary. */
export function textOf(tree: Tree, name: string): string {
  const text = tree.get(name)?.text;
  if (text === undefined || text === null) throw new Error(`The file ${name} is missing or is not a text file.`);
  return text;
}

/** Returns every TypeScript source of the project, including the tests. */
export function sourcesOf(tree: Tree): readonly (readonly [name: string, text: string])[] {
  const found: [string, string][] = [];
  for (const [name, file] of tree) {
    if (/\.tsx?$/.test(name) && !name.endsWith('.d.ts') && file.text !== null) found.push([name, file.text]);
  }
  return found;
}

/**
 * Returns true for a `.test` file and for every file in a folder `tests`, in `tools` or in `bench`. Some rules do not apply to these files.
 */
export function isTest(name: string): boolean {
  return (
    /\.test\.tsx?$/.test(name) || /(^|\/)tests\//.test(name) || name.startsWith('tools/') || name.startsWith('bench/')
  );
}

/**
 * Returns the unit of a file, for example `packages/engine` for `packages/engine/src/ports/index.ts`. Returns null for a file outside
 * packages and apps.
 */
export function unitOf(name: string): string | null {
  return /^(?:packages|apps)\/[^/]+/.exec(name)?.[0] ?? null;
}

/** Returns the line number of a position in a text. The first line has the number 1. */
export function lineAt(text: string, position: number): number {
  return text.slice(0, position).split('\n').length;
}

function readTreeFile(file: string): TreeFile {
  const bytes = statSync(file).size;
  const content = readFileSync(file);
  return { bytes, text: content.subarray(0, sniffBytes).includes(0) ? null : content.toString('utf8') };
}
