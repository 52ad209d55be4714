// Tests whose money is simulated.
import { expect, test } from 'vitest';
import { hasSimulatedMoney } from './simulated-money.ts';

test.each<readonly [string, boolean, readonly ('demo' | 'live')[]]>([
  ['without an account', false, []],
  ['with an account of the demo trading only', true, ['demo']],
  ['with an account of real money only', false, ['live']],
  ['with both', false, ['demo', 'live']],
])('on a live venue the money of a person %s is simulated: %s', (_case, isSimulated, environments) => {
  const accounts = environments.map((environment) => ({ environment }));
  expect(hasSimulatedMoney('okx', accounts)).toBe(isSimulated);
  expect(hasSimulatedMoney('sandbox', accounts)).toBe(true);
});
