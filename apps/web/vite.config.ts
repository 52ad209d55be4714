// How the web app is built into dist/web, and where the development server sends API calls.
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const apiOrigin = 'http://127.0.0.1:3000';
const folder = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const unusedFile = /zod\/v4\/(core\/(to-json-schema|json-schema-processors)|locales\/en)\.js$/;

/** The browser never turns a schema into JSON Schema and shows no sentence of zod: these parts keep their names in the bundle and lose their weight. */
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
