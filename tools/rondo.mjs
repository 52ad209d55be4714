// `npm run rondo -- <command>`: runs the `rondo` command from its sources. Adds nothing to its output.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { become, ensureInstalled, requireNode, root } from './install.mjs';

requireNode();
await ensureInstalled({ quiet: true });

const loader = pathToFileURL(path.join(root, 'node_modules', 'tsx', 'dist', 'loader.mjs')).href;
const entry = path.join(root, 'apps', 'cli', 'src', 'main.ts');
become(process.execPath, ['--import', loader, entry, ...process.argv.slice(2)], { cwd: root });
