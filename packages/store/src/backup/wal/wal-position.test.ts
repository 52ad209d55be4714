// Tests of positions and names of the WAL.
import { expect, test } from 'vitest';
import { lsnText, parseLsn, parseSegmentName, segmentName, segmentStart } from './wal-position.ts';

const [small, large] = [16 * 2 ** 20, 64 * 2 ** 20];

// The names are those of pg_walfile_name of PostgreSQL.
test.each([
  { text: '0/39000028', timeline: 1, segmentBytes: small, name: '000000010000000000000039' },
  { text: '1A/FF000000', timeline: 3, segmentBytes: small, name: '000000030000001A000000FF' },
  { text: '1A/FF000000', timeline: 3, segmentBytes: large, name: '000000030000001A0000003F' },
  { text: '0/0', timeline: 1, segmentBytes: small, name: '000000010000000000000000' },
])('the position $text in timeline $timeline is in the segment $name', ({ text, timeline, segmentBytes, name }) => {
  const start = segmentStart(parseLsn(text), segmentBytes);
  expect(segmentName({ timeline, start }, segmentBytes)).toBe(name);
  expect(parseSegmentName(name, segmentBytes)).toEqual({ timeline, start });
  expect(lsnText(parseLsn(text))).toBe(text);
});

test('another text is no position and no name', () => {
  for (const text of ['', '0', '0/', '0/123456789', 'x/1']) expect(() => parseLsn(text)).toThrow('is not a position');
  expect(parseSegmentName('00000001.history', small)).toBeNull();
});
