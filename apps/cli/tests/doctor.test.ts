// Tests of `rondo doctor` on a real database and real files.
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStore, serverPlace, type Store } from '@rondo/store';
import { silentLog, startTestDatabase, testMasterKey, type TestDatabase } from '@rondo/testkit/database';
import type { DoctorPlace } from '../src/doctor/doctor-facts.ts';
import { doctorCommand } from '../src/doctor/doctor.ts';
import type { DoctorFinding } from '../src/doctor/judge.ts';
import { runCommand } from '../src/run-command.ts';
import { newFolder, runChild } from './_rondo.ts';

let database: TestDatabase;
let url: string;
const { folder, remove } = newFolder();
const homeFolder = path.join(folder, 'home');
const key = path.join(`${homeFolder}.secrets`, 'master.key');
const peopleKeyFile = path.join(folder, 'people.key');
beforeAll(async () => {
  database = await startTestDatabase();
  url = await database.createUrl();
  mkdirSync(homeFolder, { mode: 0o755 });
  mkdirSync(path.dirname(key), { mode: 0o700 });
  writeFileSync(key, 'not read by this test', { mode: 0o600 });
});
afterAll(async () => {
  await database.stop();
  remove();
});

/** A server that starts: its place, and the settings that decide whether the database accepts it. */
const here = { place: 'here', machine: 'machine' };
const server = { venue: 'sandbox', trades: true, hasOwnExchange: false };

async function examine(
  open: () => Promise<Store> = () => database.openStore({ url }),
  starting = {},
  signer: Partial<DoctorPlace> = {},
) {
  let out = '';
  const command = doctorCommand({
    open,
    now: Date.now,
    exchangeDifference: async () => 12,
    startPlace: async () => here,
    place: {
      server: { ...server, ...starting },
      homeFolder,
      peopleKeyFile,
      isLive: false,
      signerSocket: null,
      atRisk: 'facing the network',
      ...signer,
      isInsecureHttp: false,
      publicUrl: null,
      egress: ['192.0.2.1'],
      backup: null,
    },
  });
  const terminal = { out: (text: string) => void (out += text), err: () => undefined };
  const code = await runCommand([command], ['doctor', '--json'], { terminal, folder, stopped: new Promise(() => {}) });
  const findings: readonly DoctorFinding[] = JSON.parse(out);
  return { code, bad: findings.filter(({ state }) => state === 'bad').map(({ text }) => text), findings };
}

test('the doctor names what is bad in an installation, and its exit code is 1', async () => {
  chmodSync(key, 0o644);
  const { code, bad, findings } = await examine();
  // The database of the tests has no fsync, because it need not survive a crash.
  expect([code, bad.length]).toEqual([1, 3]);
  expect(bad[0]).toContain(`${key} has the mode 644`);
  expect(bad[1]).toContain('fsync');
  expect(bad[2]).toContain('192.0.2.1');
  const good = findings.filter(({ state }) => state === 'good').map(({ check }) => check);
  expect(good).toEqual(
    expect.arrayContaining(['signer', 'database', 'database TLS', 'key', 'instance', 'audit', 'clock']),
  );
});

const isRoot = process.platform === 'linux' && process.getuid?.() === 0;

test.skipIf(!isRoot)(
  'the doctor compares the users of the socket of the signer and of the data folder (needs root)',
  async () => {
    const socket = path.join(folder, 'signer.sock');
    const check = async (signerSocket: string | null): Promise<string | undefined> => {
      const { findings } = await examine(undefined, {}, { isLive: true, signerSocket });
      return findings.find(({ check: name }) => name === 'signer')?.state;
    };
    expect([await check(null), await check(socket)]).toEqual(['bad', 'bad']);
    writeFileSync(socket, '');
    chownSync(homeFolder, 10_001, 10_001);
    chownSync(socket, 10_001, 10_001);
    expect(await check(socket)).toBe('bad');
    chownSync(socket, 10_002, 10_001);
    expect(await check(socket)).toBe('good');
    // A server of root reads the memory of every process.
    chownSync(homeFolder, 0, 0);
    expect(await check(socket)).toBe('bad');
  },
);

test.each([
  ['another master key', randomBytes(32), 'The key of RONDO_MASTER_KEY is not the master key of this database'],
  ['no master key', null, 'RONDO_MASTER_KEY does not exist'],
])('with %s the doctor says so and what to do, and no key is made', async (_case, found, words) => {
  await database.openStore({ url });
  const made: string[] = [];
  const masterKey = {
    name: 'RONDO_MASTER_KEY',
    read: async () => found,
    create: async () => {
      made.push('a key');
      return randomBytes(32);
    },
  };
  const { code, findings } = await examine(() => openStore({ databaseUrl: url, masterKey, log: silentLog }));
  const finding = findings.find(({ check }) => check === 'database');
  expect([code, finding?.state, made]).toEqual([1, 'bad', []]);
  expect(finding?.text).toContain(words);
  expect(finding?.todo).toContain('the master key must be the key of this database');
  expect(findings.some(({ check }) => check === 'key')).toBe(false);
});

test('the doctor says how a server that starts here begins, and changes nothing', async () => {
  const own = await database.createUrl();
  const open = () => database.openStore({ url: own });
  const startAt = async (place: string) => {
    const store = await open();
    await store.instances.enter({ venue: 'sandbox', place, machine: place, trades: true });
    await store.close();
  };
  const check = async (starting = {}) => {
    const { findings } = await examine(open, starting);
    const found = findings.filter(({ check: name }) => name === 'instance');
    return found.map(({ state, text }) => [state, text]);
  };
  const good = [['good', 'The installation is confirmed.']];
  expect(await check()).toEqual(good);
  await startAt('elsewhere');
  const rows = () => database.sql(own)`select * from settings order by key`;
  const before = await rows();
  expect(await check()).toEqual([['bad', expect.stringContaining('A server that starts at this place is frozen')]]);
  expect(await check({ hasOwnExchange: true })).toEqual(good);
  expect(await check({ venue: 'okx' })).toEqual([['bad', expect.stringContaining('for another venue than okx')]]);
  expect(await rows()).toEqual(before);
  const store = await open();
  await store.instances.confirm({ ...here, now: Date.now() });
  await store.close();
  expect(await check()).toEqual(good);
});

test('the program finds the place of a server with these settings and creates no folder, and a node for people is known by its machine', async () => {
  const own = await database.createUrl();
  const data = path.join(folder, 'new home');
  const masterKey = Buffer.from(testMasterKey).toString('hex');
  const check = async (settings: Readonly<Record<string, string>> = {}) => {
    const place = { DATABASE_URL: own, RONDO_HOME: data, RONDO_MASTER_KEY: masterKey };
    const { out } = await runChild(folder, ['doctor', '--json'], { settings: { ...place, ...settings } });
    const findings: readonly DoctorFinding[] = JSON.parse(out);
    return findings.find(({ check: name }) => name === 'instance')?.text;
  };
  const enter = async (where: { readonly place: string; readonly machine: string }) => {
    const store = await database.openStore({ url: own });
    await store.instances.enter({ venue: 'sandbox', ...where, trades: true });
    await store.close();
  };
  const { machine } = await serverPlace(path.join(folder, 'other home'), { isEmbedded: false });
  await enter({ place: 'elsewhere', machine });
  expect(await check()).toContain('A server that starts at this place is frozen');
  expect(existsSync(data)).toBe(false);
  expect(await check({ RONDO_ROLE: 'api' })).toBe('The installation is confirmed.');
  expect(await check({ RONDO_VENUE: 'okx' })).toContain('for another venue than okx');
});
