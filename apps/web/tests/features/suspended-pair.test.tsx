// Tests that the creation form shows a suspension and an announced end of trading soon after the exchange has published them (strategy 3.8).
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { BotsTab } from '../../src/app/pages/bots-tab.tsx';
import { fixedInstrument, fixedMargin, fixedStatus } from '../../src/workbench/samples.ts';
import { pass, startClock } from '../support/clock.ts';
import { memberStorage, show } from '../support/show.tsx';

beforeEach(startClock);
afterEach(() => {
  vi.useRealTimers();
});

test.each([
  [{ state: 'halted', ends_at: null }, /The exchange has suspended trading of ETH-USDT-SWAP/],
  [{ state: 'live', ends_at: Date.parse('2026-03-09T08:00:00.000Z') }, /The exchange ends trading of ETH-USDT-SWAP/],
] as const)(
  'the form shows the trading state %j two seconds after the first price with this state',
  async (changed, words) => {
    let trading: { readonly state: 'live' | 'halted'; readonly ends_at: number | null } = {
      state: 'live',
      ends_at: null,
    };
    const ticker = vi.fn(() => ({
      instId: fixedInstrument.instId,
      last: '3412.55',
      bid: null,
      ask: null,
      at: 0,
      trading,
    }));
    const responses = {
      ticker,
      margin: () => ({ ...fixedMargin, available: '50000' }),
      oauthStatus: () => fixedStatus,
      myBots: () => [],
      instruments: () => ({ items: [fixedInstrument], at: 0 }),
    };
    await show(<BotsTab />, { responses, storage: memberStorage() });
    // The form is loaded when it is needed.
    await vi.waitFor(() => expect(ticker).toHaveBeenCalled(), { timeout: 20_000 });
    expect(document.body.textContent).not.toMatch(words);
    trading = changed;
    await pass(2_000);
    await expect.element(page.getByText(words).first()).toBeVisible();
  },
);
