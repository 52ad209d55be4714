// Tests that the programs make no text that must not be guessed with `Math.random`: no source uses it, except the port of chance of the engine.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readFloorPlan } from '../project/floor-plan.ts';
import { readTree, textOf } from '../tree.ts';
import { checkEffects } from './effects.ts';

test('ids, tokens, states and passphrases come from the cryptographic source: no program uses Math.random for them', () => {
  const tree = readTree(path.join(fileURLToPath(import.meta.url), '../../../..'));
  const plan = readFloorPlan(textOf(tree, 'ARCHITECTURE.md'));
  // The parser is slow, so it reads only the files that can use it. `npm run tidy` reads all files.
  const near = new Map(
    [...tree].filter(([, { text }]) => text !== null && /\bMath\b/.test(text) && text.includes('random')),
  );
  const found = checkEffects(near, plan).filter(({ message }) => message.includes('"chance"'));
  expect(found).toEqual([]);
  expect(plan.exceptions.filter(({ effects }) => effects.has('chance')).map(({ file }) => file)).toEqual([
    'apps/server/src/async/wall-clock.ts',
  ]);
});
