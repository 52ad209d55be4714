// Tests the timeout of lazily loaded chunks (specification 9).
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isChunkError } from '../../app/pages/error-page.tsx';
import { withChunkTimeout } from './lazy-component.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a chunk that does not load within 120 s causes a chunk load error', async () => {
  const outcome = withChunkTimeout(new Promise(() => undefined)).then(
    () => 'came',
    (error: unknown) => (isChunkError(error) ? 'chunk load error' : 'other'),
  );
  let seen = '';
  void outcome.then((text) => {
    seen = text;
  });
  await vi.advanceTimersByTimeAsync(119_999);
  expect(seen).toBe('');
  await vi.advanceTimersByTimeAsync(1);
  expect(seen).toBe('chunk load error');
});

test('no timer is running after a chunk has loaded', async () => {
  await expect(withChunkTimeout(Promise.resolve('code'))).resolves.toBe('code');
  expect(vi.getTimerCount()).toBe(0);
});
