// Tests of the polling periods of pages. The tests count the calls of each page (specification 2, 7 and 9).
import type { MarginResponse, ViewerStatus } from '@rondo/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { FeedProvider } from '../../src/api/feed/feed-context.tsx';
import { BotsTab } from '../../src/app/pages/bots-tab.tsx';
import { ViewerCard } from '../../src/features/connection/viewer/viewer-card.tsx';
import { ConnectionMonitor } from '../../src/features/connection/warnings/connection-monitor.tsx';
import { HistoryPage } from '../../src/features/history/history-page.tsx';
import { fixedBot, fixedInstrument, fixedMargin, fixedPosition, fixedStatus } from '../../src/workbench/samples.ts';
import type { Responses } from '../../src/workbench/world.tsx';
import { pass, startClock } from '../support/clock.ts';
import { memberStorage, show } from '../support/show.tsx';
import { startSockets } from '../support/test-socket.ts';

beforeEach(startClock);
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
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

/**
 * Shows the bots tab with two accounts. For 30 s the socket of the chosen account receives a new balance every `everyMs`. Returns the number of calls
 * for the margin of each account in these 30 s.
 */
async function countMarginCalls(margin: MarginResponse, everyMs: number) {
  const sockets = startSockets();
  const responded: (string | undefined)[] = [];
  const [account] = fixedStatus.accounts;
  const responses: Responses = {
    margin: ({ query }) => {
      responded.push(query?.account_id);
      return { ...margin, account_id: query?.account_id ?? '' };
    },
    oauthStatus: () => ({ ...fixedStatus, accounts: [account!, { ...account!, id: 'account-2', name: 'Second' }] }),
    wsTicket: () => ({ token: 'ticket', expires_at: 1 }),
    myBots: () => [fixedBot],
    instruments: () => ({ items: [fixedInstrument], at: 0 }),
  };
  const tab = (
    <FeedProvider>
      <BotsTab />
    </FeedProvider>
  );
  await show(tab, { responses, storage: memberStorage() });
  await vi.waitFor(() => expect(sockets).toHaveLength(1));
  await vi.waitFor(() => expect(responded).toEqual(expect.arrayContaining(['account-1', 'account-2'])));
  const receive = (total: string): void => {
    const data = { account_id: 'account-1', total_balance: total, available_balance: total, at: Date.now() };
    sockets[0]?.receive({ type: 'balance', data });
  };
  receive('8000.25');
  await expect.element(page.getByText('8,000.25', { exact: false }).first()).toBeVisible();
  responded.length = 0;
  for (let passed = 0; passed < 30_000; passed += everyMs) {
    receive(`${8_000 + passed}.25`);
    await pass(everyMs);
  }
  const count = (id: string): number => responded.filter((each) => each === id).length;
  return { chosen: count('account-1'), other: count('account-2') };
}

test('while the socket sends balances, the balance of its account is not fetched, and that of another account is fetched every 10 s', async () => {
  const { chosen, other } = await countMarginCalls(fixedMargin, 5_000);
  expect(chosen).toBe(0);
  expect(other).toBeGreaterThanOrEqual(2);
});

test('while the account has a position without a bot, its figures are fetched every 3 s, although the socket sends balances', async () => {
  const { chosen } = await countMarginCalls({ ...fixedMargin, foreign_positions: [fixedPosition] }, 1_000);
  expect(chosen).toBeGreaterThanOrEqual(9);
  expect(chosen).toBeLessThanOrEqual(12);
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
