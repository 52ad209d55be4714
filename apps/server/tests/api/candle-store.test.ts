// Tests the routes of the stored candles over a real socket: the months, the immutable files, the download from the exchange, and the sources.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { decodeCandles } from '@rondo/backtest';
import { candleCoverageSchema, type CandleCoverage } from '@rondo/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { storeCandles } from '../_candles.ts';
import { startWorld, type TestWorld } from '../_world.ts';

let world: TestWorld;
let origin: string;
let homeFolder: string;
beforeAll(async () => {
  homeFolder = await mkdtemp(path.join(tmpdir(), 'rondo-home-'));
  world = await startWorld({ changes: { homeFolder, candlesMb: 10 } });
  origin = await world.api.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await world.close();
  await rm(homeFolder, { recursive: true, force: true });
});

async function coverageOf(instrumentId: string): Promise<CandleCoverage> {
  const response = await fetch(`${origin}/api/candles/${instrumentId}`);
  expect(response.status).toBe(200);
  return candleCoverageSchema.parse(await response.json());
}

const store = (source: 'sandbox' | 'imported', instrumentId: string, prices: readonly number[]) =>
  storeCandles(world.context.candles.folder, { source, instrumentId, prices });

test('the months of an instrument are listed, and the file of a month is immutable and has its candles', async () => {
  await store('sandbox', 'SOL-USDT-SWAP', [15_000, 15_001]);
  const coverage = await coverageOf('SOL-USDT-SWAP');
  expect(coverage).toMatchObject({ instId: 'SOL-USDT-SWAP', bar: '15m', is_simulated: true, state: 'off' });
  const [month] = coverage.months;
  expect(month).toMatchObject({ month: '2026-01', source: 'sandbox', candles: 2, missing: 0, tick_size: '0.01' });
  for (const encoding of ['br', 'gzip, deflate, br;q=0.5', 'gzip', 'br;q=0', 'identity']) {
    const response = await fetch(`${origin}/api/candles/SOL-USDT-SWAP/15m/2026-01/${month?.hash}`, {
      headers: { 'accept-encoding': encoding },
    });
    expect(response.status).toBe(200);
    const { headers } = response;
    expect(headers.get('content-encoding')).toBe(/br(?!;q=0$)/.test(encoding) ? 'br' : null);
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(headers.get('content-type')).toBe('application/octet-stream');
    expect(headers.get('vary')).toContain('accept-encoding');
    const decoded = decodeCandles(new Uint8Array(await response.arrayBuffer()));
    expect(decoded.ok && [...decoded.columns.close]).toEqual([15_000, 15_001]);
  }
});

test('on the sandbox, imported months replace the candles of the sandbox', async () => {
  await store('sandbox', 'LTC-USDT-SWAP', [9_000]);
  expect((await coverageOf('LTC-USDT-SWAP')).is_simulated).toBe(true);
  await store('imported', 'LTC-USDT-SWAP', [9_001]);
  const coverage = await coverageOf('LTC-USDT-SWAP');
  expect(coverage).toMatchObject({ is_simulated: false, months: [{ source: 'imported' }] });
});

test.each([
  ['/api/candles/NONE-USDT-SWAP', 404],
  ['/api/candles/ETH-USDT-SWAP?bar=1m', 400],
  ['/api/candles/ETH-USDT-SWAP/15m/2026-01/0123456789abcdef', 404],
  ['/api/candles/ETH-USDT-SWAP/15m/2026-01/x', 400],
  ['/api/candles/ETH-USDT-SWAP/15m/..%2F..%2Fx/0123456789abcdef', 400],
])('the call %s is refused with %i and is not cached', async (pathname, status) => {
  const response = await fetch(`${origin}${pathname}`);
  expect(response.status).toBe(status);
  expect(response.headers.get('cache-control')).toBe('no-store');
});

test('the server downloads the candles of a requested instrument from the exchange, the newest month first', async () => {
  const job = world.context.candles.filler.start();
  try {
    expect(await coverageOf('ETH-USDT-SWAP')).toMatchObject({ state: 'filling' });
    await expect.poll(async () => (await coverageOf('ETH-USDT-SWAP')).months.length).toBeGreaterThan(0);
  } finally {
    await job.stop();
  }
  const { months } = await coverageOf('ETH-USDT-SWAP');
  const newest = months.at(-1);
  expect(newest).toMatchObject({ source: 'sandbox', missing: 0, tick_size: '0.01' });
  expect(Date.now() - (newest?.to ?? 0)).toBeLessThan(31 * 60_000);
});
