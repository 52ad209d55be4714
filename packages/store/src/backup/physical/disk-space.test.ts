// Tests of a disk that is too small for a restore.
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { minFreeBytes } from '../../limits.ts';
import { folderError, refuseFullDisk } from './disk-space.ts';

test('a restore that leaves less free space than a start needs is refused with both sizes', () => {
  const gigabyte = 2 ** 30;
  const check = (free: number) => () => refuseFullDisk('/data/cluster', { free, bytes: gigabyte });
  expect(check(gigabyte + minFreeBytes)).not.toThrow();
  expect(check(gigabyte)).toThrow('The disk of /data has 1024 MB of free space, and the restore needs 1280 MB.');
});

/** A device of Linux on which every write fails like on a full disk. */
const fullDevice = '/dev/full';

test.skipIf(!existsSync(fullDevice))(
  'a disk that becomes full has a sentence, and an unknown error stays as it is',
  async () => {
    const error = await writeFile(fullDevice, 'text').catch((thrown: unknown) => thrown);
    expect(folderError('/data/cluster', error)).toMatchObject({
      kind: 'file',
      message: expect.stringMatching('/data is full'),
    });
    const other = new Error('other');
    expect(folderError('/data/cluster', other)).toBe(other);
  },
);
