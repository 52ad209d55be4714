// Tests of `rondo candles`: the commands that describe and convert a file, and downloads over real sockets with interruptions.
import { appendFileSync, existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import path from 'node:path';
import { runSandbox, type RunningSandbox } from '@rondo/sandbox';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { isRecorded, recordedFolder } from '../../../tests/recordings.ts';
import { newFolder, runHere, type Ran } from './_rondo.ts';

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await runSandbox({ seed: 7, hold: true });
});
afterAll(() => sandbox.close());

let folder = '';
let remove = (): void => undefined;
beforeEach(() => {
  ({ folder, remove } = newFolder());
});
afterEach(() => remove());

const minuteMs = 60_000;

function candles(...args: readonly string[]): Promise<Ran> {
  return runHere(folder, ['candles', ...args]);
}

function fetchArgs(out: string, hours: number): readonly string[] {
  const toAt = Math.floor(Date.now() / minuteMs - 10) * minuteMs;
  const span = ['--from', String(toAt - hours * 60 * minuteMs), '--to', String(toAt)];
  return ['fetch', '--instrument', 'ETH-USDT-SWAP', '--base-url', sandbox.rest, '--out', out, ...span];
}

const text = (name: string): string => readFileSync(path.join(folder, name), 'utf8');

test('a download writes all candles and shows its progress, and a second download to the same file is refused', async () => {
  const ran = await candles(...fetchArgs('eth.csv', 50));
  expect(ran.code).toBe(0);
  expect(ran.err).toMatch(/\[#+\.*\] +\d+ % {2}\d+ candles/);
  expect(text('eth.csv').trim().split('\n')).toHaveLength(50 * 60 + 1);
  expect(readdirSync(folder)).toEqual(['eth.csv']);
  const again = await candles(...fetchArgs('eth.csv', 50));
  expect(again).toMatchObject({ code: 2, out: '' });
  expect(again.err).toContain('already exists');
});

test('a stopped download continues from its last complete row', async () => {
  const args = fetchArgs('eth.csv', 50);
  let stop = (): void => undefined;
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  const first = await runHere(folder, ['candles', ...args], { stopped, onErr: () => stop() });
  expect(first.code).toBe(1);
  expect(first.err).toContain('the same command continues');
  expect(readdirSync(folder)).toEqual(['eth.csv.part']);
  const part = text('eth.csv.part');
  expect(part.split('\n').length).toBeLessThan(3_000);
  appendFileSync(path.join(folder, 'eth.csv.part'), '17000');
  const other = await candles(...fetchArgs('eth.csv', 49));
  expect(other).toMatchObject({ code: 2 });
  expect(other.err).toContain('is part of another download');
  const second = await candles(...args, '--json');
  expect(second).toMatchObject({ code: 0, err: '' });
  expect(JSON.parse(second.out)).toMatchObject({ candles: 3_000, gaps: [], tickSz: '0.01' });
  await candles(...args.with(6, 'whole.csv'));
  expect(text('eth.csv')).toBe(text('whole.csv'));
  expect(existsSync(path.join(folder, 'eth.csv.part'))).toBe(false);
});

test('a request that the exchange refused is sent again', async () => {
  const fault = { path: '/api/v5/market/history-candles', kind: 'busy', count: 1 };
  await fetch(`${sandbox.rest}/sandbox/faults`, { method: 'POST', body: JSON.stringify(fault) });
  expect((await candles(...fetchArgs('eth.candles', 2))).code).toBe(0);
});

/** Starts an exchange that responds to every request with the same rows, or with an error when `rows` is null. The caller closes the exchange. */
async function brokenExchange(rows: readonly (readonly string[])[] | null): Promise<Server> {
  const server = createServer((_request, response) => {
    response.statusCode = rows === null ? 500 : 200;
    response.end(rows === null ? 'broken' : JSON.stringify({ code: '0', msg: '', data: rows }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

const originOf = (server: Server): string => {
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
};

test('an invalid candle is not stored, so the next attempt succeeds', async () => {
  const args = fetchArgs('eth.csv', 1);
  const at = String(Number(args.at(-3)) + 5 * minuteMs);
  const server = await brokenExchange([[at, '2000', '2001', '-1999', '2000', '1', '1', '1', '1']]);
  try {
    const ran = await candles(...args, '--base-url', originOf(server));
    expect(ran).toMatchObject({ code: 1, out: '' });
    expect(ran.err).toContain(
      `the exchange sent an invalid candle: ${at},2000,2001,-1999,2000: low -1999 is not above`,
    );
    expect(readdirSync(folder)).toEqual([]);
  } finally {
    server.close();
  }
});

test('a program that is stopped between two attempts ends without waiting for the next attempt', async () => {
  const server = await brokenExchange(null);
  try {
    let stop = (): void => undefined;
    const stopped = new Promise<void>((resolve) => (stop = resolve));
    server.on('request', () => stop());
    const ran = await runHere(folder, ['candles', ...fetchArgs('eth.csv', 1), '--base-url', originOf(server)], {
      stopped,
    });
    expect(ran).toMatchObject({ code: 1, out: '' });
    expect(ran.err).toContain('stopped; the same command continues');
    expect(readdirSync(folder)).toEqual([]);
  } finally {
    server.close();
  }
});

test.each([
  [['--instrument', 'NONE-USDT-SWAP'], 'the exchange does not list NONE-USDT-SWAP'],
  [['--bar', '7m'], '--bar must be one of 1m'],
  [['--from', 'yesterday'], '--from must be a day such as'],
  [['--to', '2020-01-01'], '--to must be later'],
  [['--out', 'eth.txt'], 'the name must end in'],
  [['--base-url', 'ftp://x'], '--base-url must be an address'],
  [['--base-url', 'http://x/api'], '--base-url must be an address'],
])('a download with %j is refused and leaves no file', async (change, sentence) => {
  const ran = await candles(...fetchArgs('eth.csv', 2), ...change);
  expect(ran.err).toContain(sentence);
  expect(ran).toMatchObject({ code: 2, out: '' });
  expect(readdirSync(folder)).toEqual([]);
});

test('for a file of one candle, info prints no interval and no curve', async () => {
  writeFileSync(path.join(folder, 'one.csv'), 'ts_ms,open,high,low,close\n0,2000,2001.5,1999,2000');
  const { out, code } = await candles('info', 'one.csv');
  expect(code).toBe(0);
  expect(out).toContain('unknown: one candle');
  expect(out).not.toContain('close');
});

test('info prints the number of candles and the gaps as text and as JSON', async () => {
  const rows = [0, 1, 2, 4, 5].map((minute) => `${minute * minuteMs},2000,2001.5,1999,2000`);
  writeFileSync(path.join(folder, 'm.csv'), ['ts_ms,open,high,low,close', ...rows].join('\n'));
  const json = await candles('info', 'm.csv', '--json');
  expect(JSON.parse(json.out)).toMatchObject({
    candles: 5,
    intervalMs: minuteMs,
    tickSz: '0.1',
    lowest: '1999',
    highest: '2001.5',
    gaps: [{ index: 3, missing: 1 }],
  });
  const person = await candles('info', 'm.csv');
  expect(person.out).toContain('m.csv:5: 1 missing after 1970-01-01 00:02:00 UTC');
  expect((await candles('convert', 'm.csv', 'm.candles')).code).toBe(2);
  const converted = await candles('convert', 'm.csv', 'm.candles', '--allow-gaps');
  expect(converted).toMatchObject({ code: 0, err: '' });
  expect(converted.out).toContain('5 candles written to');
  const back = await candles('convert', 'm.candles', 'back.csv', '--allow-gaps', '--tick', '0.5', '--json');
  expect(back).toMatchObject({ code: 0, err: '' });
  expect(JSON.parse(back.out)).toMatchObject({ candles: 5, tickSz: '0.5', bytes: text('back.csv').length });
  expect(text('back.csv').trim()).toBe(text('m.csv'));
  const coarse = await candles('convert', 'm.candles', 'c.csv', '--allow-gaps', '--tick', '5');
  expect(coarse).toMatchObject({ code: 2 });
  expect(coarse.err).toContain('candle 1: high 2001.5 does not fit the tick size 5');
});

test.each([
  [[], 'candles needs one of fetch, info, convert'],
  [['sell'], 'there is no "candles sell"'],
  [['info'], 'FILE is missing'],
  [['info', 'm.csv', 'n.csv'], '"n.csv" is one argument too many'],
  [['info', 'm.csv', '--tick', '0'], '--tick must be a price step'],
  [['convert', 'm.csv', 'm.xls'], 'the name must end in'],
])('the arguments %j of `rondo candles` are refused with exit code 2', async (args, sentence) => {
  const ran = await candles(...args);
  expect(ran.err).toContain(sentence);
  expect(ran).toMatchObject({ code: 2, out: '' });
});

const recorded = path.join(recordedFolder, 'okx-swap');
const minutes = ['ETH-USDT-SWAP_1m_2025-03.csv.gz', 'BTC-USDT-SWAP_1m_2025-03.csv.gz'];

test.skipIf(!isRecorded(recorded))(
  'the compact file of recorded one-minute candles has at most 4 bytes per candle and contains the same candles',
  async () => {
    for (const name of minutes) {
      const file = path.join(recorded, name);
      expect((await candles('convert', file, 'm.candles')).code).toBe(0);
      const facts = JSON.parse((await candles('info', 'm.candles', '--json')).out) as { candles: number }; // The command prints an object with this field.
      expect(statSync(path.join(folder, 'm.candles')).size / facts.candles).toBeLessThanOrEqual(4);
      await candles('convert', 'm.candles', 'a.csv');
      await candles('convert', file, 'b.csv');
      expect(text('a.csv')).toBe(text('b.csv'));
    }
  },
);
