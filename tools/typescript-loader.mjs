// Loads TypeScript files for a long run: `node --import ./tools/typescript-loader.mjs FILE.ts`. The loader of `tsx` also sets the name of
// each function when the function is created, which costs processor time in a long run. This loader only removes the types.
import { readFile } from 'node:fs/promises';
import { register } from 'node:module';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';
import { transform } from 'esbuild';

// Node calls `load` in a thread of its own, which reads this file again.
if (isMainThread) {
  process.setSourceMapsEnabled(true);
  register(import.meta.url);
}

/** The hook of Node that returns the source text of a module. */
export async function load(url, context, nextLoad) {
  if (!url.startsWith('file:') || !url.endsWith('.ts')) return nextLoad(url, context);
  const sourcefile = fileURLToPath(url);
  const { code } = await transform(await readFile(sourcefile, 'utf8'), {
    loader: 'ts',
    format: 'esm',
    target: 'node20',
    sourcemap: 'inline',
    sourcefile,
  });
  return { format: 'module', source: code, shortCircuit: true };
}
