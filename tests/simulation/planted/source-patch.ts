// Changes of the source text of the product, which put a known bug into a function. A change exists only in the bundle of a test run.
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';

/** A change of one file. `from` occurs exactly once in the file, and `to` replaces it. `file` begins at the root of the project. */
export type SourcePatch = { readonly file: string; readonly from: string; readonly to: string };

const projectRoot = resolve(import.meta.dirname, '../../..');

/** Returns the absolute path of a file of the project. */
export function inProject(file: string): string {
  return join(projectRoot, file);
}

/** Returns the text with the change. Throws when the text does not contain `from` exactly once. */
export function applyPatch(text: string, { file, from, to }: SourcePatch): string {
  const parts = text.split(from);
  if (parts.length !== 2) throw new Error(`The text "${from}" occurs ${parts.length - 1} times in ${file}.`);
  return parts.join(to);
}

/** Throws when a change does not fit the present source text of its file. */
export async function checkPatches(patches: readonly SourcePatch[]): Promise<void> {
  for (const patch of patches) applyPatch(await readFile(inProject(patch.file), 'utf8'), patch);
}

/** Returns a plugin of Vite that applies the changes to the files that Vite loads. */
export function patchPlugin(patches: readonly SourcePatch[]): Plugin {
  return {
    name: 'planted-bug',
    enforce: 'pre',
    transform(code, id) {
      const own = patches.filter(({ file }) => inProject(file) === id);
      return own.length === 0 ? null : { code: own.reduce(applyPatch, code), map: null };
    },
  };
}
