// The drills of the keys while a bot trades: the master key is replaced, and the signer is killed again and again. The exits go on, and nothing unsigned is sent.
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { platform } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { createNodeTransport, type HttpRequest, type NodeTransport } from '@rondo/exchange';
import type { Log } from '@rondo/engine/ports';
import { testMasterKey } from '@rondo/testkit/database';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Server } from '../../src/create-server.ts';
import { until } from '../_world.ts';
import { createBot, startDrill, type Drill } from './_drill.ts';

let drill: Drill;
beforeEach(async () => {
  drill = await startDrill();
});
afterEach(() => drill.end());

const kills = 10;

/** The private requests with and without a signature, and those that the exchange refuses because of their signature. */
const nothingSeen = { unsigned: 0, refused: 0, signed: 0 };

/** Returns the network of one server, which counts in `seen`. */
function watchedNetworks(seen: typeof nothingSeen) {
  const inner = createNodeTransport();
  const transport: NodeTransport = {
    ...inner,
    async request(request) {
      if (isPrivate(request)) {
        if ((request.headers['OK-ACCESS-SIGN'] ?? '') === '') seen.unsigned += 1;
        else seen.signed += 1;
      }
      const response = await inner.request(request);
      if (response.status === 401) seen.refused += 1;
      return response;
    },
  };
  return [{ address: null, transport }] as const;
}

function isPrivate({ url }: HttpRequest): boolean {
  return /\/api\/v5\/(trade|account)\//.test(url);
}

/** Returns a log that keeps the refusals of the signer. */
function refusalLog() {
  const refused: string[] = [];
  const log: Log = {
    write: (_level, event, fields) => void (event === 'signer.refused' && refused.push(String(fields?.['reason']))),
  };
  return { refused, log };
}

/** The number of fills that reduce the position. */
const exits = (): number => drill.rowsOf('fills').filter(({ side }) => side === 'sell').length;
const untilExits = (count: number) => until(async () => exits() >= count, `there are ${count} exits`);

/** Asks for signatures and openings of the key until the returned function is called, which returns how many there were. Each of them must succeed. */
function signAllTheTime({ context, demoAccounts: [account] }: Server): () => Promise<number> {
  let [isEnded, signed] = [false, 0];
  const accountId = account?.id ?? '';
  const reading = { timestamp: '2026-11-23T09:08:57.715Z', method: 'GET', path: '/api/v5/account/config', body: '' };
  const load = (async () => {
    while (!isEnded) {
      const key = await context.keys.open(accountId);
      const wanted = await Promise.all(Array.from({ length: 5 }, () => key.signer.signRequest(reading)));
      expect(wanted).not.toContain(null);
      signed += wanted.length;
      // The budget of readings is 120 a second, and the engine needs a part of it.
      await wait(100);
    }
  })();
  return async () => {
    isEnded = true;
    await load;
    return signed;
  };
}

test(
  'while the master key is replaced under load, no signature fails, and a server with the new key continues',
  { timeout: 300_000 },
  async () => {
    const { database, open, close } = drill;
    const url = await database.createUrl();
    const seen = { ...nothingSeen };
    const { refused, log } = refusalLog();
    const server = await open(url, {}, { log, networks: watchedNetworks(seen) });
    await createBot(server);
    await untilExits(1);
    const stop = signAllTheTime(server);
    const next = randomBytes(32);
    const tool = await database.openStore({ url, masterKey: testMasterKey });
    expect(await tool.keyRotation.rotate(next, { now: Date.now(), report: () => undefined })).toMatchObject({
      ok: true,
      result: { unreadable: 0 },
    });
    await untilExits(exits() + 1);
    expect(await stop()).toBeGreaterThan(100);
    await close();

    const successor = await database.openStore({ url, masterKey: next });
    expect(await successor.keyRotation.retire(Date.now())).toMatchObject({ ok: true });
    await open(url, { masterKeyText: next.toString('hex') }, { log, networks: watchedNetworks(seen) });
    await untilExits(exits() + 1);
    expect(seen).toMatchObject({ unsigned: 0, refused: 0 });
    expect(seen.signed).toBeGreaterThan(0);
    expect(refused).toEqual([]);
  },
);

test.skipIf(platform() !== 'linux')(
  'while the signer is killed again and again, the exits go on, and every request to the exchange is signed',
  { timeout: 300_000 },
  async () => {
    const { database, open } = drill;
    const seen = { ...nothingSeen };
    const { refused, log } = refusalLog();
    const server = await open(await database.createUrl(), {}, { log, networks: watchedNetworks(seen) });
    await createBot(server);
    await untilExits(1);
    for (let kill = 1; kill <= kills; kill += 1) {
      process.kill(signerOf(process.pid), 'SIGKILL');
      const isAgainUp = async () => (await server.context.metrics.text()).includes(`\nrondo_signer_restarts ${kill}\n`);
      await until(isAgainUp, 'the signer was started again');
      // The order of the next exit may rest at the exchange already, so the second exit needs a new signature.
      await untilExits(exits() + 2);
    }
    expect(seen).toMatchObject({ unsigned: 0, refused: 0 });
    expect(refused.filter((reason) => reason !== 'silent')).toEqual([]);
  },
);

/** Returns the id of the signer that this process has started. */
function signerOf(parent: number): number {
  const found = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .find((pid) => isSignerOf(parent, pid));
  if (found === undefined) throw new Error('The process has no signer.');
  return Number(found);
}

function isSignerOf(parent: number, pid: string): boolean {
  try {
    const [, ppid] = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return Number(ppid) === parent && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('signer-main');
  } catch {
    return false; // The process has ended meanwhile.
  }
}
