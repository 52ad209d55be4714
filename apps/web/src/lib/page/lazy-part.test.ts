// A chunk that does not come is given up after the time of the specification, as the chunk load error.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isChunkError } from '../../app/pages/error-page.tsx';
import { inTime } from './lazy-part.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a chunk that takes 120 s is a chunk load error', async () => {
  const outcome = inTime(new Promise(() => undefined)).then(
    () => 'came',
    (error: unknown) => (isChunkError(error) ? 'chunk load error' : 'other'),
  );
  let settled = '';
  void outcome.then((what) => {
    settled = what;
  });
  await vi.advanceTimersByTimeAsync(119_999);
  expect(settled).toBe('');
  await vi.advanceTimersByTimeAsync(1);
  expect(settled).toBe('chunk load error');
});

test('a chunk that comes leaves no timer behind', async () => {
  await expect(inTime(Promise.resolve('code'))).resolves.toBe('code');
  expect(vi.getTimerCount()).toBe(0);
});
