// Tests that the built-in objects of a started server and of a started signer cannot be changed.
import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runSandbox } from '@rondo/sandbox';
import { startTestDatabase, testMasterKey } from '@rondo/testkit/database';
import { pollute, pollutionProbe } from '@rondo/testkit/pollution';
import { expect, onTestFinished, test } from 'vitest';
import { findProjectRoot } from '../../src/project-root.ts';
import { signerLimits } from '../../src/signer/signer-limits.ts';
import { writeSandboxStatus } from '../../src/venues/sandbox/sandbox-status.ts';

/** Starts a program of the server from its source, with the probe. */
function startProgram(name: string, environment: Readonly<Record<string, string>>): ChildProcess {
  const root = findProjectRoot();
  const program = path.join(root, 'apps', 'server', 'src', name);
  const child = spawn(process.execPath, ['--import', 'tsx', '--import', pollutionProbe, program], {
    cwd: root,
    env: { PATH: process.env['PATH'] ?? '', ...environment },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

test('a started server changes no built-in object, and its objects can have own properties with inherited names', async () => {
  const database = await startTestDatabase();
  onTestFinished(() => database.stop());
  const sandbox = await runSandbox({ seed: 1, speed: 0, accounts: [{ label: 'member' }, { label: 'operator' }] });
  onTestFinished(() => sandbox.close());
  const home = mkdtempSync(path.join(tmpdir(), 'rondo-frozen-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const place = { pid: process.pid, speed: 0, replayFile: null };
  writeSandboxStatus(home, { ...sandbox, ...place, accounts: [...sandbox.accounts] });
  const server = startProgram('main.ts', {
    PORT: String(await freePort()),
    RONDO_HOME: path.join(home, 'data'),
    DATABASE_URL: await database.createUrl(),
    RONDO_MASTER_KEY: Buffer.from(testMasterKey).toString('hex'),
    RONDO_SANDBOX_STATUS: path.join(home, 'server.json'),
    RONDO_DEMO: 'none',
  });
  let output = '';
  await new Promise<void>((resolve, reject) => {
    server.stdout?.on('data', (text) => {
      output += String(text);
      if (output.includes('Rondo is ready')) resolve();
    });
    server.once('exit', () => reject(new Error(`The server ended:\n${output}`)));
  });
  expect(await pollute(server)).toEqual({ changed: [], failed: [] });
});

test('a started signer changes no built-in object', async () => {
  const signer = startProgram('signer-main.ts', {});
  const value = randomBytes(32).toString('hex');
  const key = { kind: 'master', value, file: '/none', forbiddenFolders: [] };
  const begun = once(signer, 'message');
  const openings = { accountsAtOnce: 1, countsMs: signerLimits.countsMs };
  signer.send({ kind: 'begin', id: 0, key, mayCreate: false, openings, signs: 'everything' });
  expect((await begun)[0]).toMatchObject({ kind: 'begun', hasKey: true });
  expect(await pollute(signer)).toEqual({ changed: [], failed: [] });
});

test('the library of passkeys is loaded after the built-in objects were frozen', async () => {
  const source = (name: string): string => path.join(findProjectRoot(), name);
  const script = `import '${source('apps/server/src/factors/webauthn.ts')}';
    import { freezeIntrinsics } from '${source('packages/store/src/process/index.ts')}';
    freezeIntrinsics();
    const { generateChallenge } = await import('@simplewebauthn/server/helpers');
    const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
    process.send([typeof verifyAuthenticationResponse, (await generateChallenge()).length]);`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
    cwd: source('apps/server'),
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [loaded] = await once(child, 'message');
  expect(loaded).toEqual(['function', 32]);
});

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
