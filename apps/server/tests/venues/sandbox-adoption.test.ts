// A starting server finds the running sandbox of the previous server, also when that sandbox responds slowly.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { lockFolder } from '@rondo/store/process';
import { expect, test } from 'vitest';
import { serverLimits } from '../../src/limits.ts';
import { openSandbox } from '../../src/venues/sandbox/sandbox-process.ts';
import { writeSandboxStatus } from '../../src/venues/sandbox/sandbox-status.ts';

/** Responds to each call half a second later than a start waits for a new sandbox. */
const script = `
import { createServer } from 'node:http';
const server = createServer((request, response) => setTimeout(() => response.end('{}'), ${serverLimits.sandboxCallMs + 500}));
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
`;

test('the error of a start without a usable sandbox names the process that holds the folder, and RONDO_HOME for another folder', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'rondo-adoption-'));
  mkdirSync(path.join(folder, 'state'));
  const lock = await lockFolder(path.join(folder, 'state'), 'lock');
  const log = { write: () => undefined };
  const opening = openSandbox({ folder, seed: 1, speed: 1, replayFile: null, log });
  await expect(opening).rejects.toThrow(new RegExp(`in use by process ${process.pid}.*another RONDO_HOME`));
  await lock.release();
  rmSync(folder, { recursive: true });
});

test('a slow running sandbox is adopted and no second one is started', async () => {
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
  const sandbox = await openSandbox({ folder, seed: 1, speed: 1, replayFile: null, log });
  expect(sandbox.status.pid).toBe(child.pid);
  await sandbox.stop();
  rmSync(folder, { recursive: true });
});
