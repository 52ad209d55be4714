// Tests that two builds of a release are equal, that the command checks the signed files, and that the program of the archive starts.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { databaseUser, startEmbedded } from '@rondo/store';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildIdOf } from '../../apps/server/src/program-version.ts';

/** A build installs all packages and builds the web app, which takes minutes on a busy machine. */
const buildMs = 15 * 60_000;
const port = 39_518;
const folder = mkdtempSync(path.join(tmpdir(), 'rondo-release-test-'));
const privateKey = path.join(folder, 'release.key');
const publicKey = path.join(folder, 'release.pub');
const tool = path.resolve('tools/release/main.ts');

function runTool(...args: readonly string[]): string {
  return execFileSync(process.execPath, ['--import', 'tsx', tool, ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

function build(name: string): string {
  const out = path.join(folder, name);
  // The machine of the nightly run may have no connection. `tools/release/registry-checks.test.ts` tests the checks of the registry.
  runTool('--out', out, '--key', privateKey, '--offline');
  return out;
}

let first: string;
beforeAll(() => {
  writeFileSync(publicKey, runTool('--new-key', privateKey));
  first = build('first');
}, buildMs);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('two builds of one commit in two folders are equal in every byte', { timeout: buildMs }, () => {
  const second = build('second');
  const names = readdirSync(first);
  expect(names.toSorted()).toEqual(readdirSync(second).toSorted());
  expect(names.length).toBe(5);
  for (const name of names)
    expect([name, readFileSync(path.join(first, name)).equals(readFileSync(path.join(second, name)))]).toEqual([
      name,
      true,
    ]);
});

test(
  'the program of the archive checks its own release, and serves people with a separate database',
  { timeout: 120_000 },
  async () => {
    const [archive = ''] = readdirSync(first).filter((name) => name.endsWith('.tar.gz'));
    execFileSync('tar', ['-xzf', path.join(first, archive), '-C', folder]);
    const program = path.join(folder, archive.replace('.tar.gz', ''));
    const { commit } = JSON.parse(readFileSync(path.join(first, 'provenance.json'), 'utf8')) as { commit: string };
    expect(buildIdOf(program)).toBe(commit.slice(0, 8));
    const args = ['dist/server/rondo.js', 'release', 'verify', '--from', first, '--key', publicKey];
    expect(execFileSync(process.execPath, args, { cwd: program, encoding: 'utf8' })).toContain(
      'The signature is correct.',
    );
    const database = await startEmbedded({
      dataFolder: path.join(folder, 'database'),
      log: { write: () => undefined },
    });
    const server = spawn(process.execPath, ['dist/server/main.js'], {
      cwd: program,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        PATH: process.env['PATH'],
        PORT: String(port),
        RONDO_HOME: path.join(folder, 'home'),
        RONDO_DEMO: 'none',
        DATABASE_URL: `postgres:///postgres?host=${database.socketFolder}&port=${database.port}&user=${databaseUser}`,
      },
    });
    try {
      const statusOf = (): Promise<number> =>
        fetch(`http://127.0.0.1:${port}/api/health/ready`).then(
          ({ status }) => status,
          () => 0,
        );
      await expect.poll(statusOf, { timeout: 60_000, interval: 200 }).toBe(200);
    } finally {
      server.kill('SIGTERM');
      if (server.exitCode === null) await once(server, 'exit');
      await database.stop();
    }
  },
);

test(
  'a release asks the registry before it builds, and with --offline it says that nothing was checked',
  { timeout: buildMs },
  () => {
    const programs = mkdtempSync(path.join(folder, 'programs-'));
    const asked = path.join(programs, 'asked');
    // This npm installs nothing, so the build that follows fails. The registry of the project is not asked.
    const script = `#!/bin/sh\necho "$*" >> '${asked}'\n[ "$1" = audit ] && echo '{"error":{"code":"ENOTFOUND"}}' && exit 1\nexit 0\n`;
    writeFileSync(path.join(programs, 'npm'), script, { mode: 0o755 });
    const env = { ...process.env, PATH: `${programs}:${process.env['PATH'] ?? ''}` };
    const release = (...options: readonly string[]) => {
      const args = ['--import', 'tsx', tool, '--out', path.join(folder, 'unbuilt'), ...options];
      const { stderr, status } = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
      return { stderr, status };
    };
    const online = release();
    expect([online.status, online.stderr]).toEqual([1, expect.stringContaining('type --offline to build without')]);
    expect(online.stderr).not.toContain('--build-only');
    const offline = release('--offline');
    expect([offline.status, offline.stderr]).toEqual([1, expect.stringContaining('NOT CHECKED, because of --offline')]);
    expect(offline.stderr).toContain('--build-only');
    const questions = readFileSync(asked, 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('audit'));
    expect(questions).toEqual(['audit signatures --omit=dev --json']);
  },
);
