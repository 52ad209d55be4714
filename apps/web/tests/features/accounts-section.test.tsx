// Tests of the account list when it cannot be loaded: the error is shown for 3 s, and some failures are not shown (specification 8).
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ApiError } from '../../src/api/calls/api-error.ts';
import { AccountsSection } from '../../src/features/link/accounts/accounts-section.tsx';
import { ToastContext } from '../../src/lib/toasts.ts';
import { pass, startClock } from '../support/clock.ts';
import { memberStorage, show } from '../support/show.tsx';

beforeEach(startClock);
afterEach(() => {
  vi.useRealTimers();
});

const failing = (status: number) => () =>
  Promise.reject(new ApiError({ status, code: 'UNKNOWN_ERROR', serverMessage: 'boom' }));

const countToasts = (): number => page.getByRole('button', { name: 'Close' }).elements().length;

test('when the server fails, the section shows a message, and the message disappears after 3 s', async () => {
  const responses = { oauthStatus: failing(500) };
  await show(<AccountsSection onAsk={() => undefined} />, { responses, storage: memberStorage() });
  await vi.waitFor(() => expect(countToasts()).toBe(1));
  await pass(2_000);
  expect(countToasts()).toBe(1);
  await pass(1_200);
  await vi.waitFor(() => expect(countToasts()).toBe(0));
});

test.each([401, 404, 429])('a failure with status %i is not shown', async (status) => {
  const toast = vi.fn();
  const section = (
    <ToastContext value={toast}>
      <AccountsSection onAsk={() => undefined} />
    </ToastContext>
  );
  await show(section, { responses: { oauthStatus: failing(status) }, storage: memberStorage() });
  // The grey box is removed when the failure arrives. A toast would be requested at the same moment, so the test waits until the box is removed.
  await vi.waitFor(() => expect(document.querySelector('.skeleton')).toBeNull());
  expect(toast).not.toHaveBeenCalled();
});
