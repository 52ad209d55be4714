// Bundles the simulation and the product with changes of the source text, so that a run contains a known bug.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { runSeed } from '../run.ts';
import { inProject, patchPlugin, type SourcePatch } from './source-patch.ts';

export type RunSeed = typeof runSeed;

const runs = new Map<string, Promise<RunSeed>>();

/** Returns the function `runSeed` of a product with these changes. Without changes it is the function of this program. */
export function runSeedWith(patches: readonly SourcePatch[]): Promise<RunSeed> {
  if (patches.length === 0) return Promise.resolve(runSeed);
  const key = JSON.stringify(patches);
  const known = runs.get(key) ?? bundle(patches, runs.size);
  runs.set(key, known);
  return known;
}

// Node finds the packages of the bundle because the file is in a folder of the project. The file is deleted after the import.
async function bundle(patches: readonly SourcePatch[], index: number): Promise<RunSeed> {
  const result = await build({
    configFile: false,
    root: inProject('.'),
    logLevel: 'error',
    plugins: [patchPlugin(patches)],
    build: { ssr: 'tests/simulation/run.ts', write: false, minify: false, target: 'node20' },
  });
  const [chunk] = 'output' in result ? result.output : [];
  if (chunk === undefined) throw new Error('Vite returned no bundle of the simulation.');
  const folder = inProject('node_modules/.cache/planted');
  const path = join(folder, `run-${process.pid}-${index}.mjs`);
  await mkdir(folder, { recursive: true });
  await writeFile(path, chunk.code);
  try {
    const loaded = (await import(/* @vite-ignore */ pathToFileURL(path).href)) as { readonly runSeed: RunSeed }; // The entry of the bundle exports `runSeed`.
    return loaded.runSeed;
  } finally {
    await rm(path, { force: true });
  }
}
