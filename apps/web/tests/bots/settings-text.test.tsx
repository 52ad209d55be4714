// Tests that the settings of a bot can be copied as a text and as a link, and that the form opens with them.
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { BotWire } from '@rondo/contract';
import { BotsTab } from '../../src/app/pages/bots-tab.tsx';
import { HistoryDetail } from '../../src/features/history/history-detail.tsx';
import { fixedHistory } from '../../src/workbench/cards/history-cards.tsx';
import { fixedBot, fixedDetail, fixedInstrument, fixedMargin, fixedStatus } from '../../src/workbench/samples.ts';
import { memberStorage, show } from '../support/show.tsx';

const sol = { ...fixedInstrument, instId: 'SOL-USDT-SWAP', baseCcy: 'SOL' };
const ticker = {
  last: '3412.55',
  bid: '3412.5',
  ask: '3412.6',
  at: 0,
  trading: { state: 'live' as const, ends_at: null },
};
const responses = (bots: readonly BotWire[]) => ({
  margin: () => ({ ...fixedMargin, reserved: [], foreign_positions: [] }),
  oauthStatus: () => fixedStatus,
  myBots: () => [...bots],
  bot: () => fixedDetail,
  instruments: () => ({ items: [fixedInstrument, sol], at: 0 }),
  ticker: () => ({ ...ticker, instId: 'SOL-USDT-SWAP', at: Date.now() }),
});

const lines = [
  'settings=1',
  'instrument=ETH-USDT-SWAP',
  'direction=long',
  'investmentRatio=50',
  'leverage=10',
  'martinSteps=4',
  'cyclicSteps=1',
  'defense=4',
  'takeProfit=0.5',
  'cycleCredit=50',
  'stopLoss=none',
  'entry=market',
];
const text = lines.join('\n');
const query = lines.join('&').replace('ETH', 'SOL').replace('leverage=10', 'leverage=7');

afterEach(() => vi.restoreAllMocks());

/** Returns the texts that the page has copied. The clipboard of the browser needs a permission, so it is replaced. */
const watchClipboard = () => vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();

test('the settings of a running bot are copied as a text and as a link, without amount, name and account', async () => {
  const copied = watchClipboard();
  await show(<BotsTab />, { responses: responses([fixedBot]), storage: memberStorage() });
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Settings of ETH long 40%' });
  await expect.element(dialog.getByText('instrument=ETH-USDT-SWAP')).toBeVisible();
  await dialog.getByRole('button', { name: 'Copy text' }).click();
  await dialog.getByRole('button', { name: 'Copy link' }).click();
  await vi.waitFor(() => expect(copied).toHaveBeenCalledTimes(2));
  expect(copied.mock.calls[0]).toEqual([text]);
  expect(copied.mock.calls[1]).toEqual([`${location.origin}/dashboard/bot?${lines.join('&')}`]);
});

test('the settings of a finished bot are copied from the history', async () => {
  watchClipboard();
  const [item] = fixedHistory;
  if (item === undefined) throw new Error('The sample has no finished bot.');
  await show(<HistoryDetail item={item} onClose={() => undefined} />, { responses: responses([]) });
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await expect.element(page.getByText('instrument=ETH-USDT-SWAP')).toBeVisible();
});

test('a link opens the form beside a running bot with its settings, and the person checks them', async () => {
  const path = `/dashboard/bot?${query}`;
  await show(<BotsTab />, { responses: responses([fixedBot]), storage: memberStorage(), path });
  await expect.element(page.getByText('The form now has the settings from the text.', { exact: false })).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: 'Leverage' })).toHaveValue('7');
  await expect.element(page.getByRole('combobox', { name: 'Pair' })).toHaveValue('SOL-USDT-SWAP');
});

test('a link with a pair that is in use says that another pair was chosen', async () => {
  const path = `/dashboard/bot?${query.replace('SOL', 'ETH')}`;
  await show(<BotsTab />, { responses: responses([fixedBot]), storage: memberStorage(), path });
  await expect
    .element(page.getByText('ETH-USDT-SWAP cannot be chosen, so the form has SOL-USDT-SWAP.', { exact: false }))
    .toBeVisible();
});

test('a link with a wrong setting opens the form with its defaults and says which setting is wrong', async () => {
  const path = `/dashboard/bot?${query.replace('leverage=7', 'leverage=70')}`;
  await show(<BotsTab />, { responses: responses([]), storage: memberStorage(), path });
  await expect.element(page.getByRole('alert').getByText('The setting “leverage” cannot be “70”.')).toBeVisible();
});

test('a pasted text fills the form, and a text without settings is refused in the dialog', async () => {
  await show(<BotsTab />, { responses: responses([]), storage: memberStorage() });
  await page.getByRole('button', { name: 'Paste settings' }).click();
  const dialog = page.getByRole('dialog', { name: 'Settings as text or link' });
  const field = dialog.getByRole('textbox');
  const apply = dialog.getByRole('button', { name: 'Use settings' });
  await field.fill('hello');
  await apply.click();
  await expect.element(dialog.getByText('This text contains no bot settings.', { exact: false })).toBeVisible();
  await field.fill(text.replace('leverage=10', 'leverage=3'));
  await apply.click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByRole('textbox', { name: 'Leverage' })).toHaveValue('3');
});
