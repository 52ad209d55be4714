// Tests that the rule finds each entry of a lock file that would prevent an installation.
import { expect, test } from 'vitest';
import { checkLock } from './lock.ts';
import { virtualTree } from '../tree.ts';

const integrity = 'sha512-x';
const complete = {
  '': { engines: { node: '>=20.19' } },
  'node_modules/tool': { version: '1.0.0', integrity, optionalDependencies: { 'tool-mac': '1.0.0' } },
  'node_modules/tool-mac': { version: '1.0.0', integrity },
  'node_modules/outer': { version: '1.0.0', integrity, dependencies: { inner: '^2.0.0' } },
  'node_modules/outer/node_modules/inner': { version: '2.0.0', integrity, engines: { node: '18 || >=20' } },
  'node_modules/@rondo/store': { resolved: 'packages/store', link: true },
};

function check(changes: Readonly<Record<string, object | undefined>>): readonly string[] {
  const packages = { ...complete, ...changes };
  const tree = virtualTree({
    'package.json': '{ "engines": { "node": ">=20.19" } }',
    'package-lock.json': JSON.stringify({ lockfileVersion: 3, packages }),
  });
  return checkLock(tree).map(({ message }) => message);
}

test('the rule accepts a complete lock file', () => {
  expect(check({})).toEqual([]);
});

test.each([
  ['an optional package of another platform is missing', { 'node_modules/tool-mac': undefined }],
  ['a nested dependency is missing', { 'node_modules/outer/node_modules/inner': undefined }],
  ['a package refuses the oldest Node', { 'node_modules/new': { version: '1', integrity, engines: { node: '>=22' } } }],
  ['a package has no checksum', { 'node_modules/bare': { version: '1.0.0' } }],
  [
    'an entry contains the address of a registry',
    { 'node_modules/far': { version: '1', integrity, resolved: 'https://r.test/a.tgz' } },
  ],
])('the rule reports the lock file when %s', (_name, changes) => {
  expect(check(changes)).toHaveLength(1);
});

test('the rule reports a dependency as missing when it is installed only inside another package', () => {
  const changes = {
    'node_modules/outer/node_modules/inner': undefined,
    'node_modules/tool/node_modules/inner': { version: '2.0.0', integrity },
  };
  expect(check(changes)).toEqual(['node_modules/outer needs inner, which has no entry: run npm run lock']);
});
