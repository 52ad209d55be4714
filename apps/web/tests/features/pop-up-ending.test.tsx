// Tests that the pages in the pop-up close after the specified delay (specification 9).
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useEnding } from '../../src/features/link/pop-up/use-ending.ts';
import type { Ending } from '../../src/features/link/pop-up/pop-up-visit.ts';
import { pass, startClock } from '../support/clock.ts';
import { show } from '../support/show.tsx';

const nonce = '0123456789abcdef';

const Page = ({ ending }: { readonly ending: Ending }) => {
  useEnding(ending);
  return <p>pop-up</p>;
};

const close = vi.fn();

beforeEach(() => {
  startClock();
  close.mockClear();
  vi.spyOn(globalThis.window, 'close').mockImplementation(close);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Expects that the page closes after `delayMs`. The first check is long before this time, because the clock also advances while the page is rendered. */
async function expectCloses(delayMs: number): Promise<void> {
  await pass(delayMs * 0.6);
  expect(close).not.toHaveBeenCalled();
  await pass(delayMs * 0.45);
  expect(close).toHaveBeenCalledOnce();
}

const success = { type: 'okx-oauth-success', oauth_type: 'oauth', account_id: 'account-1', nonce } as const;

test.each([
  ['callback', 800],
  ['success', 1_000],
] as const)('the pop-up page %s closes after %i ms', async (name, delayMs) => {
  const ending = { kind: 'notifyAndClose', message: success, page: name } as const;
  await show(<Page ending={ending} />);
  await expectCloses(delayMs);
});

test('the error page closes 3 s after its opener has acknowledged the message, and not earlier', async () => {
  const opener = globalThis.window.parent;
  vi.spyOn(globalThis.window, 'opener', 'get').mockReturnValue(opener);
  const message = { type: 'okx-oauth-error', error: 'denied', nonce } as const;
  const ending = { kind: 'notifyAndClose', message, page: 'error' } as const;
  await show(<Page ending={ending} />);
  await pass(10_000);
  expect(close).not.toHaveBeenCalled();
  const data = { type: 'okx-oauth-heard', nonce };
  dispatchEvent(new MessageEvent('message', { origin: location.origin, source: opener, data }));
  await expectCloses(3_000);
});
