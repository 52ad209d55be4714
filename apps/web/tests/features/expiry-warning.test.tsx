// Tests of the duration of warnings about an account that expires soon (specification 4).
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ConnectionMonitor } from '../../src/features/connection/warnings/connection-monitor.tsx';
import { fixedAccount, fixedStatus } from '../../src/workbench/samples.ts';
import { pass, startClock } from '../support/clock.ts';
import { memberStorage, show } from '../support/show.tsx';

beforeEach(startClock);
afterEach(() => {
  vi.useRealTimers();
});

const minuteMs = 60_000;

const showExpiring = async (minutes: number) => {
  // Half a minute is added to the remaining time, so that the number of whole minutes does not change while the page is rendered.
  const expiresAt = Math.floor((Date.now() + (minutes + 0.5) * minuteMs) / 1_000);
  const oauthStatus = () => ({ ...fixedStatus, accounts: [{ ...fixedAccount, expires_at: expiresAt }] });
  await show(<ConnectionMonitor />, { responses: { oauthStatus }, storage: memberStorage() });
};

const countToasts = (): number => page.getByRole('button', { name: 'Close' }).elements().length;

/** Expects that a warning is shown now and removed after `stayMs`. */
async function expectStays(stayMs: number): Promise<void> {
  await vi.waitFor(() => expect(countToasts()).toBe(1));
  await pass(stayMs * 0.7);
  expect(countToasts()).toBe(1);
  await pass(stayMs * 0.4);
  await vi.waitFor(() => expect(countToasts()).toBe(0));
}

test('when at most 30 minutes are left, a warning is shown for 10 s', async () => {
  await showExpiring(25);
  await expectStays(10_000);
});

test('when at most 10 minutes are left, a dialog is shown, and after the dialog has closed, a warning is shown for 30 s', async () => {
  await showExpiring(8);
  const dialog = page.getByRole('alertdialog');
  await expect.element(dialog).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Reload the page' })).toBeEnabled();
  await dialog.getByRole('button').first().click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expectStays(30_000);
});
