// Tests of the declaration of fills that the exchange no longer lists when the engine starts again.
import { fakeVenue } from '@rondo/testkit';
import { expect, test } from 'vitest';
import { openWorld } from './fake-world.ts';

test.each([
  ['longer than the exchange lists fills', fakeVenue.fillsKeptMs + 86_400_000, 1],
  ['shorter than the exchange lists fills', fakeVenue.fillsKeptMs - 86_400_000, 0],
])('the log of a bot declares a gap once after a stop that was %s', async (_case, stopMs, count) => {
  const { begin, run, lines, memory } = openWorld();
  const first = begin('first');
  await run(10_000);
  await first.stop();
  expect(lines()).not.toContain('ledgerGap');
  await run(stopMs);
  const second = begin('second');
  await run(10_000);
  await second.stop();
  const third = begin('third');
  await run(10_000);
  const gaps = memory.contents.logs.filter(({ messageKey }) => messageKey === 'bots.log.ledgerGap');
  expect(gaps.map(({ parameters }) => parameters)).toEqual(Array.from({ length: count }, () => ({ days: '1' })));
  await third.stop();
});
