// Tests of positions and names of the WAL.
import { expect, test } from 'vitest';
import { lsnText, parseLsn, parseSegmentName, segmentName, segmentStart } from './wal-position.ts';

const [small, large] = [16 * 2 ** 20, 64 * 2 ** 20];

// The names are those of pg_walfile_name of PostgreSQL.
test.each([
  ['0/39000028', 1, small, '000000010000000000000039'],
  ['1A/FF000000', 3, small, '000000030000001A000000FF'],
  ['1A/FF000000', 3, large, '000000030000001A0000003F'],
  ['0/0', 1, small, '000000010000000000000000'],
])(
  'the position %s in timeline %i has a segment of %i bytes with the name %s',
  (text, timeline, segmentBytes, name) => {
    const start = segmentStart(parseLsn(text), segmentBytes);
    expect(segmentName({ timeline, start }, segmentBytes)).toBe(name);
    expect(parseSegmentName(name, segmentBytes)).toEqual({ timeline, start });
    expect(lsnText(parseLsn(text))).toBe(text);
  },
);

test('another text is no position and no name', () => {
  for (const text of ['', '0', '0/', '0/123456789', 'x/1']) expect(() => parseLsn(text)).toThrow('is not a position');
  expect(parseSegmentName('00000001.history', small)).toBeNull();
});
