// Tests the process of the signer: it signs, a killed signer is started again, and neither its environment nor a core dump has a key.
import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { platform, tmpdir } from 'node:os';
import path from 'node:path';
import type { Log } from '@rondo/engine/ports';
import { signLbank, signOkxRequest } from '@rondo/protocol';
import { secretOf } from '@rondo/store';
import { sealCredentials } from '@rondo/store/secrets';
import { isAlive } from '@rondo/store/process';
import { afterEach, expect, test } from 'vitest';
import { steadyClock } from '../../src/async/wall-clock.ts';
import { createAccountKeys } from '../../src/signer/account-keys.ts';
import { createSignerClient } from '../../src/signer/signer-client.ts';
import { signerLimits } from '../../src/signer/signer-limits.ts';
import type { OpeningCounts, SignatureCounts } from '../../src/signer/signer-messages.ts';
import { NoKey, startSignerProcess, type SignerProcess } from '../../src/signer/signer-process.ts';

const masterKey = randomBytes(32);
const order = {
  timestamp: '2020-11-23T09:08:57.715Z',
  method: 'POST',
  path: '/api/v5/trade/order',
  body: '{"instId":"BTC-USDT-SWAP"}',
};
const running: SignerProcess[] = [];
afterEach(async () => {
  for (const signer of running.splice(0)) await signer.stop();
});

const accountIds = ['ada', ...Array.from({ length: 49 }, (_, place) => `account-${place}`)];
const storedKeys = new Map(
  accountIds.map((accountId) => {
    const parts = { apiKey: 'the-key', secretKey: 'the-secret', passphrase: 'the-phrase' };
    return [accountId, { ...sealCredentials({ id: null, key: masterKey }, accountId, parts), rotation: null }];
  }),
);

/** Returns the stored key of an account. */
function sealedOf(accountId: string) {
  const sealed = storedKeys.get(accountId);
  if (sealed === undefined) throw new Error(`The test has no key of ${accountId}.`);
  return sealed;
}

function sumOf(reported: readonly OpeningCounts[], part: keyof OpeningCounts): number {
  return reported.reduce((sum, counts) => sum + counts[part], 0);
}

/** Starts the process. It opens the keys of two accounts at once. */
async function start(value: string = masterKey.toString('hex'), countsMs: number = signerLimits.countsMs) {
  const events: string[] = [];
  const log: Log = { write: (_level, event) => void events.push(event) };
  const environment = { PATH: process.env['PATH'] ?? '' };
  const options = {
    mayCreate: false,
    key: { kind: 'master' as const, value, command: undefined, file: '/none', forbiddenFolders: [] },
    openings: { accountsAtOnce: 2, countsMs },
    signs: 'everything' as const,
    environment,
    log,
  };
  const signer = await startSignerProcess({ ...options, socket: null });
  running.push(signer);
  const refused: string[] = [];
  const stage = { isLinked: true };
  const client = createSignerClient(signer, steadyClock);
  const keys = createAccountKeys({
    accounts: {
      async sealedKey(accountId) {
        if (!stage.isLinked) throw new Error('the account is not linked');
        return sealedOf(accountId);
      },
      rotation: async () => null,
    },
    keyCalls: { signersKey: () => Promise.reject(new Error('no other node has calls')) },
    client,
    onRefusal: (_accountId, reason) => refused.push(reason),
  });
  return { signer, client, keys, events, refused, stage };
}

const wanted = { apiKey: 'the-key', passphrase: 'the-phrase', sign: signOkxRequest('the-secret', order) };

test('the process signs nothing for a time that is far ahead of the clock of its machine', async () => {
  const { keys, refused } = await start();
  const key = await keys.open('ada');
  expect(await key.signer.signRequest({ ...order, timestamp: '9999-11-23T09:08:57.715Z' })).toBeNull();
  expect(await key.signer.signLogin('99999999999')).toBeNull();
  expect(refused).toEqual(['time', 'time']);
});

