// Tests of the name to which passkeys are bound.
import { expect, test } from 'vitest';
import { relyingPartyOf } from './relying-party.ts';

test('passkeys are bound to the host of the public address, and to localhost without one', () => {
  const published = 'https://rondo.example:8443';
  expect(relyingPartyOf(published, { host: 'rondo.example:8443', origin: published })).toEqual({
    id: 'rondo.example',
    origin: published,
  });
  expect(relyingPartyOf(null, { host: 'localhost:4000', origin: 'http://localhost:4000' })).toEqual({
    id: 'localhost',
    origin: 'http://localhost:4000',
  });
});

test.each([
  [null, '127.0.0.1:4000', undefined],
  [null, '[::1]:4000', undefined],
  [null, 'rondo.lan', undefined],
  [null, undefined, undefined],
  ['https://rondo.example', 'localhost:4000', undefined],
  ['https://rondo.example', 'rondo.example', 'http://rondo.example'],
  ['https://10.0.0.1', '10.0.0.1', undefined],
] as const)(
  'with the public address %s, the host %s and the origin %s there are no passkeys',
  (publicUrl, host, origin) => {
    expect(relyingPartyOf(publicUrl, { host, origin })).toBeNull();
  },
);
