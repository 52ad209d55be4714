// Tests of the embedded server: it is created once, used again after the program was killed, locked against a second start, and restarted after a crash.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { givenKey, openStore, startEmbedded, StartError } from '@rondo/store';
import { silentLog, testMasterKey } from '@rondo/testkit/database';
import { createUser } from '@rondo/testkit/database';

let folder: string;
const cleanups: (() => Promise<void>)[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rondo-test-'));
  await chmod(folder, 0o755);
});
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
  // A killed program can leave its server running. `startEmbedded` then uses the running server, and `stop` ends the server.
  const home = join(folder, 'home');
  if (existsSync(home)) await (await startEmbedded({ dataFolder: home, log: silentLog })).stop();
  await rm(folder, { recursive: true, force: true });
});

interface Opener {
  readonly pid: number;
  say(line: string): void;
  nextLine(): Promise<string>;
  /** Resolves when the process has ended. */
  kill(): Promise<void>;
}

function runOpener(home: string): Opener {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', fileURLToPath(new URL('./_opener.ts', import.meta.url)), home],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await gone;
  };
  cleanups.push(kill);
  return {
    pid: child.pid ?? 0,
    say: (line) => void child.stdin.write(`${line}\n`),
    nextLine: async () => String((await lines.next()).value),
    kill,
  };
}

test('after the program was killed, the next start adopts the running server, and every row is present', async () => {
  const home = join(folder, 'home');
  const first = runOpener(home);
  const created = await first.nextLine();
  expect(created).toMatch(/^open created \d+$/);
  first.say('write kept@rondo.test');
  expect(await first.nextLine()).toBe('written kept@rondo.test');
  await first.kill();
  const second = runOpener(home);
  expect(await second.nextLine()).toBe(created.replace('created', 'adopted'));
  await second.kill();
  const store = await openStore({
    dataFolder: home,
    masterKey: givenKey(testMasterKey, 'the test key'),
    log: silentLog,
  });
  cleanups.push(() => store.close());
  expect(await store.users.findByEmail('kept@rondo.test')).not.toBeNull();
});

test('after a program and its server were killed, the next start recovers every row', async () => {
  const home = join(folder, 'home');
  const first = runOpener(home);
  const serverPid = Number((await first.nextLine()).split(' ').at(-1));
  first.say('write kept@rondo.test');
  await first.nextLine();
  process.kill(serverPid, 'SIGKILL');
  await first.kill();
  const second = runOpener(home);
  expect(await second.nextLine()).toMatch(/^open started \d+$/);
  await second.kill();
  const store = await openStore({
    dataFolder: home,
    masterKey: givenKey(testMasterKey, 'the test key'),
    log: silentLog,
  });
  cleanups.push(() => store.close());
  expect(await store.users.findByEmail('kept@rondo.test')).not.toBeNull();
});

test('a second start on a folder is refused with a message that names the folder and the running process', async () => {
  const home = join(folder, 'home');
  const first = runOpener(home);
  expect(await first.nextLine()).toMatch(/^open/);
  const refusal = openStore({
    dataFolder: home,
    masterKey: givenKey(testMasterKey, 'the test key'),
    log: silentLog,
  });
  await expect(refusal).rejects.toThrow(`${home} is in use by process ${first.pid}`);
  await expect(refusal).rejects.toMatchObject({ kind: 'locked' });
  first.say('write still@rondo.test');
  expect(await first.nextLine()).toBe('written still@rondo.test');
});

test('when eight starts happen at the same time, exactly one start gets the folder', async () => {
  const home = join(folder, 'home');
  const starts = await Promise.allSettled(
    Array.from({ length: 8 }, () => startEmbedded({ dataFolder: home, log: silentLog })),
  );
  const winners = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
  const kinds = starts.flatMap((start) =>
    start.status === 'rejected' ? [start.reason instanceof StartError ? start.reason.kind : String(start.reason)] : [],
  );
  for (const winner of winners) await winner.stop();
  expect(winners).toHaveLength(1);
  expect(new Set(kinds)).toEqual(new Set(['locked']));
});

test('a tool can open a second store on the running server, and closing the second store does not stop the server', async () => {
  const home = join(folder, 'home');
  const owner = await openStore({
    dataFolder: home,
    masterKey: givenKey(testMasterKey, 'the test key'),
    log: silentLog,
  });
  cleanups.push(() => owner.close());
  const guest = await openStore({
    dataFolder: home,
    masterKey: givenKey(testMasterKey, 'the test key'),
    log: silentLog,
    isGuest: true,
  });
  await createUser(guest, 'guest@rondo.test');
  await guest.close();
  expect(await owner.users.findByEmail('guest@rondo.test')).not.toBeNull();
  expect(await owner.ready()).toBe(true);
});

test('a server that is killed while the store is open is restarted, and the store is ready again', async () => {
  const home = join(folder, 'home');
  const lines: string[] = [];
  const log = { write: (_level: string, name: string): void => void lines.push(name) };
  const store = await openStore({ dataFolder: home, masterKey: givenKey(testMasterKey, 'the test key'), log });
  cleanups.push(() => store.close());
  const pid = Number((await readFile(join(home, 'postgres', 'cluster', 'postmaster.pid'), 'utf8')).split('\n')[0]);
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => lines.includes('database.died'), { timeout: 10_000 }).toBe(true);
  await expect.poll(() => store.ready(), { timeout: 30_000 }).toBe(true);
  await createUser(store, 'after@rondo.test');
  expect(await store.users.findByEmail('after@rondo.test')).not.toBeNull();
});

test('the cluster belongs to an unprivileged user of the machine, and other users have no access to the cluster and the socket', async () => {
  const home = join(folder, 'home');
  const server = await startEmbedded({ dataFolder: home, log: silentLog });
  cleanups.push(() => server.stop());
  const cluster = await stat(join(home, 'postgres', 'cluster'));
  expect(cluster.uid).not.toBe(0);
  expect(cluster.mode & 0o077).toBe(0);
  expect((await stat(server.socketFolder)).mode & 0o077).toBe(0);
});

test('when the path of the data folder is too long for a socket, the server starts with a socket folder in another place', async () => {
  const home = join(folder, 'h'.repeat(120));
  const server = await startEmbedded({ dataFolder: home, log: silentLog });
  expect(server.socketFolder.length).toBeLessThan(93);
  await server.stop();
  expect(existsSync(server.socketFolder)).toBe(false);
});

test('a data folder that is a file is refused with a message that names the file', async () => {
  const path = join(folder, 'file');
  await writeFile(path, '');
  const refusal = startEmbedded({ dataFolder: path, log: silentLog });
  await expect(refusal).rejects.toMatchObject({ kind: 'notWritable' });
  await expect(refusal).rejects.toThrow(path);
});

test('when the first start was killed before the cluster was complete, the next start creates the cluster again', async () => {
  const home = join(folder, 'home');
  await mkdir(join(home, 'postgres', 'cluster.draft'), { recursive: true });
  await writeFile(join(home, 'postgres', 'cluster.draft', 'PG_VERSION'), '18\n');
  const server = await startEmbedded({ dataFolder: home, log: silentLog });
  expect(server.origin).toBe('created');
  await server.stop();
});
