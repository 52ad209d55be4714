// Tests which Node versions the nightly run uses beside the running one.
import { expect, test } from 'vitest';
import { findNode, otherMajors } from './other-node.mjs';

test.each([
  ['20.20.2', [24]],
  ['22.11.0', [20, 24]],
  ['24.1.0', [20]],
])('a nightly run with Node %s also runs the tests with the versions %j', (version, majors) => {
  expect(otherMajors(version)).toEqual(majors);
});

test('the variable of a version names its program, and a program that does not exist is not replaced by another one', async () => {
  expect(await findNode(24, { NODE_24: process.execPath })).toBe(process.execPath);
  expect(await findNode(24, { NODE_24: '/nonexistent/node' })).toBeNull();
});
