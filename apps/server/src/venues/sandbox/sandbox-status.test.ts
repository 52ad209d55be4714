// Tests to which folder the status file of a sandbox belongs.
import { expect, test } from 'vitest';
import { isStatusOf } from './sandbox-status.ts';

test.each([
  ['of the same folder', { folder: '/home/sandbox' }, true],
  ['of an older version, which names no folder', {}, true],
  ['of the original in a copied folder', { folder: '/original/sandbox' }, false],
])('a server uses the running sandbox of a status file %s: %j', (_case, status, isOwn) => {
  expect(isStatusOf('/home/sandbox', status)).toBe(isOwn);
});
