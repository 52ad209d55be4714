// Tests that the rule finds each word of an exchange in the engine and the strategy, and accepts the word in other packages.
import { expect, test } from 'vitest';
import { virtualTree } from '../tree.ts';
import { checkVenueNeutral } from './venue-neutral.ts';

const found = (file: string, text: string): number => checkVenueNeutral(virtualTree({ [file]: text })).length;

test.each([
  '// Source: OKX v5',
  'export const createLbankEngine = 1;',
  'const level = account.acctLv;',
  'const row = { posSide, clOrdId: id };',
  "if (code === '51006') return;",
])('the rule finds the text %s in a source of the engine', (text) => {
  expect(found('packages/engine/src/gate/gate.ts', text)).toBeGreaterThan(0);
  expect(found('packages/strategy/src/step.ts', text)).toBeGreaterThan(0);
  expect(found('packages/exchange/src/okx/venue.ts', text)).toBe(0);
});

test.each([
  'const positionSide = 1;',
  'const limit = 50_000 + 51006;',
  'const permission = 1;',
  '// the venue decides',
])('the rule accepts a source of the engine that contains %s', (text) => {
  expect(found('packages/engine/src/a.ts', text)).toBe(0);
});
