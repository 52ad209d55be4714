// Tests of the cookie that says that a session can be restored.
import { expect, test } from 'vitest';
import { hasSessionCookie } from './session-cookie.ts';

test.each([
  ['rondo_session=1', true],
  ['theme=dark; rondo_session=1', true],
  ['rondo_session=1; theme=dark', true],
  ['', false],
  ['rondo_session=', false],
  ['x_rondo_session=1', false],
  ['rondo_session=10', false],
])('the cookies "%s" contain the cookie of a session: %s', (cookies, expected) => {
  expect(hasSessionCookie(cookies)).toBe(expected);
});
