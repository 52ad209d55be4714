// Tests that the production build contains no module of the workbench and that the development build contains them.
import { build } from 'vite';
import { afterEach, expect, test, vi } from 'vitest';

const configFile = new URL('../vite.config.ts', import.meta.url).pathname;

afterEach(() => {
  vi.unstubAllEnvs();
});

/** Returns the modules of the workbench in the chunks of a build for an environment. */
async function workbenchModules(environment: 'production' | 'development'): Promise<readonly string[]> {
  vi.stubEnv('NODE_ENV', environment);
  const built = await build({ configFile, mode: environment, logLevel: 'silent', build: { write: false } });
  const outputs = (Array.isArray(built) ? built : [built]).flatMap((each) => ('output' in each ? each.output : []));
  const modules = outputs.flatMap((each) => (each.type === 'chunk' ? Object.keys(each.modules) : []));
  expect(modules.length).toBeGreaterThan(200);
  return modules.filter((module) => module.includes('/src/workbench/'));
}

test('the production build contains no module of the workbench', async () => {
  expect(await workbenchModules('production')).toEqual([]);
});

test('the development build contains modules of the workbench, which proves that the test of the production build can fail', async () => {
  expect((await workbenchModules('development')).length).toBeGreaterThan(5);
});
