// Build configuration of the web app (output in dist/web), and the proxy of the development server for API calls.
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const apiOrigin = 'http://127.0.0.1:3000';
const folder = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

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

export default defineConfig({
  root: folder('.'),
  plugins: [react(), withoutUnused()],
  build: {
    outDir: folder('../../dist/web'),
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    port: 5173,
    proxy: {
      '/api': { target: apiOrigin },
      '/ws': { target: apiOrigin.replace('http', 'ws'), ws: true },
    },
  },
});
