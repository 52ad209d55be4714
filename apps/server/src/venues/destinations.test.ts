// Tests to which origins the clients of exchanges may connect.
import { okxSiteOf, okxSites } from '@rondo/exchange';
import { expect, test } from 'vitest';
import { destinationsOf } from './destinations.ts';
import { okxPublicSite } from './okx/okx-sites.ts';

const config = { isKeyedVenueOn: true, keyedVenueOrigin: 'https://api.lbkex.com' };

test('on a live venue the destinations are every site and socket of OKX, and LBank while it is on', () => {
  const live = destinationsOf(config, null);
  const sites = Object.keys(okxSites).flatMap((domain) =>
    ['live', 'demo'].flatMap((environment) => okxSiteOf({ environment, domain }) ?? []),
  );
  const { restOrigin, wsBase, wsAlternates = [] } = okxPublicSite();
  const used = [restOrigin, wsBase, ...wsAlternates, ...sites.flatMap((site) => [site.restOrigin, site.wsBase])];
  for (const address of used) expect(live.has(new URL(address).origin)).toBe(true);
  expect(live.has('https://api.lbkex.com')).toBe(true);
  expect([...live].every((origin) => /^(https|wss):\/\/[a-z]+\.(okx|lbkex)\.com(:8443)?$/.test(origin))).toBe(true);
  expect(destinationsOf({ ...config, isKeyedVenueOn: false }, null).has('https://api.lbkex.com')).toBe(false);
});

test('the sandbox is the only destination of its venue', () => {
  const site = { restOrigin: 'http://127.0.0.1:7001', wsBase: 'ws://127.0.0.1:7001/ws/v5' };
  expect([...destinationsOf(config, site)]).toEqual(['http://127.0.0.1:7001', 'ws://127.0.0.1:7001']);
});
