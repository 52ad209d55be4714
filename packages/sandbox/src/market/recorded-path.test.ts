// Tests of replays: the price path inside a candle, and the recorded candles that clients read.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { isRecorded, recordedFolder } from '../../../../tests/recordings.ts';
import { rowsOf } from '../wire/envelope.ts';
import { instrumentOf } from '../accounting/margin.ts';
import { readRecording } from './recorded-path.ts';
import { openHarness } from '../../tests/_harness.ts';

const ETH = instrumentOf('ETH-USDT-SWAP');
const header = 'ts_ms,open,high,low,close,volume';
const rows = [
  '0,100.00,100.00,100.00,100.00,1',
  '60000,100.00,100.00,100.00,100.00,1',
  // The path of a rising candle is open, low, high, close. The path of a falling candle is open, high, low, close.
  '120000,100.00,103.00,99.00,102.00,5',
  '180000,101.00,104.00,98.00,99.00,5',
  '240000,99.00,99.50,99.00,99.50,5',
];
const recording = [header, ...rows].join('\n');
const replay = { instId: 'ETH-USDT-SWAP', text: recording };

test('the path of a rising candle reaches its low first, and the path of a falling candle reaches its high first', () => {
  const read = readRecording(recording, ETH);
  if (!read.ok) throw new Error(read.refusal.reason);
  const walked: number[] = [];
  read.path.corners(119_999, 239_999, (ticks) => walked.push(ticks / 100));
  expect(walked).toEqual([100, 99, 103, 102, 101, 104, 98, 99]);
});

test('a price that is not a multiple of the tick is refused with its line number', () => {
  const read = readRecording(`${header}\n0,1,1,1,1,1\n60000,1.005,2,1,1,1`, ETH);
  expect(read).toMatchObject({ ok: false, refusal: { line: 3 } });
});

test('a recording of trades is replayed one trade at a time', () => {
  const read = readRecording('ts_ms,price,qty,buyer_is_maker\n0,100.00,1,0\n10,100.05,2,1\n20,99.95,1,0', ETH);
  if (!read.ok) throw new Error(read.refusal.reason);
  const walked: number[] = [];
  read.path.corners(-1, 20, (ticks) => walked.push(ticks));
  expect(walked).toEqual([10_000, 10_005, 9_995]);
  expect(read.path.priceAt(15)).toBe(10_005);
});

test('resting orders fill completely, in the sequence in which the candle reaches their prices', () => {
  const harness = openHarness({ replay });
  harness.order({ side: 'buy', ordType: 'limit', px: '99.5', sz: '7', clOrdId: 'low' });
  harness.order({ side: 'sell', ordType: 'limit', px: '102.5', sz: '3', clOrdId: 'high' });
  harness.core.advance({ instId: ETH.instId, candles: 2 });
  const fills = [...harness.get('/api/v5/trade/fills')].reverse();
  expect(fills.map((fill) => [fill['clOrdId'], fill['fillPx'], fill['fillSz']])).toEqual([
    ['low', '99.5', '7'],
    ['high', '102.5', '3'],
  ]);
  expect(harness.get('/api/v5/market/ticker?instId=ETH-USDT-SWAP')[0]?.['last']).toBe('102');
});

test('a market with speed 0 moves by the requested number of candles and stops at the end of the file', () => {
  const harness = openHarness({ replay });
  expect(harness.core.advance({ instId: ETH.instId, candles: 1 })).toMatchObject({
    ok: true,
    last: '100',
    candlesLeft: 3,
  });
  expect(harness.core.advance({ instId: ETH.instId, candles: 2 })).toMatchObject({
    ok: true,
    last: '99',
    candlesLeft: 1,
  });
  expect(harness.core.advance({ instId: ETH.instId, candles: 9 })).toMatchObject({
    ok: true,
    last: '99.5',
    candlesLeft: 0,
  });
  expect(harness.core.advance({ instId: 'NO-USDT-SWAP' }).ok).toBe(false);
});

test('at speed 60, one second of wall time is one minute of market time, and the open candle contains the prices of all its market minutes', () => {
  const harness = openHarness({ replay, speed: 60 });
  harness.clock.pass(2_000);
  harness.core.step();
  const { json } = harness.core.request({
    method: 'GET',
    path: '/api/v5/market/candles',
    query: 'instId=ETH-USDT-SWAP&limit=1',
  });
  const [candle] = rowsOf(json);
  expect(candle).toMatchObject([
    expect.anything(),
    '100',
    '103',
    '99',
    '102',
    expect.anything(),
    expect.anything(),
    expect.anything(),
    '0',
  ]);
});

const file = path.join(recordedFolder, 'okx-swap', 'ETH-USDT-SWAP_1m_2025-03.csv.gz');

test.skipIf(!isRecorded(file))('the history of a replay returns exactly the recorded candles', () => {
  const text = gunzipSync(readFileSync(file)).toString('utf8');
  const recorded = text
    .split('\n')
    .slice(1, 1_441)
    .map((line) => line.split(',').slice(1, 5).map(Number));
  const harness = openHarness({ replay: { instId: ETH.instId, text } });
  const { json } = harness.core.request({
    method: 'GET',
    path: '/api/v5/market/history-candles',
    query: 'instId=ETH-USDT-SWAP&bar=1m&limit=300',
  });
  // The newest row is the open candle of the current minute, which is not part of the recording.
  const read = rowsOf(json)
    .slice(1)
    .map((row) => (Array.isArray(row) ? row.slice(1, 5).map(Number) : []));
  expect(read.reverse()).toEqual(recorded.slice(-299));
});