test('a killed signer is started again, and requests that were sent meanwhile are signed by the new process', async () => {
  const { signer, keys, events, refused } = await start();
  const key = await keys.open('ada');
  expect(await key.signer.signRequest(order)).toEqual(wanted);
  const killed = signer.pid();
  if (killed === null) throw new Error('The signer does not run.');
  process.kill(killed, 'SIGKILL');
  // The process has ended before the next request, so the request waits for the new process.
  await expect.poll(() => isAlive(killed)).toBe(false);
  const first = key.signer.signRequest(order);
  await expect.poll(() => signer.restarts(), { timeout: 30_000 }).toBe(1);
  // On a busy machine the new process can need longer than a request waits.
  const result = (await first) ?? (await key.signer.signRequest(order));
  expect(result).toEqual(wanted);
  expect(signer.pid()).not.toBe(killed);
  expect(events).toEqual(['signer.ended', 'signer.restarted']);
  expect(refused.filter((reason) => reason !== 'silent')).toEqual([]);
});

const form = {
  method: 'POST',
  path: '/v2/supplement/api_Restrictions.do',
  timestamp: '1764000000000',
  echostr: 'a'.repeat(32),
};
const lbankSign = (secretKey: string, apiKey: string): string =>
  signLbank(
    secretKey,
    { api_key: apiKey },
    { timestamp: form.timestamp, signature_method: 'HmacSHA256', echostr: form.echostr },
  );

test('after the end of a signer the new process signs for an LBank key that is stored, and for one that is not stored yet', async () => {
  const { signer, keys, refused } = await start();
  const stored = await keys.open('ada');
  const typed = { apiKey: secretOf('typed-key'), secretKey: secretOf('typed-secret'), passphrase: secretOf('') };
  const fresh = await keys.seal('bob', typed);
  const blank = { ...typed, secretKey: secretOf('') };
  const changed = await keys.change('ada', blank);
  process.kill(signer.pid() ?? 0, 'SIGKILL');
  await expect.poll(() => signer.restarts(), { timeout: 30_000 }).toBe(1);
  expect([await stored.signForm(form), await fresh.signForm(form), await changed.signForm(form)]).toEqual([
    lbankSign('the-secret', 'the-key'),
    lbankSign('typed-secret', 'typed-key'),
    lbankSign('the-secret', 'typed-key'),
  ]);
  expect([fresh.sealed.maskedKey, fresh.sealed.secretKey.length]).toEqual(['••••', 'typed-secret'.length + 29]);
  expect(refused).toEqual([]);
});

test('the process forgets the key of an unlinked account, also while its client still sends', async () => {
  const { keys, refused, stage } = await start();
  const key = await keys.open('ada');
  expect(await key.signer.signRequest(order)).toEqual(wanted);
  stage.isLinked = false;
  await keys.close('ada', null);
  expect([await key.signer.signRequest(order), await key.signer.signLogin('1764000000')]).toEqual([null, null]);
  expect(refused).toEqual(['unopened', 'unopened']);
});

test('a request that the table does not have is refused by the process', async () => {
  const { keys, refused } = await start();
  const key = await keys.open('ada');
  expect(await key.signer.signRequest({ ...order, path: '/api/v5/asset/withdrawal' })).toBeNull();
  expect(refused).toEqual(['forbidden']);
});

test.skipIf(platform() !== 'linux')(
  'the process has no key in its environment and arguments, and writes no core dump',
  async () => {
    const { signer } = await start();
    const place = `/proc/${signer.pid()}`;
    const shown = readFileSync(`${place}/environ`, 'utf8') + readFileSync(`${place}/cmdline`, 'utf8');
    expect(shown).not.toContain(masterKey.toString('hex'));
    expect(shown).not.toMatch(/RONDO|DATABASE_URL/);
    expect(readFileSync(`${place}/limits`, 'utf8')).toMatch(/Max core file size +0 +/);
  },
);

test.skipIf(platform() === 'win32')(
  'the signal of the inspector, of Ctrl-C and of an end do not stop the process',
  async () => {
    const { signer, keys, events } = await start();
    for (const signal of ['SIGUSR1', 'SIGINT', 'SIGTERM'] as const) process.kill(signer.pid() ?? 0, signal);
    expect(await (await keys.open('ada')).signer.signRequest(order)).toEqual(wanted);
    expect(events).toEqual([]);
  },
);

