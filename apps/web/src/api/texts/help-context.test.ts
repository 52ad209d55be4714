// Tests of the help links: web and mail addresses are accepted, executable addresses are rejected.
import { helpLinksSchema, routes } from '@rondo/contract';
import { expect, test } from 'vitest';
import { helpPath, parseHelpLinks } from './help-context.tsx';

test('valid links to the guide, the documentation and support are accepted, and `helpPath` is the path of the help route in the contract', () => {
  const set = helpLinksSchema.parse({
    guide_url: 'https://guide.test/',
    documentation_url: null,
    support_url: 'mailto:help@rondo.test',
  });
  expect(parseHelpLinks(set)).toEqual(set);
  expect(helpPath).toBe(routes.help.path);
});

test.each(['javascript:alert(1)', 'data:text/html,x', '', '/relative', 7, undefined])(
  'the address %j is rejected',
  (address) => {
    expect(parseHelpLinks({ guide_url: address, documentation_url: null, support_url: null })).toBeUndefined();
  },
);
