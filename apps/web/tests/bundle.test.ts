// Tests that the development build contains the folder src/workbench. `npm run weights` builds the production build, and checks that it does
// not contain this folder.
import { build } from 'vite';
import { afterEach, expect, test, vi } from 'vitest';

const configFile = new URL('../vite.config.ts', import.meta.url).pathname;

afterEach(() => {
  vi.unstubAllEnvs();
});

test('the development build contains modules of the folder src/workbench', async () => {
  vi.stubEnv('NODE_ENV', 'development');
  const built = await build({ configFile, mode: 'development', logLevel: 'silent', build: { write: false } });
  const outputs = (Array.isArray(built) ? built : [built]).flatMap((each) => ('output' in each ? each.output : []));
  const modules = outputs.flatMap((each) => (each.type === 'chunk' ? Object.keys(each.modules) : []));
  expect(modules.length).toBeGreaterThan(200);
  expect(modules.filter((module) => module.includes('/src/workbench/')).length).toBeGreaterThan(5);
});
