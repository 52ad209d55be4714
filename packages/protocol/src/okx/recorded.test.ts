// Tests that the schemas parse recorded messages of the exchange. The tests with recordings are skipped when the recordings are missing.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { isRecorded, recordedFolder } from '../../../../tests/recordings.ts';
import { parseOkxEnvelope } from './transport/envelope.ts';
import { okxInstrumentSchema } from './market/instruments.ts';
import { okxTickerSchema, okxTradeSchema } from './market/tickers.ts';
import { parseOkxFrame } from './transport/socket-frames.ts';

const folder = join(recordedFolder, 'okx-messages');
const hasRecordings = isRecorded(folder);

function readRecording(part: string): string {
  const name = readdirSync(folder).find((one) => one.includes(part));
  if (name === undefined) throw new Error(`the folder ${folder} has no recording of ${part}`);
  return gunzipSync(readFileSync(join(folder, name))).toString('utf8');
}

test.skipIf(!hasRecordings)(
  'every recorded swap instrument is parsed, and the USDT instruments have a tick size and a lot size',
  () => {
    const recorded: { response: unknown } = JSON.parse(readRecording('instruments_SWAP'));
    const envelope = parseOkxEnvelope(JSON.stringify(recorded.response));
    const rows = (envelope?.data ?? []).map((row) => okxInstrumentSchema.parse(row));
    expect(rows.length).toBe(166);
    const usdt = rows.filter((row) => row.settleCcy === 'USDT' && row.state === 'live');
    expect(usdt.length).toBeGreaterThan(50);
    expect(usdt.every((row) => row.tickSz !== '' && row.lotSz !== '' && row.ctVal !== '')).toBe(true);
  },
);

test.skipIf(!hasRecordings)(
  'every recorded socket frame is recognised, and the ticker and trade rows are parsed',
  () => {
    const frames = readRecording('public-ws')
      .split('\n')
      .filter((line) => /^\d+(\.\d+)?: /.test(line))
      .map((line) => parseOkxFrame(line.slice(line.indexOf(': ') + 2)));
    expect(frames.length).toBeGreaterThan(200);
    expect(frames.filter((frame) => frame.kind === 'unrecognised')).toEqual([]);
    const rows = frames.flatMap((frame) =>
      frame.kind === 'push' ? frame.data.map((row) => ({ channel: frame.arg.channel, row })) : [],
    );
    const tickers = rows.filter((one) => one.channel === 'tickers').map((one) => okxTickerSchema.parse(one.row));
    const trades = rows.filter((one) => one.channel === 'trades').map((one) => okxTradeSchema.parse(one.row));
    expect(tickers.length).toBeGreaterThan(0);
    expect(trades.length).toBeGreaterThan(0);
  },
);

test('an unknown word is parsed to the value `unrecognised` with its raw text', () => {
  const row = okxInstrumentSchema.parse({ instType: 'SWAP', instId: 'ETH-USDT-SWAP', state: 'frozen', newField: 1 });
  expect(row.state).toEqual({ kind: 'unrecognised', raw: 'frozen' });
});

test('an HTML page, a truncated response and a list without an envelope are not parsed as an envelope', () => {
  for (const text of ['<html></html>', '{"code":"0","data":[{', '[]', '', 'null'])
    expect(parseOkxEnvelope(text)).toBeUndefined();
  expect(parseOkxEnvelope('{"msg":"x","code":"50103"}')).toEqual({ code: '50103', msg: 'x', data: [] });
});
