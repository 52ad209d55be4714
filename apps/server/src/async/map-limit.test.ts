// Bounded work on many things: never more at once, all of it done, and a failure told at the end.
import { expect, test } from 'vitest';
import { mapLimit } from './map-limit.ts';

test('at most so many run at once, in their order, and all are done', async () => {
  const [begun, running]: [number[], number[]] = [[], []];
  let atOnce = 0;
  await mapLimit([1, 2, 3, 4, 5, 6, 7], 3, async (item) => {
    begun.push(item);
    atOnce += 1;
    running.push(atOnce);
    await Promise.resolve();
    atOnce -= 1;
  });
  expect(begun).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(Math.max(...running)).toBe(3);
});

test('one that fails is told after the others have worked off the rest', async () => {
  const done: number[] = [];
  const work = mapLimit([1, 2, 3, 4], 2, async (item) => {
    await Promise.resolve();
    if (item === 1) throw new Error('no');
    done.push(item);
  });
  await expect(work).rejects.toThrow('no');
  expect(done).toEqual([2, 3, 4]);
});

test('as many failures as run at once do not keep the rest from its turn', async () => {
  const done: number[] = [];
  const work = mapLimit([1, 2, 3, 4], 2, async (item) => {
    await Promise.resolve();
    if (item <= 2) throw new Error(`no ${item}`);
    done.push(item);
  });
  await expect(work).rejects.toThrow('no 1');
  expect(done).toEqual([3, 4]);
});
