// Tests the signer as a unit of its own: it has the source of its key itself, serves one server at a time on a socket, and has another user than the server.
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { platform, tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Log } from '@rondo/engine/ports';
import { signOkxRequest } from '@rondo/protocol';
import { sealCredentials } from '@rondo/store/secrets';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { steadyClock } from '../../src/async/wall-clock.ts';
import { createAccountKeys } from '../../src/signer/account-keys.ts';
import { createSignerClient } from '../../src/signer/signer-client.ts';
import { startSignerUnit } from '../../src/signer/serving/signer-unit.ts';
import { readUnitSettings } from '../../src/signer/serving/unit-settings.ts';
import { startSignerProcess, type SignerProcess } from '../../src/signer/signer-process.ts';

const order = {
  timestamp: '2020-11-23T09:08:57.715Z',
  method: 'POST',
  path: '/api/v5/trade/order',
  body: '{"instId":"BTC-USDT-SWAP"}',
};
const wanted = { apiKey: 'the-key', passphrase: 'the-phrase', sign: signOkxRequest('the-secret', order) };
const masterKey = randomBytes(32);
const server = path.join(import.meta.dirname, '..', '..');
/** The signer and its server have different users, and the group of the socket. */
const [signerUser, serverUser, socketGroup] = [10_002, 10_001, 10_003];
const isRoot = platform() === 'linux' && process.getuid?.() === 0;

let folder: string;
let socket: string;
const ends: (() => Promise<unknown>)[] = [];
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'rondo-unit-'));
  socket = path.join(folder, 'signer.sock');
});
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
  rmSync(folder, { recursive: true, force: true });
});

/** Returns the file of the master key. */
function writtenKey(): string {
  const file = path.join(folder, 'master.key');
  writeFileSync(file, masterKey.toString('hex'), { mode: 0o600 });
  return file;
}

interface Unit {
  readonly child: ChildProcess;
  /** Returns the lines of the unit up to now. */
  readonly written: () => string;
  /** Ends the unit by a signal. */
  readonly end: () => Promise<void>;
}

/** Starts the unit. Its user is `user`, or the one of the test. */
function startUnit(keyFile = writtenKey(), user: number | null = null): Unit {
  const program = ['--import', 'tsx', path.join(server, 'src', 'signer-main.ts')];
  const child = spawn(process.execPath, [...program, '--socket', socket, '--key-file', keyFile], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: process.env['PATH'] ?? '' },
    ...(user === null ? {} : { uid: user, gid: socketGroup }),
  });
  let written = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (written += text));
  const end = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  };
  ends.push(end);
  return { child, written: () => written, end };
}

const accountIds = ['ada', 'bob'];
const storedKeys = new Map(
  accountIds.map((accountId) => {
    const parts = { apiKey: 'the-key', secretKey: 'the-secret', passphrase: 'the-phrase' };
    return [accountId, { ...sealCredentials({ id: null, key: masterKey }, accountId, parts), rotation: null }];
  }),
);

/** Connects as a server does. It asks for a limit of its own, which the unit must not take. */
async function connectServer() {
  const events: string[] = [];
  const log: Log = { write: (_level, event) => void events.push(event) };
  const signer: SignerProcess = await startSignerProcess({
    key: { kind: 'master', value: undefined, command: ['/bin/false'], file: '/none', forbiddenFolders: [] },
    mayCreate: false,
    openings: { accountsAtOnce: 20, countsMs: 60_000 },
    signs: 'everything',
    socket,
    environment: {},
    log,
  });
  ends.push(() => signer.stop());
  const keys = createAccountKeys({
    accounts: {
      async sealedKey(accountId) {
        const sealed = storedKeys.get(accountId);
        if (sealed === undefined) throw new Error('the account has no key');
        return sealed;
      },
      rotation: async () => null,
    },
    keyCalls: { signersKey: () => Promise.reject(new Error('no other node has calls')) },
    client: createSignerClient(signer, steadyClock),
    onRefusal: () => undefined,
  });
  return { signer, keys, events };
}

test.skipIf(!isRoot)(
  'a server with another user has an order signed, and reads neither the key file nor the memory and the environment of the signer (needs root)',
  async () => {
    chmodSync(folder, 0o755);
    const [state, run] = [path.join(folder, 'state'), path.join(folder, 'run')];
    for (const each of [state, run]) {
      mkdirSync(each);
      chownSync(each, signerUser, socketGroup);
      chmodSync(each, 0o750);
    }
    socket = path.join(run, 'signer.sock');
    const keyFile = path.join(state, 'master.key');
    const { child } = startUnit(keyFile, signerUser);
    const place = `/proc/${child.pid}`;
    const forbidden = [keyFile, `${place}/mem`, `${place}/environ`].join(',');
    const visitor = path.join(import.meta.dirname, '_signer-visitor.ts');
    const args = ['--import', 'tsx', visitor, socket, forbidden, JSON.stringify(order)];
    const { stdout } = await promisify(execFile)(process.execPath, args, {
      cwd: server,
      env: { PATH: process.env['PATH'] ?? '' },
      uid: serverUser,
      gid: socketGroup,
    });
    expect(JSON.parse(stdout)).toEqual({ signed: wanted, refused: ['EACCES', 'EACCES', 'EACCES'] });
    const [socketFile, key] = [statSync(socket), statSync(keyFile)];
    expect([socketFile.uid, socketFile.gid, socketFile.mode & 0o777]).toEqual([signerUser, socketGroup, 0o660]);
    expect([key.uid, key.mode & 0o777]).toEqual([signerUser, 0o600]);
  },
);

