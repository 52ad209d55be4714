// The files of a build that a module needs: its script with all static imports, and their style sheets. The style sheets of the fonts of one language.
import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'vite';
import type { Language } from './src/i18n/language.ts';

/** Files of the build, such as `assets/guest-1a2b.js`. */
export interface NeededFiles {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

const source = fileURLToPath(new URL('./src/', import.meta.url));

/** Returns a function that finds the files of modules of `src` without the scripts that the page of the build names itself. */
export function createFileFinder(bundle: Rolldown.OutputBundle): (modules: readonly string[]) => NeededFiles {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
  const known = new Set(chunks.filter(({ isEntry }) => isEntry).flatMap((entry) => [entry.fileName, ...entry.imports]));
  const chunkOf = (module: string): Rolldown.OutputChunk => {
    const found = chunks.find(({ modules }) => modules[`${source}${module}`] !== undefined);
    if (found === undefined) throw new Error(`The build has no module ${module}.`);
    return found;
  };
  const withImports = (chunk: Rolldown.OutputChunk, seen = new Set<Rolldown.OutputChunk>()): typeof seen => {
    if (seen.has(chunk) || known.has(chunk.fileName)) return seen;
    seen.add(chunk);
    for (const each of chunks.filter(({ fileName }) => chunk.imports.includes(fileName))) withImports(each, seen);
    return seen;
  };
  return (modules) => {
    const needed = [...new Set(modules.flatMap((module) => [...withImports(chunkOf(module))]))];
    const styles = needed.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]);
    return { scripts: needed.map(({ fileName }) => fileName), styles: [...new Set(styles)] };
  };
}

/** The style sheets of `fonts/fonts-plugin.ts` that only pages in one language have. `i18n/fonts.ts` loads the same sheets. */
const fontSheets: Readonly<Partial<Record<Language, RegExp>>> = {
  ko: /^assets\/korean-[^/]+\.css$/,
  ru: /^assets\/cyrillic-[^/]+\.css$/,
};

/** Returns the style sheets of the fonts that a page in this language has besides the sheets of its modules. Throws when the build has no such file. */
export function fontSheetsOf(files: readonly string[], language: Language): readonly string[] {
  const sheet = fontSheets[language];
  if (sheet === undefined) return [];
  const found = files.filter((file) => sheet.test(file));
  if (found.length === 0) throw new Error(`The build has no style sheet of the fonts of the language ${language}.`);
  return found;
}
