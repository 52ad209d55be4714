// Bundles the server and the process of the sandbox into dist/server. With `--command`, bundles only the `rondo` command, for the image.
import path from 'node:path';
import { build } from 'esbuild';
import { bundleOptions } from './bundle-options.mjs';
import { root } from './install.mjs';

const server = {
  main: 'apps/server/src/main.ts',
  sandbox: 'apps/server/src/sandbox-main.ts',
  signer: 'apps/server/src/signer-main.ts',
};
const command = { rondo: 'apps/cli/src/main.ts' };

await build({
  ...bundleOptions(path.join(root, 'dist', 'server')),
  entryPoints: process.argv.includes('--command') ? command : server,
});
