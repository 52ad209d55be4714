// Tests of the account list: one list of the linked accounts, and the error when the list cannot be loaded, which is shown for 3 s (specification 8).
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ApiError } from '../../src/api/calls/api-error.ts';
import { ProofProvider } from '../../src/features/security/proof-context.tsx';
import { AccountsSection } from '../../src/features/link/accounts/accounts-section.tsx';
import { ToastContext } from '../../src/lib/toasts.ts';
import { fixedAccount, fixedStatus } from '../../src/workbench/samples.ts';
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
  // The code of the toasts is loaded with the first toast.
  await vi.waitFor(() => expect(countToasts()).toBe(1), { timeout: 10_000 });
  const shownAt = Date.now();
  await pass(2_000);
  expect(countToasts()).toBe(1);
  await pass(1_200);
  await vi.waitFor(() => expect(countToasts()).toBe(0));
  // The wait advances the clock too, so it alone would accept a message of five seconds.
  expect(Date.now() - shownAt).toBeLessThan(4_000);
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

test('an account that was linked by a key alone is shown without a notice that no account is linked', async () => {
  const status = { ...fixedStatus, accounts: [{ ...fixedAccount, expires_at: null }] };
  const responses = { oauthStatus: () => status };
  const section = (
    <ProofProvider>
      <AccountsSection onAsk={() => undefined} />
    </ProofProvider>
  );
  await show(section, { responses, storage: memberStorage() });
  await vi.waitFor(() => expect(document.querySelector('.account-card')).not.toBeNull());
  expect(page.getByRole('button', { name: 'Link an account' }).elements()).toEqual([]);
  expect(
    page
      .getByRole('heading', { level: 2 })
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['OKX accounts']);
});
