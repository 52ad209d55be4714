// Tests that the intervals of the browser have the values of the specification.
import { expect, test } from 'vitest';
import { intervals } from './intervals.ts';

test('the intervals have the values of the specification', () => {
  expect(intervals).toMatchObject({
    balanceMs: 3_000,
    historyMs: 60_000,
    feedReconnectMs: 3_000,
    connectionMs: 10_000,
    viewerStatusMs: 10_000,
    firstSubscriptionMs: 1_000,
    nextSubscriptionMs: 500,
    linkListenerMs: 600_000,
    popUpCloseMs: { callback: 800, success: 1_000, error: 3_000 },
    expiryWarningMs: { critical: 30_000, warning: 10_000 },
    oauthStatusErrorMs: 3_000,
    searchDebounceMs: 300,
  });
});
