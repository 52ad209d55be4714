// Bundles the processes of the bench like `npm start` bundles the server, so that the bench measures the program that people run.
import path from 'node:path';
import { build } from 'esbuild';
import { bundleOptions } from '../../tools/bundle-options.mjs';

const folder = path.resolve(import.meta.dirname, '../../dist/bench');

/** Writes the bundles of the processes of the bench. */
export async function bundleProcesses(): Promise<void> {
  await build({
    ...bundleOptions(folder),
    entryPoints: {
      server: 'bench/engine/server.ts',
      exchange: 'bench/engine/exchange.ts',
      signer: 'apps/server/src/signer-main.ts',
    },
  });
}

/** Returns the bundle of a process. */
export function bundleOf(name: string): string {
  return path.join(folder, `${name}.js`);
}