test('the process opens the keys of the permitted number of accounts, and reports how many it opened and refused', async () => {
  const { client, keys } = await start(undefined, 50);
  const reported: OpeningCounts[] = [];
  client.listenForOpenings((counts) => reported.push(counts));
  // The limit permits a further account each 120 ms.
  const opened = await Promise.allSettled(accountIds.map((accountId) => keys.open(accountId)));
  const refused = opened.filter(({ status }) => status === 'rejected').length;
  expect([refused > 0, refused < accountIds.length]).toEqual([true, true]);
  const sums = () => [sumOf(reported, 'openings'), sumOf(reported, 'refused')];
  await expect.poll(sums, { timeout: 30_000 }).toEqual([accountIds.length - refused, refused]);
});

test('the process reports how often it has signed for each purpose', async () => {
  const { client, keys } = await start();
  const reported: SignatureCounts[] = [];
  client.listenForSignatures((counts) => reported.push(counts));
  const { signer } = await keys.open('ada');
  await signer.signRequest(order);
  await signer.signRequest({ ...order, path: '/api/v5/asset/withdrawal' });
  await signer.signLogin('1600000000');
  await client.report();
  expect(reported).toEqual([{ command: 1, reading: 0, login: 1, check: 0, accounts: 1 }]);
});

test('the process writes a line with the counts, also when its server has ended', async () => {
  const main = path.join(import.meta.dirname, '../../src/signer-main.ts');
  const child = fork(main, { execArgv: ['--import', 'tsx'], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  try {
    let written = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (written += text));
    const ask = async (message: object): Promise<unknown> => {
      const reply = once(child, 'message');
      child.send(message);
      return (await reply)[0];
    };
    const { accountId, rotation, ...texts } = sealedOf('ada');
    const { wrappedKey, apiKey, secretKey, passphrase } = texts;
    const of = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
    const key = {
      wrappedKey: of(wrappedKey),
      apiKey: of(apiKey),
      secretKey: of(secretKey),
      passphrase: of(passphrase),
    };
    const source = { kind: 'master' as const, value: masterKey.toString('hex'), file: '/none', forbiddenFolders: [] };
    const openings = { accountsAtOnce: 2, countsMs: signerLimits.countsMs };
    await ask({ kind: 'begin', id: 0, key: source, mayCreate: false, openings, signs: 'everything' });
    await ask({ kind: 'open', id: 1, handle: 'ada:1', key: { accountId, rotation, ...key } });
    child.disconnect();
    const line = '{"level":30,"event":"signer.opened","openings":1,"accounts":1,"refused":0}\n';
    await expect.poll(() => written, { timeout: 30_000 }).toBe(line);
  } finally {
    child.kill('SIGKILL');
  }
});

test('a signer without a master key does not start', async () => {
  await expect(start('no key')).rejects.toThrow('The signer did not start: RONDO_MASTER_KEY is not a key of 32 bytes');
});

test('only the first process creates a master key, and only when it may', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'rondo-signer-'));
  try {
    const file = path.join(folder, 'secrets', 'master.key');
    const events: string[] = [];
    const log: Log = { write: (_level, event) => void events.push(event) };
    const environment = { PATH: process.env['PATH'] ?? '' };
    const key = { kind: 'master' as const, value: undefined, command: undefined, file, forbiddenFolders: [] };
    const openings = { accountsAtOnce: 2, countsMs: signerLimits.countsMs };
    const options = { key, openings, signs: 'everything' as const, socket: null, environment, log };
    await expect(startSignerProcess({ ...options, mayCreate: false })).rejects.toThrow(NoKey);
    expect(existsSync(file)).toBe(false);
    const signer = await startSignerProcess({ ...options, mayCreate: true });
    running.push(signer);
    expect([statSync(file).mode & 0o777, readFileSync(file, 'utf8').length]).toEqual([0o600, 65]);
    // A later process must not create another key in the place of a lost one, because it would seal with the new one.
    rmSync(file);
    process.kill(signer.pid() ?? 0, 'SIGKILL');
    await expect.poll(() => signer.isUp()).toBe(false);
    await expect.poll(() => events, { timeout: 30_000 }).toContain('signer.notStarted');
    expect(existsSync(file)).toBe(false);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
