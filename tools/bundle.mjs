// Bundles the server and the process of the sandbox into dist/server.
import path from 'node:path';
import { build } from 'esbuild';
import { bundleOptions } from './bundle-options.mjs';
import { root } from './install.mjs';

await build({
  ...bundleOptions(path.join(root, 'dist', 'server')),
  entryPoints: { main: 'apps/server/src/main.ts', sandbox: 'apps/server/src/sandbox-main.ts' },
});
