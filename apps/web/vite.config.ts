// Build configuration of the web app (output in dist/web, with a brotli and a gzip file beside each large text file), and the proxy of the development server for API calls.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { chunkGroups } from './chunk-groups.ts';
import { withFonts } from './fonts/fonts-plugin.ts';
import { withFirstFrame } from './first-frame-plugin.ts';
import { withGuide } from './guide-plugin.ts';
import { withPreloads } from './preloads-plugin.ts';

const apiOrigin = 'http://127.0.0.1:3000';
const folder = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

const unusedFile = /zod\/v4\/(core\/(to-json-schema|json-schema-processors)|locales\/en)\.js$/;

/** Replaces files of zod that the browser does not use (JSON Schema, English messages) by empty functions with the names of the original functions, so that the bundle is smaller. */
const withoutUnused = (): Plugin => ({
  name: 'without-unused',
  transform: (code, id) => {
    if (!unusedFile.test(id)) return null;
    const names = [...code.matchAll(/^export (?:function|const|class) (\w+)/gm)].map((match) => match[1]);
    if (code.includes('export default')) names.push('default');
    return `const none = () => undefined; export { ${names.map((name) => `none as ${name}`).join(', ')} };`;
  },
});

/**
 * Switches off the compiled parsers of zod. zod tests with a call of `Function` whether it may compile, and the content security policy of the server refuses and
 * reports this call.
 */
const withoutCompiledParsers = (): Plugin => ({
  name: 'without-compiled-parsers',
  transform: (code, id) => (id.endsWith('/zod/v4/core/core.js') ? `${code}\nglobalConfig.jitless = true;` : null),
});

const routeFile = /\/packages\/contract\/src\/.*routes\.ts$/;

/** Leaves out the summaries of the routes. They are texts of the document of the API, and the page does not use them. */
const withoutSummaries = (): Plugin => ({
  name: 'without-summaries',
  enforce: 'pre',
  apply: 'build',
  transform: (code, id) =>
    routeFile.test(id) ? code.replaceAll(/^ {4}summary:\s+(['"])(?:(?!\1).)+\1,$/gmu, '') : null,
});

/** Returns the files that a page loads together with a later part. A part without further files needs no preload, because its import is the request. */
const preloadsOf = (file: string, files: string[]): string[] => {
  const further = files.filter((each) => !each.includes('rolldown-runtime'));
  return further.every((each) => each === file) ? [] : further;
};

const outFolder = folder('../../dist/web');
const textFile = /\.(js|css|svg|json|webmanifest)$/;

/** Writes `<file>.br` and `<file>.gz` beside each text file of the build. The server sends them to browsers that accept them. */
const withCompressedFiles = (): Plugin => ({
  name: 'with-compressed-files',
  apply: 'build',
  writeBundle: async () => {
    const files = await readdir(outFolder, { recursive: true });
    const texts = files.filter((file) => textFile.test(file)).map((file) => path.join(outFolder, file));
    await Promise.all(texts.map(compressFile));
  },
});

async function compressFile(file: string): Promise<void> {
  const content = await readFile(file);
  const [br, gz] = await Promise.all([promisify(brotliCompress)(content), promisify(gzip)(content)]);
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
}

export default defineConfig({
  root: folder('.'),
  plugins: [
    react(),
    withFonts(),
    withoutUnused(),
    withoutCompiledParsers(),
    withoutSummaries(),
    withGuide(),
    withPreloads(),
    withFirstFrame(),
    withCompressedFiles(),
  ],
  resolve: { alias: { 'react-style-singleton': folder('src/ui/overlays/style-singleton.ts') } },
  build: {
    outDir: outFolder,
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false, resolveDependencies: preloadsOf },
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups() } } },
  },
  server: {
    port: 5173,
    proxy: {
      '/api': { target: apiOrigin },
      '/ws': { target: apiOrigin.replace('http', 'ws'), ws: true },
    },
  },
});
