// Tests that `npm start` gives the programs that install and build no setting of Rondo and no other secret.
import { execFile } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';

const tools = fileURLToPath(new URL('..', import.meta.url));
const canary = 'canary-5f1c';
const secrets = {
  RONDO_MASTER_KEY: canary,
  RONDO_OKX_CLIENT_SECRET: canary,
  DATABASE_URL: canary,
  PGPASSWORD: canary,
  NATS_URL: canary,
  CLOUD_TOKEN: canary,
  NODE_OPTIONS: `--title=${canary}`,
};

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'rondo-start-'));
});
afterEach(() => rmSync(root, { recursive: true }));

function write(file: string, text: string): void {
  const full = path.join(root, file);
  mkdirSync(path.dirname(full), { recursive: true });
  writeFileSync(full, text);
}

/** Returns a program that writes its environment into a file. */
function recorder(name: string): string {
  return `const { writeFileSync } = require('node:fs');
writeFileSync(${JSON.stringify(path.join(root, `${name}.json`))}, JSON.stringify(process.env));
`;
}

/** Writes a clone whose packages are not installed, with programs that record their environments in the place of npm, vite and the bundler. */
function writeClone(): void {
  for (const file of ['start.mjs', 'install.mjs', 'start/build-environment.mjs', 'deploy/server-options.mjs'])
    cpSync(path.join(tools, file), path.join(root, 'tools', file), { recursive: true });
  for (const folder of ['packages', 'apps/web', 'apps/server']) mkdirSync(path.join(root, folder), { recursive: true });
  for (const file of ['bundle-options.mjs', 'database-driver.mjs']) write(`tools/${file}`, '');
  write('package-lock.json', '{ "packages": { "node_modules/missing": { "version": "1.0.0" } } }');
  write(
    'tools/bundle.mjs',
    `import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);\n${recorder('bundler')}`,
  );
  write('node_modules/vite/package.json', '{ "bin": "vite.cjs" }');
  write('node_modules/vite/vite.cjs', recorder('vite'));
  write('programs/npm', `#!${process.execPath}\n${recorder('npm')}`);
  chmodSync(path.join(root, 'programs', 'npm'), 0o755);
}

test.skipIf(process.platform === 'win32')(
  'the programs that install and build get the path and the settings of npm, and no secret',
  async () => {
    writeClone();
    const env = {
      PATH: `${path.join(root, 'programs')}${path.delimiter}${process.env['PATH'] ?? ''}`,
      HOME: root,
      npm_config_registry: 'https://registry.test/',
      HTTPS_PROXY: 'http://proxy.test',
      ...secrets,
    };
    await promisify(execFile)(process.execPath, [path.join(root, 'tools', 'start.mjs'), '--build-only'], { env });
    for (const program of ['npm', 'vite', 'bundler']) {
      const text = readFileSync(path.join(root, `${program}.json`), 'utf8');
      expect([program, text.includes(canary)]).toEqual([program, false]);
      expect(JSON.parse(text)).toMatchObject({
        PATH: env.PATH,
        HOME: root,
        npm_config_registry: 'https://registry.test/',
        HTTPS_PROXY: 'http://proxy.test',
      });
    }
  },
);
