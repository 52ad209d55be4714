// How the web app is built into dist/web, and where the development server sends API calls.
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const apiOrigin = 'http://127.0.0.1:3000';
const folder = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: folder('.'),
  plugins: [react()],
  build: {
    outDir: folder('../../dist/web'),
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: false,
    assetsInlineLimit: 0,
  },
  server: {
    port: 5173,
    proxy: {
      '/api': { target: apiOrigin },
      '/ws': { target: apiOrigin.replace('http', 'ws'), ws: true },
    },
  },
});
