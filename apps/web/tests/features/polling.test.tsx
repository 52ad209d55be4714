// Tests of the polling periods of pages. The tests count the calls of each page (specification 2, 7 and 9).
import type { ViewerStatus } from '@rondo/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BotsTab } from '../../src/app/pages/bots-tab.tsx';
import { ViewerCard } from '../../src/features/connection/viewer/viewer-card.tsx';
import { ConnectionMonitor } from '../../src/features/connection/warnings/connection-monitor.tsx';
import { HistoryPage } from '../../src/features/history/history-page.tsx';
import { fixedBot, fixedInstrument, fixedMargin, fixedStatus } from '../../src/workbench/samples.ts';
import { pass, startClock } from '../support/clock.ts';
import { memberStorage, show } from '../support/show.tsx';

beforeEach(startClock);
afterEach(() => {
  vi.useRealTimers();
});

/** Waits for the first call, then counts the calls before and after the period has passed. */
async function expectPeriod(calls: { readonly mock: { readonly calls: readonly unknown[] } }, periodMs: number) {
  await vi.waitFor(() => expect(calls.mock.calls.length).toBe(1));
  // The fake clock also advances with real time while the page is rendered, so the first check is long before the end of the period.
  await pass(periodMs * 0.6);
  expect(calls.mock.calls.length).toBe(1);
  await pass(periodMs * 0.45);
  expect(calls.mock.calls.length).toBe(2);
  await pass(periodMs * 10);
  expect(calls.mock.calls.length).toBeGreaterThanOrEqual(11);
  expect(calls.mock.calls.length).toBeLessThanOrEqual(13);
}

test('the history is fetched every 60 s', async () => {
  const list = { items: [], total: 0, total_profit: '0', days: 30, from: '2026-02-01', to: '2026-03-02' };
  const history = vi.fn(() => list);
  await show(<HistoryPage />, { responses: { history }, storage: memberStorage() });
  await expectPeriod(history, 60_000);
});

test('the balance is fetched every 3 s while no socket message contains the balance', async () => {
  const margin = vi.fn(() => fixedMargin);
  const responses = {
    margin,
    oauthStatus: () => fixedStatus,
    myBots: () => [fixedBot],
    instruments: () => ({ items: [fixedInstrument], at: 0 }),
  };
  await show(<BotsTab />, { responses, storage: memberStorage() });
  await expectPeriod(margin, 3_000);
});

test('the list of linked accounts is fetched every 10 s', async () => {
  const oauthStatus = vi.fn(() => fixedStatus);
  await show(<ConnectionMonitor />, { responses: { oauthStatus }, storage: memberStorage() });
  await expectPeriod(oauthStatus, 10_000);
});

test('the WebSocket manager fetches its status every 10 s', async () => {
  const status: ViewerStatus = {
    connected: false,
    authenticated: false,
    connecting: false,
    accountId: null,
    termId: null,
    domain: null,
    reconnectAttempts: 0,
    subscriptions: [],
    lastConnectedAt: null,
    uptimeSeconds: 0,
    messages: [],
    error: null,
  };
  const socketStatus = vi.fn(() => status);
  const card = <ViewerCard accountId="account-1" nameOf={() => 'Main account'} />;
  await show(card, { responses: { socketStatus }, storage: memberStorage() });
  await expectPeriod(socketStatus, 10_000);
});
