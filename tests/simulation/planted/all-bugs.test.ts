// Tests of the list of known bugs: each change of a source text fits its file, each bug names one invariant, and few bugs have a named test.
import { expect, test } from 'vitest';
import { allDefects } from '../faults/all-defects.ts';
import { findCatch } from '../faults/find-seed.ts';
import { applyPatch, checkPatches } from './source-patch.ts';

test('every change of a source text fits its file exactly once', async () => {
  for (const { patches = [], settings = [] } of allDefects) await checkPatches([...settings, ...patches]);
});

test('a change that does not fit its file is refused', () => {
  const change = { file: 'a.ts', from: 'x', to: 'y' };
  expect(applyPatch('1 x 2', change)).toBe('1 y 2');
  expect(() => applyPatch('x x', change)).toThrow('occurs 2 times in a.ts');
  expect(() => applyPatch('', change)).toThrow('occurs 0 times in a.ts');
});

test('every known bug has a name of its own and names one invariant, and at most 8 of them are found by a named test', () => {
  expect(new Set(allDefects.map(({ name }) => name)).size).toBe(allDefects.length);
  expect(allDefects.filter(({ caughtBy }) => caughtBy.length !== 1)).toEqual([]);
  expect(allDefects.filter((defect) => defect.test !== undefined).length).toBeLessThanOrEqual(8);
  const ofOthers = allDefects.filter(({ name }) => name.startsWith('M')).map(({ name }) => Number(name.slice(1)));
  expect(ofOthers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 24 }, (_, index) => index + 1));
});

test.each(['E2'])('the simulation finds the known bug %s, which is a change of a source text', async (name) => {
  const defect = allDefects.find((each) => each.name === name);
  if (defect === undefined) throw new Error(`The known bug ${name} does not exist.`);
  expect(await findCatch(defect, 10)).toMatchObject({ invariant: defect.caughtBy[0] });
});
