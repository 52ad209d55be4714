// Tests that the steps of the Dockerfile produce a program that starts with a separate database and serves the page and its command.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { databaseUser, startEmbedded, type EmbeddedServer } from '@rondo/store';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildIdOf } from '../../apps/server/src/program-version.ts';
import { serverOptions } from '../../tools/deploy/server-options.mjs';
import { buildImage } from './image-steps.ts';

/** The steps install all packages and build the web app, which takes minutes on a busy machine. */
const buildMs = 10 * 60_000;
const port = 39_517;
const origin = `http://127.0.0.1:${port}`;
const commit = '0123456789abcdef0123456789abcdef01234567';
const folder = mkdtempSync(path.join(tmpdir(), 'rondo-image-'));
let image: string;
let database: EmbeddedServer;
let child: ChildProcess;

beforeAll(async () => {
  image = buildImage(process.cwd(), path.join(folder, 'stages'), { COMMIT: commit });
  database = await startEmbedded({ dataFolder: path.join(folder, 'database'), log: { write: () => undefined } });
  child = spawn(process.execPath, [...serverOptions, 'dist/server/main.js'], {
    cwd: image,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      RONDO_HOME: path.join(folder, 'home'),
      RONDO_DEMO: 'none',
      DATABASE_URL: `postgres:///postgres?host=${database.socketFolder}&port=${database.port}&user=${databaseUser}`,
    },
  });
}, buildMs);

afterAll(async () => {
  if (child.exitCode === null) {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
  await database.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('the program of the image becomes ready and serves the page', async () => {
  const statusOf = async (address: string): Promise<number> =>
    fetch(`${origin}${address}`).then(
      ({ status }) => status,
      () => 0,
    );
  await expect.poll(() => statusOf('/api/health/ready'), { timeout: 60_000, interval: 200 }).toBe(200);
  expect(await (await fetch(`${origin}/`)).text()).toContain('<div id="root"');
});

test('the image contains the command, the bill of materials, and no tools', () => {
  const help = execFileSync(process.execPath, ['dist/server/rondo.js', '--help'], { cwd: image, encoding: 'utf8' });
  expect(help).toContain('operator');
  expect(existsSync(path.join(image, 'sbom.cdx.json'))).toBe(true);
  expect(readdirSync(path.join(image, 'node_modules'))).not.toContain('vite');
});

test('the program of the image shows the commit of the build argument as its build', () => {
  expect(buildIdOf(image)).toBe('01234567');
});
