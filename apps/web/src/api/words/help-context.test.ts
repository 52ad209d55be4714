// The links of an installation: what the server answers is taken, what a browser would run is not.
import { helpLinksSchema, routes } from '@rondo/contract';
import { expect, test } from 'vitest';
import { helpPath, parseHelpLinks } from './help-context.tsx';

test('guide, documentation and support are the links that the installation has set', () => {
  const set = helpLinksSchema.parse({
    guide_url: 'https://guide.test/',
    documentation_url: null,
    support_url: 'mailto:help@rondo.test',
  });
  expect(parseHelpLinks(set)).toEqual(set);
  expect(helpPath).toBe(routes.help.path);
});

test.each(['javascript:alert(1)', 'data:text/html,x', '', '/relative', 7, undefined])(
  'an address like %j is no link',
  (address) => {
    expect(parseHelpLinks({ guide_url: address, documentation_url: null, support_url: null })).toBeUndefined();
  },
);
