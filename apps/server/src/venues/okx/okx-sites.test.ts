// Tests of the table of sites: a caller cannot choose the host to which the server sends a code.
import { expect, test } from 'vitest';
import { okxLinkSites } from './okx-sites.ts';

test.each(['evil.test', 'https://www.okx.com.evil.test', 'www.okx.com@evil.test', '127.0.0.1', '', 'constructor'])(
  'a domain that is not in the table has no site: %j',
  (domain) => {
    expect(okxLinkSites().find(domain)).toBeNull();
    expect(okxLinkSites().originOf(domain)).toBeNull();
  },
);

test('a callback without a domain belongs to the global site, and each known domain has an https origin', () => {
  const sites = okxLinkSites();
  expect(sites.find(undefined)).toBe('global');
  expect(sites.originOf('global')).toBe('https://www.okx.com');
});
