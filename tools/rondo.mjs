// `npm run rondo -- <command>` runs the `rondo` command from its source files in this process. It writes nothing to stdout except the output of the command.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureInstalled, requireNode, root } from './install.mjs';

requireNode();
await ensureInstalled({ quiet: true });

const { register } = await import('tsx/esm/api');
register();
await import(pathToFileURL(path.join(root, 'apps', 'cli', 'src', 'main.ts')).href);
