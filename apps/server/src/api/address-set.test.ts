// Tests which addresses a set from the settings contains.
import { expect, test } from 'vitest';
import { createAddressSet } from './address-set.ts';

test.each([
  ['loopback', '127.0.0.1', true],
  ['loopback', '127.0.0.9', true],
  ['loopback', '::1', true],
  ['loopback', '::ffff:127.0.0.1', true],
  ['loopback', '10.0.0.2', false],
  ['10.0.0.0/8', '10.200.0.1', true],
  ['10.0.0.0/8', '::ffff:10.200.0.1', true],
  ['10.0.0.0/8', '11.0.0.1', false],
  ['fd00::/8', 'fd12::4', true],
  ['fd00::/8', 'fe80::1', false],
  ['192.0.2.7', '192.0.2.8', false],
  ['loopback', '', false],
])('for the set %s, the membership of the address %s is %s', (entry, address, isMember) => {
  expect(createAddressSet([entry]).has(address)).toBe(isMember);
});
