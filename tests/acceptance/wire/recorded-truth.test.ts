// Tests with recorded messages of OKX. Our schemas must keep every recorded field, and the sandbox must return every recorded field with the recorded type.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import {
  okxBookSchema,
  okxInstrumentSchema,
  okxTickerSchema,
  okxTradeSchema,
  parseOkxEnvelope,
  parseOkxFrame,
  type OkxSchema,
} from '@rondo/protocol';
import { expect, test } from 'vitest';
import { isRecorded, recordedFolder } from '../../recordings.ts';
import { openHarness, type Fields } from '../support/harness.ts';
import { ETH, present } from '../support/venue.ts';

const folder = join(recordedFolder, 'okx-messages');
const hasRecordings = isRecorded(folder);

function readRecording(part: string): string {
  const name = present(
    readdirSync(folder).find((one) => one.includes(part)),
    `recording of ${part}`,
  );
  return gunzipSync(readFileSync(join(folder, name))).toString('utf8');
}

/** Returns every recorded frame that the exchange sent. */
function recordedFrames(): readonly Fields[] {
  return readRecording('public-ws')
    .split('\n')
    .filter((line) => /^\d+(\.\d+)?: /.test(line))
    .map((line) => JSON.parse(line.slice(line.indexOf(': ') + 2)) as Fields); // The recorder stored only JSON records.
}

const channelOf = (frame: Fields): unknown => (frame['arg'] as Fields | undefined)?.['channel'];
const recordedRows = (channel: string): readonly Fields[] =>
  recordedFrames().flatMap((frame) =>
    channelOf(frame) === channel && frame['data'] !== undefined ? (frame['data'] as readonly Fields[]) : [],
  );

/** Converts a parsed value to the text that the exchange sent: an instant becomes digits, and an absent value becomes an empty text. */
function written(value: unknown): unknown {
  if (value === null) return '';
  return typeof value === 'number' ? String(value) : value;
}

/** Returns the fields of a recorded row that the schema dropped or changed. */
function lost(row: Fields, schema: OkxSchema<unknown>): readonly string[] {
  const parsed = schema.parse(row) as Fields; // Every schema of this test reads a record.
  return Object.keys(row).filter(
    (name) => JSON.stringify(written(parsed[name])) !== JSON.stringify(written(row[name])),
  );
}

/** Returns the type of a value. For a list, the result also contains the type of the items. */
function kindOf(value: unknown): string {
  if (!Array.isArray(value)) return value === null ? 'null' : typeof value;
  return value.length === 0 ? 'list' : `list of ${kindOf(value[0])}`;
}

const kinds = (row: Fields): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, kindOf(value)]));

test.skipIf(!hasRecordings).each([
  ['instruments_SWAP', 166],
  ['instruments_SPOT', 513],
] as const)('the schema keeps every field of the recorded %s', (part, count) => {
  const { response } = JSON.parse(readRecording(part)) as { readonly response: Fields };
  const rows = present(parseOkxEnvelope(JSON.stringify(response)), 'envelope').data as readonly Fields[];
  expect(rows).toHaveLength(count);
  expect(rows.flatMap((row) => lost(row, okxInstrumentSchema))).toEqual([]);
});

test.skipIf(!hasRecordings)('the schemas keep every field of a recorded ticker, trade and book', () => {
  for (const [channel, schema] of [
    ['tickers', okxTickerSchema],
    ['trades', okxTradeSchema],
    ['books', okxBookSchema],
  ] as const) {
    const rows = recordedRows(channel);
    expect(rows.length, channel).toBeGreaterThan(5);
    expect(
      rows.flatMap((row) => lost(row, schema)),
      channel,
    ).toEqual([]);
  }
});

test.skipIf(!hasRecordings)('every recorded frame is parsed as a frame of its kind, and its rows do not change', () => {
  const frames = recordedFrames();
  expect(frames.length).toBeGreaterThan(200);
  for (const frame of frames) {
    const read = parseOkxFrame(JSON.stringify(frame));
    expect(read.kind).toBe(frame['event'] === undefined ? 'push' : 'event');
    expect(read).toMatchObject(frame);
  }
});

test.skipIf(!hasRecordings)(
  'the sandbox returns every recorded field of an instrument with the recorded type',
  async () => {
    const { response } = JSON.parse(readRecording('instruments_SWAP')) as {
      readonly response: { readonly data: readonly Fields[] };
    };
    const recorded = present(
      response.data.find((row) => row['instId'] === ETH),
      'recorded ETH swap',
    );
    const harness = await openHarness();
    const { row } = await harness.get('public/instruments', { instType: 'SWAP', instId: ETH });
    expect(kinds(row)).toMatchObject(kinds(recorded));
    expect(Object.keys(recorded).length).toBeGreaterThan(20);
  },
);

test.skipIf(!hasRecordings)(
  'the sandbox pushes every recorded field of tickers, trades and books with the recorded type',
  async () => {
    const harness = await openHarness();
    const socket = harness.socket('/ws/v5/public');
    const channels = ['tickers', 'trades', 'books'] as const;
    socket.send({ op: 'subscribe', args: channels.map((channel) => ({ channel, instId: ETH })) });
    harness.walk('2001');
    for (const channel of channels) {
      const recorded = present(
        recordedFrames().find((frame) => channelOf(frame) === channel && frame['data'] !== undefined),
        channel,
      );
      const pushed = present(
        socket.frames.find((frame) => channelOf(frame) === channel && frame['data'] !== undefined),
        channel,
      );
      expect(kinds(pushed)).toMatchObject(kinds(recorded));
      const [row] = pushed['data'] as readonly Fields[];
      for (const one of recordedRows(channel).slice(0, 1))
        expect(kinds(present(row, channel))).toMatchObject(kinds(one));
    }
    const ack = recordedFrames().find((frame) => frame['event'] === 'subscribe');
    expect(kinds(present(socket.frames[0], 'acknowledgement'))).toMatchObject(
      kinds(present(ack, 'recorded acknowledgement')),
    );
  },
);
