// `npm run film` makes the how-to film from the product, and `npm run film -- pictures` makes the pictures of the guide. It needs Chromium and ffmpeg, and installs their Debian packages when it can. This file uses only modules of Node.
import path from 'node:path';
import { ensureChromium } from './programs/chromium.mjs';
import { ensureFfmpeg } from './programs/ffmpeg.mjs';
import { become, binOf, ensureInstalled, requireNode, root } from './install.mjs';

requireNode();
await ensureInstalled();
for (const ensure of [ensureChromium, ensureFfmpeg]) {
  const missing = await ensure();
  if (missing === null) continue;
  process.stderr.write(`${missing}\n`);
  process.exit(1);
}
become(process.execPath, [binOf('tsx'), path.join('tests', 'film', 'main.ts'), ...process.argv.slice(2)], {
  cwd: root,
});
