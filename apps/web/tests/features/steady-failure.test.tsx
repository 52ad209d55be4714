// Tests that the message about a failed query stays on the page while the query is fetched again.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { ReactNode } from 'react';
import { Route, Routes } from 'react-router';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { botConfig } from '@rondo/testkit';
import { ApiError } from '../../src/api/calls/api-error.ts';
import { recovery } from '../../src/api/calls/recovering.ts';
import { BotsTab } from '../../src/app/pages/bots-tab.tsx';
import { ExchangeTab } from '../../src/app/pages/exchange-tab.tsx';
import { ConnectionMonitor } from '../../src/features/connection/warnings/connection-monitor.tsx';
import { ChartPage } from '../../src/features/chart-page/chart-page.tsx';
import { CreateBotPanel } from '../../src/features/create/create-bot-panel.tsx';
import { EntryEvidence } from '../../src/features/create/entry/entry-evidence.tsx';
import { initialCreateForm } from '../../src/features/create/plan/create-form.ts';
import { ruleOf } from '../../src/features/create/plan/entry-signal.ts';
import { atOnce } from '../../src/features/create/plan/simulated-entry.ts';
import { ProofProvider } from '../../src/features/security/proof-context.tsx';
import { WhatIfStrip } from '../../src/features/what-if/what-if-strip.tsx';
import { ToastContext } from '../../src/lib/toasts.ts';
import { paths } from '../../src/paths.ts';
import { fixedDetail, fixedInstrument, fixedMargin, fixedPosition, fixedStatus } from '../../src/workbench/samples.ts';
import { failing } from '../../src/workbench/world.tsx';
import { pass, startClock } from '../support/clock.ts';
import { creationResponses } from '../support/creation-responses.ts';
import { memberStorage, show } from '../support/show.tsx';

beforeEach(startClock);
afterEach(() => {
  vi.useRealTimers();
});

/** A response that fails until `isEndless` is set. Then an attempt never ends, which keeps the query in the state that hid the message before. */
const failingThenEndless = (error: ApiError) => {
  const endless = vi.fn(() => new Promise<never>(() => undefined));
  const state = { isEndless: false };
  const respond = () => (state.isEndless ? endless() : Promise.reject(error));
  return { state, endless, respond };
};

const refused = new ApiError({ status: 500, code: 'INTERNAL' });
const offline = new ApiError({ status: 0, code: 'NETWORK_ERROR' });
const bot = botConfig();
const rule = ruleOf(initialCreateForm);
if (rule === null || typeof rule === 'string') throw new Error('The form has a rule.');
const chartPath = `${paths.chart}/bot-1`;
const chartPage = (
  <Routes>
    <Route path={`${paths.chart}/:id`} element={<ChartPage />} />
  </Routes>
);

test.each<[string, ReactNode, RegExp]>([
  [
    'the what-if strip',
    <WhatIfStrip key="strip" bot={bot} entry={atOnce} instrumentId="ETH-USDT-SWAP" />,
    /could not be loaded/,
  ],
  [
    'the evidence of a rule',
    <EntryEvidence key="rule" bot={bot} entry={rule} instrumentId="ETH-USDT-SWAP" />,
    /The comparison is not available/,
  ],
])(
  'when the stored candles cannot be loaded, the message of %s stays during every further attempt',
  async (_name, part, text) => {
    const { state, endless, respond } = failingThenEndless(refused);
    await show(part, { responses: { candleCoverage: respond } });
    await pass(60_000);
    await expect.element(page.getByText(text)).toBeVisible();
    state.isEndless = true;
    await pass(3_600_000);
    expect(endless).toHaveBeenCalled();
    await expect.element(page.getByText(text)).toBeVisible();
  },
);

test('the chart page says that a bot does not exist only when the server says so', async () => {
  await show(chartPage, { path: chartPath, responses: { bot: failing(404, 'NOT_FOUND') }, storage: memberStorage() });
  await expect.element(page.getByText(/This bot does not exist/)).toBeVisible();
});

test('a network error of the chart page has its own text, which stays during every further attempt', async () => {
  const { state, endless, respond } = failingThenEndless(offline);
  await show(chartPage, { path: chartPath, responses: { bot: respond }, storage: memberStorage() });
  const text = page.getByText('The server cannot be reached.', { exact: false });
  await expect.element(text).toBeVisible();
  expect(page.getByText(/does not exist/).elements()).toEqual([]);
  state.isEndless = true;
  await pass(600_000);
  expect(endless).toHaveBeenCalled();
  await expect.element(text).toBeVisible();
});

