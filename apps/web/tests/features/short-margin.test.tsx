// Tests of the bots tab at the least available margin of a new bot (specification 2 and 9).
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { BotsTab } from '../../src/app/pages/bots-tab.tsx';
import { fixedInstrument, fixedMargin, fixedStatus } from '../../src/workbench/samples.ts';
import { memberStorage, show } from '../support/show.tsx';

async function openTab(...amounts: readonly [string, ...string[]]) {
  const left = [...amounts];
  const margin = vi.fn(() => ({ ...fixedMargin, available: (left.length > 1 ? left.shift() : left[0]) ?? '0' }));
  const responses = {
    margin,
    oauthStatus: () => fixedStatus,
    myBots: () => [],
    instruments: () => ({ items: [fixedInstrument], at: 0 }),
  };
  await show(<BotsTab />, { responses, storage: memberStorage() });
  await vi.waitFor(() => expect(margin).toHaveBeenCalled());
  return margin;
}

test('with 0.99 USDT available the bots tab shows the notice with the reserved amount of each bot, and no creation form', async () => {
  await openTab('0.99');
  for (const text of ['Not enough available margin', 'New bot not possible', /Stop a bot or deposit more/])
    await expect.element(page.getByText(text)).toBeVisible();
  const [reserved] = fixedMargin.reserved;
  await expect.element(page.getByText(reserved?.title ?? 'none').first()).toBeVisible();
  const amounts = [...document.querySelectorAll('dd')].map(({ textContent }) => textContent.replace(',', ''));
  expect(amounts.map((amount) => Number.parseFloat(amount))).toContain(Number(reserved?.amount));
  expect(page.getByRole('combobox', { name: 'Pair' }).elements()).toEqual([]);
});

test('with 1.00 USDT available the bots tab shows the creation form and no notice', async () => {
  await openTab('1.00');
  await expect.element(page.getByRole('combobox', { name: 'Pair' })).toBeVisible();
  expect(page.getByText('New bot not possible').elements()).toEqual([]);
});

test('a creation form in progress stays open when the available margin falls below 1 USDT, and its button is blocked', async () => {
  const margin = await openTab('500.00', '0.99');
  const name = page.getByRole('textbox', { name: 'Name' });
  await name.fill('My ladder');
  window.dispatchEvent(new Event('visibilitychange'));
  await vi.waitFor(() => expect(margin.mock.calls.length).toBeGreaterThan(1), 10_000);
  await expect.element(page.getByText('of 0.99 available')).toBeVisible();
  await expect.element(name).toHaveValue('My ladder');
  await expect.element(page.getByRole('button', { name: 'Review' })).toBeDisabled();
});
