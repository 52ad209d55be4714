// Tests that the rule finds a package.json with another number of foreign packages than the project has decided.
import { expect, test } from 'vitest';
import { virtualTree } from '../tree.ts';
import { checkDirectPackages } from './direct-packages.ts';

function check(file: string, manifest: object): readonly string[] {
  return checkDirectPackages(virtualTree({ [file]: JSON.stringify(manifest) })).map(({ message }) => message);
}

test.each([
  ['a further package', { dependencies: { a: '1', b: '1', c: '1' } }],
  ['a further package for development', { dependencies: { a: '1', b: '1' }, devDependencies: { c: '1' } }],
  ['a further optional package', { dependencies: { a: '1', b: '1' }, optionalDependencies: { c: '1' } }],
  ['a number that is too large now', { dependencies: { a: '1' } }],
])('the rule reports %s', (_what, manifest) => {
  expect(check('packages/bus/package.json', manifest)).toHaveLength(1);
});

test('the rule counts no package of the project, and a package.json without an entry has no foreign package', () => {
  const own = { '@rondo/store': '0.1.0' };
  expect(check('packages/bus/package.json', { dependencies: { a: '1', b: '1', ...own } })).toEqual([]);
  expect(check('packages/other/package.json', { dependencies: own })).toEqual([]);
  expect(check('packages/other/package.json', { dependencies: { a: '1' } })).toEqual([
    'it has 1 foreign packages, and tools/tidy/project/direct-packages.ts allows 0',
  ]);
  expect(check('tools/fixture/package.json', { dependencies: { a: '1' } })).toEqual([]);
});
