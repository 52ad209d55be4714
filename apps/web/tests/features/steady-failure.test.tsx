// Tests that the message about a failed query stays on the page while the query is fetched again.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ApiError } from '../../src/api/calls/api-error.ts';
import { BotsTab } from '../../src/app/pages/bots-tab.tsx';
import { fixedMargin, fixedStatus } from '../../src/workbench/samples.ts';
import { pass, startClock } from '../support/clock.ts';
import { memberStorage, show } from '../support/show.tsx';

beforeEach(startClock);
afterEach(() => {
  vi.useRealTimers();
});

test('when the bots cannot be loaded, the message with its button stays visible during every further attempt', async () => {
  const failing = vi.fn(() => Promise.reject(new ApiError({ status: 500, code: 'INTERNAL' })));
  // An attempt that never ends keeps the query in the state that hid the message before.
  const endless = vi.fn(() => new Promise<never>(() => undefined));
  let hasFailed = false;
  const myBots = () => (hasFailed ? endless() : failing());
  const responses = { myBots, margin: () => fixedMargin, oauthStatus: () => fixedStatus };
  await show(<BotsTab />, { responses, storage: memberStorage() });
  await pass(60_000);
  const retry = page.getByRole('button', { name: 'Try again' });
  await expect.element(retry).toBeVisible();
  hasFailed = true;
  await pass(60_000);
  expect(endless).toHaveBeenCalled();
  await expect.element(retry).toBeVisible();
});
