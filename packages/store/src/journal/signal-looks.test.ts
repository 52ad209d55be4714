// Tests of the looks at death signals: an owner is lost only after several looks in sequence, each some time after the look before it.
import { expect, test } from 'vitest';
import { signalLookGapMs, signalLooks } from '../limits.ts';
import { createSignalWatch } from './signal-looks.ts';

const owners = (...names: readonly string[]): ReadonlySet<string> => new Set(names);

test('an owner is lost when three looks in sequence found no signal', () => {
  const looks = createSignalWatch();
  const results = [0, 1, 2, 3].map((number) => [...looks.look(number * signalLookGapMs, owners('a 1'))]);
  expect(signalLooks).toBe(3);
  expect(results).toEqual([[], [], ['a 1'], ['a 1']]);
});

test('looks in quick sequence count as one look', () => {
  const looks = createSignalWatch();
  const lost = Array.from(
    { length: 20 },
    (_, number) => looks.look(1_700_000_000_000 + number * 10, owners('a 1')).size,
  );
  expect(Math.max(...lost)).toBe(0);
});

test('a look that finds the signal begins the count anew, and so does a new key', () => {
  const looks = createSignalWatch();
  const at = (number: number): number => number * signalLookGapMs;
  looks.look(at(0), owners('a 1', 'b 1'));
  looks.look(at(1), owners('a 1', 'b 1'));
  expect(looks.look(at(2), owners('b 2'))).toEqual(owners());
  looks.look(at(3), owners('a 1', 'b 2'));
  expect(looks.look(at(4), owners('a 1', 'b 2'))).toEqual(owners('b 2'));
  expect(looks.look(at(5), owners('a 1'))).toEqual(owners('a 1'));
});