test('when the candles of the chart page cannot be loaded, the message stays during every further attempt', async () => {
  const { state, endless, respond } = failingThenEndless(refused);
  const responses = {
    bot: () => fixedDetail,
    candles: respond,
    instruments: () => ({ items: [fixedInstrument], at: 0 }),
  };
  await show(chartPage, { path: chartPath, responses, storage: memberStorage() });
  await pass(60_000);
  const text = page.getByText('Candles are not available at the moment.');
  await expect.element(text).toBeVisible();
  state.isEndless = true;
  await pass(600_000);
  expect(endless).toHaveBeenCalled();
  await expect.element(text).toBeVisible();
});

test('when the bots cannot be loaded, the message with its button stays visible during every further attempt', async () => {
  const failingOnce = vi.fn(() => Promise.reject(new ApiError({ status: 500, code: 'INTERNAL' })));
  // An attempt that never ends keeps the query in the state that hid the message before.
  const endless = vi.fn(() => new Promise<never>(() => undefined));
  let hasFailed = false;
  const myBots = () => (hasFailed ? endless() : failingOnce());
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

const withMonitor = (tab: ReactNode) => (
  <>
    <ConnectionMonitor />
    <ProofProvider>{tab}</ProofProvider>
  </>
);

test('when the linked accounts cannot be loaded, the exchange tab has one message in a toast, and a message with a button stays', async () => {
  const { state, endless, respond } = failingThenEndless(refused);
  const toast = vi.fn();
  const responses = {
    oauthStatus: respond,
    exchanges: () => ({ exchanges: [] }),
    exchangeAccounts: () => ({ accounts: [] }),
  };
  const tab = <ToastContext value={toast}>{withMonitor(<ExchangeTab />)}</ToastContext>;
  await show(tab, { responses, storage: memberStorage() });
  const retry = page.getByRole('alert').getByRole('button', { name: 'Try again' });
  await expect.element(retry).toBeVisible();
  await pass(60_000);
  state.isEndless = true;
  await pass(60_000);
  expect(endless).toHaveBeenCalled();
  await expect.element(retry).toBeVisible();
  expect(document.querySelector('.skeleton')).toBeNull();
  expect(toast).toHaveBeenCalledOnce();
});

test('when the linked accounts cannot be loaded, the bots tab keeps the position without a bot during every further attempt', async () => {
  const { state, endless, respond } = failingThenEndless(refused);
  const margin = () => ({ ...fixedMargin, foreign_positions: [fixedPosition] });
  const oauthStatus = vi.fn(respond);
  const responses = {
    oauthStatus,
    margin,
    myBots: () => [],
    instruments: () => ({ items: [fixedInstrument], at: 0 }),
  };
  await show(withMonitor(<BotsTab />), { responses, storage: memberStorage() });
  const position = page.getByText(/No bot manages this position/);
  await expect.element(position).toBeVisible();
  // The monitor asks every 10 s. Each part of the page that reads the accounts may ask once when it appears.
  expect(oauthStatus.mock.calls.length).toBeLessThan(10);
  state.isEndless = true;
  await pass(60_000);
  expect(endless).toHaveBeenCalled();
  await expect.element(position).toBeVisible();
});

test('when the list of pairs cannot be loaded, BTC and ETH can be chosen after the first attempt and during every further attempt', async () => {
  const { state, endless, respond } = failingThenEndless(refused);
  const instruments = vi.fn(respond);
  // The product repeats a failed call several times before the call has failed.
  const queries = new QueryClient({ defaultOptions: { queries: recovery } });
  const form = (
    <QueryClientProvider client={queries}>
      <CreateBotPanel onCreated={() => undefined} />
    </QueryClientProvider>
  );
  await show(form, { responses: { ...creationResponses, instruments }, storage: memberStorage() });
  const notice = page.getByText('Failed to load OKX symbol info.').first();
  await expect.element(notice).toBeVisible();
  expect(instruments).toHaveBeenCalledOnce();
  state.isEndless = true;
  await pass(60_000);
  expect(endless).toHaveBeenCalled();
  await expect.element(notice).toBeVisible();
  await page.getByRole('combobox', { name: 'Pair' }).click();
  await vi.waitFor(() =>
    expect(
      page
        .getByRole('option')
        .elements()
        .map(({ textContent }) => textContent),
    ).toEqual([expect.stringContaining('BTC-USDT-SWAP'), expect.stringContaining('ETH-USDT-SWAP')]),
  );
});
