// Tests the host names and origins under which the server may be called.
import { expect, test } from 'vitest';
import { createHostList } from '../../src/api/host-list.ts';

const list = createHostList({ publicUrl: 'https://bots.example', hosts: ['engine-1'] });

test.each([
  ['bots.example', true],
  ['BOTS.example:443', true],
  ['localhost:3000', true],
  ['127.0.0.1:3000', true],
  ['[::1]:3000', true],
  ['10.0.0.7:3000', true],
  ['engine-1:3000', true],
  ['evil.test:3000', false],
  ['bots.example.evil.test', false],
  ['localhost.evil.test', false],
  ['evil.test@bots.example', false],
  ['', false],
  [undefined, false],
])('the header Host %j is allowed: %s', (host, isAllowed) => {
  expect(list.allowsHost(host)).toBe(isAllowed);
});

test.each([
  ['https://bots.example', 'bots.example', true],
  ['https://bots.example', '127.0.0.1:3000', true],
  ['http://bots.example', 'bots.example', false],
  ['https://bots.example:444', 'bots.example:444', false],
  ['http://localhost:3000', 'localhost:3000', true],
  ['https://localhost:3000', 'localhost:3000', false],
  ['http://localhost:4000', 'localhost:3000', false],
  ['http://evil.test:3000', 'evil.test:3000', false],
  ['null', 'localhost:3000', false],
])('a page of the origin %s may send a request to %s: %s', (origin, host, isAllowed) => {
  expect(list.allowsOrigin(origin, host)).toBe(isAllowed);
});
