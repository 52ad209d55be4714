// Tests that a starting server finds the running sandbox of the previous server, even when the sandbox responds slowly.
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { lockFolder } from '@rondo/store/process';
import { expect, test } from 'vitest';
import { serverLimits } from '../../src/limits.ts';
import { isSandboxReachable, openSandbox } from '../../src/venues/sandbox/sandbox-process.ts';
import { writeSandboxStatus } from '../../src/venues/sandbox/sandbox-status.ts';

/** A program that responds to each call half a second after the time limit of a call to the sandbox. */
const script = `
import { createServer } from 'node:http';
const server = createServer((request, response) => setTimeout(() => response.end('{}'), ${serverLimits.sandboxCallMs + 500}));
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
`;

test('when another process has locked the folder of the sandbox, the start fails with an error that names the process and the setting RONDO_HOME', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'rondo-adoption-'));
  mkdirSync(path.join(folder, 'state'));
  const lock = await lockFolder(path.join(folder, 'state'), 'lock');
  const log = { write: () => undefined };
  const opening = openSandbox({ folder, seed: 1, speed: 1, replayFile: null, environment: {}, log });
  await expect(opening).rejects.toThrow(new RegExp(`in use by process ${process.pid}.*another RONDO_HOME`));
  await lock.release();
  rmSync(folder, { recursive: true });
});

test('when a running sandbox responds slowly, the server adopts this sandbox and does not start a second sandbox', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'rondo-adoption-'));
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = Number(
    await new Promise<string>((resolve) => child.stdout.once('data', (text) => resolve(String(text)))),
  );
  const rest = `http://127.0.0.1:${port}`;
  const status = { pid: child.pid ?? 0, port, rest, ws: rest, speed: 1, replayFile: null, accounts: [] };
  writeSandboxStatus(folder, status);
  const log = { write: () => undefined };
  const sandbox = await openSandbox({ folder, seed: 1, speed: 1, replayFile: null, environment: {}, log });
  expect(sandbox.status.pid).toBe(child.pid);
  await sandbox.stop();
  rmSync(folder, { recursive: true });
});

test.skipIf(!existsSync('/proc/self/environ'))(
  'the process of the sandbox gets only the given environment, so it has no secret of the server',
  async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'rondo-adoption-'));
    const environment = { PATH: process.env['PATH'] ?? '', LANG: 'C' };
    const log = { write: () => undefined };
    const sandbox = await openSandbox({ folder, seed: 1, speed: 0, replayFile: null, environment, log });
    const given = readFileSync(`/proc/${sandbox.status.pid}/environ`, 'utf8')
      .split('\0')
      .filter((each) => each !== '');
    await sandbox.stop();
    rmSync(folder, { recursive: true });
    expect(given.toSorted()).toEqual(
      Object.entries(environment)
        .map(([name, value]) => `${name}=${value}`)
        .toSorted(),
    );
  },
);

test.each([
  ['accepts the call', 200, true],
  ['refuses the call because this machine has sent too many', 429, true],
  ['fails', 500, false],
])('when the sandbox %s, its status %i means that it is reachable: %s', async (_case, status, isReachable) => {
  const server = createServer((_request, response) => response.writeHead(status).end('{}'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  expect(await isSandboxReachable(`http://127.0.0.1:${port}`)).toBe(isReachable);
  await new Promise((resolve) => server.close(resolve));
});