test.skipIf(platform() === 'win32')(
  'a server that starts before its signer waits for the socket, and connects again when the signer was started again',
  async () => {
    const waiting = connectServer();
    const first = startUnit();
    const { signer, keys, events } = await waiting;
    const key = await keys.open('ada');
    expect(await key.signer.signRequest(order)).toEqual(wanted);
    first.child.kill('SIGKILL');
    await expect.poll(() => signer.isUp()).toBe(false);
    startUnit();
    await expect.poll(() => signer.restarts(), { timeout: 30_000 }).toBe(1);
    expect(await key.signer.signRequest(order)).toEqual(wanted);
    expect(events.filter((event) => event !== 'signer.notStarted')).toEqual(['signer.ended', 'signer.restarted']);
  },
);

test.skipIf(platform() === 'win32')(
  'the limit of opened keys is the one of the unit, and a new connection does not fill it again',
  async () => {
    const key = { kind: 'master', value: masterKey.toString('hex'), command: undefined, file: '/none' } as const;
    const settings = { socket, key: { ...key, forbiddenFolders: [] }, accountsAtOnce: 1 };
    const mayWrite = { refusal: () => true, honey: () => true };
    const unit = await startSignerUnit(settings, { now: () => 0, write: () => undefined, mayWrite });
    ends.push(async () => unit.close());
    const first = await connectServer();
    await first.keys.open('ada');
    await expect(first.keys.open('bob')).rejects.toThrow('too many keys were opened');
    await first.signer.stop();
    const second = await connectServer();
    await expect(second.keys.open('bob')).rejects.toThrow('too many keys were opened');
    await second.keys.open('ada');
  },
);

test.each([
  ['no source of the key', ['--socket', '/run/signer.sock']],
  ['two sources', ['--socket', '/run/signer.sock', '--key-file', '/key', '--key-command', '["/bin/print"]']],
  ['a relative socket', ['--socket', 'signer.sock', '--key-file', '/key']],
  ['no limit', ['--socket', '/run/signer.sock', '--key-file', '/key', '--accounts', '0']],
  ['an unknown argument', ['--socket', '/run/signer.sock', '--key-file', '/key', '--user', '7']],
])('the arguments of a unit with %s are refused', (_case, args) => {
  expect(() => readUnitSettings(args)).toThrow(/./);
});

test('a unit may get its key from a program', () => {
  const args = ['--socket', '/run/signer.sock', '--key-command', '["/bin/print","key"]', '--accounts', '7'];
  expect(readUnitSettings(args)).toMatchObject({ accountsAtOnce: 7, key: { command: ['/bin/print', 'key'] } });
});

test.skipIf(platform() === 'win32')(
  'a second server is refused while one is connected, and the log of the signer has both',
  async () => {
    const unit = startUnit();
    const { keys } = await connectServer();
    const second = connect(socket);
    await once(second, 'close');
    expect(await (await keys.open('ada')).signer.signRequest(order)).toEqual(wanted);
    const line = (level: number, event: string): string => `{"level":${level},"event":"${event}"}\n`;
    const both = line(30, 'signer.connected') + line(50, 'signer.secondServer');
    await expect.poll(() => unit.written(), { timeout: 30_000 }).toBe(both);
  },
);

test.skipIf(platform() === 'win32')('the unit ends at a signal, and replaces only a socket', async () => {
  await startUnitUntilConnected();
  expect(statSync(socket).mode & 0o777).toBe(0o660);
  rmSync(socket, { force: true });
  writeFileSync(socket, 'a file');
  const { child, written } = startUnit();
  expect((await once(child, 'exit'))[0]).toBe(1);
  expect(written()).toMatch(/^The signer could not start: listen EADDRINUSE/);
  expect(existsSync(socket)).toBe(true);
});

/** Starts a unit, kills it so that its socket stays, starts another one, and connects to it. */
async function startUnitUntilConnected(): Promise<void> {
  const first = startUnit();
  const { signer } = await connectServer();
  await signer.stop();
  first.child.kill('SIGKILL');
  await once(first.child, 'exit');
  const second = startUnit();
  const again = await connectServer();
  await again.signer.stop();
  // The socket of the killed unit was replaced. This signal ends the second unit.
  await second.end();
  expect(second.child.signalCode).toBe('SIGTERM');
  startUnit();
  await (await connectServer()).signer.stop();
}
