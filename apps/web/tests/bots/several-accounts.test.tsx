// Tests that the account of a bot is shown wherever bots are listed, when the person has several accounts.
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { BotWire } from '@rondo/contract';
import { BotsTab } from '../../src/app/pages/bots-tab.tsx';
import { HistoryRows } from '../../src/features/history/history-rows.tsx';
import { fixedHistory } from '../../src/workbench/cards/history-cards.tsx';
import {
  fixedAccount,
  fixedBot,
  fixedInstrument,
  fixedMargin,
  fixedPosition,
  fixedStatus,
} from '../../src/workbench/samples.ts';
import { failing } from '../../src/workbench/world.tsx';
import { memberStorage, show } from '../support/show.tsx';

const second = { ...fixedAccount, id: 'account-2', name: 'Second', api_key: 'efgh****stuv' };
const status = { ...fixedStatus, accounts: [fixedAccount, second] };
const btc = { ...fixedInstrument, instId: 'BTC-USDT-SWAP', baseCcy: 'BTC' };
const other: BotWire = { ...fixedBot, id: 'bot-2', title: 'ETH of second', account_id: 'account-2' };

const responses = (bots: readonly BotWire[]) => ({
  margin: () => ({ ...fixedMargin, reserved: [] }),
  oauthStatus: () => status,
  myBots: () => [...bots],
  instruments: () => ({ items: [fixedInstrument, btc], at: 0 }),
});

test('with two accounts each card, each row of the table and the margin card name the account', async () => {
  const bots = [fixedBot, other, { ...fixedBot, id: 'bot-3', title: 'third' }];
  await show(<BotsTab />, { responses: responses(bots), storage: memberStorage() });
  const card = page.getByRole('article', { name: 'ETH of second' });
  await expect.element(card.getByText('Second efgh****stuv')).toBeVisible();
  await expect.element(page.getByRole('row', { name: /ETH of second/ }).getByText('Second efgh****stuv')).toBeVisible();
  const margin = page.getByRole('region', { name: 'Margin' });
  await expect.element(margin.getByText('Main account abcd****wxyz')).toBeVisible();
});

test('the chart and the log of each card have a name of their own', async () => {
  await show(<BotsTab />, { responses: responses([fixedBot, other]), storage: memberStorage() });
  for (const { title } of [fixedBot, other]) {
    const card = page.getByRole('article', { name: title });
    await expect.element(card.getByRole('region', { name: `Log, ${title}`, exact: true })).toBeVisible();
    await expect.element(card.getByRole('region', { name: new RegExp(`^Price, .+, ${title}$`, 'u') })).toBeVisible();
  }
});

test('with two accounts the list of the reserved margin names the account when the margin is too low for a bot', async () => {
  const margin = () => ({ ...fixedMargin, available: '0.99' });
  await show(<BotsTab />, { responses: { ...responses([]), margin }, storage: memberStorage() });
  const notice = page.getByRole('region', { name: 'Not enough available margin' });
  await expect.element(notice.getByText('Main account abcd****wxyz')).toBeVisible();
});

test('a bot of another account does not occupy its pair on the chosen account', async () => {
  await show(<BotsTab />, { responses: responses([other]), storage: memberStorage() });
  await expect.element(page.getByText('5,303.18 USDT is available. You can choose any pair.')).toBeVisible();
});

/** Opens the form of another bot on account-1 and the list of its pairs. */
async function openPairs(bots: readonly BotWire[]) {
  await show(<BotsTab />, { responses: responses(bots), storage: memberStorage() });
  await page.getByRole('button', { name: 'New bot', exact: true }).click();
  const pair = page.getByRole('combobox', { name: 'Pair' });
  await pair.click();
  await expect.element(page.getByRole('option', { name: 'BTC-USDT-SWAP' })).toBeVisible();
  const offered = page.getByRole('listbox', { name: 'Pairs' }).getByRole('option').elements();
  return { pair, offered: offered.map((option) => option.textContent) };
}

test('the form keeps the pair of a bot of another account and offers this pair', async () => {
  const { pair, offered } = await openPairs([other]);
  expect(offered).toEqual(['ETH-USDT-SWAP', 'BTC-USDT-SWAP']);
  await userEvent.keyboard('{Escape}');
  await expect.element(pair).toHaveValue('ETH-USDT-SWAP');
  expect(page.getByText(/already running/).elements()).toEqual([]);
});

test('the form replaces the pair of a bot of the chosen account and does not offer this pair', async () => {
  const { pair, offered } = await openPairs([fixedBot]);
  expect(offered).toEqual(['BTC-USDT-SWAP']);
  await userEvent.keyboard('ETH');
  await expect.element(page.getByText('A bot is already running on ETH-USDT-SWAP')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await userEvent.tab();
  await expect.element(pair).toHaveValue('BTC-USDT-SWAP');
});

test('the pairs that bots of the chosen account use are listed one after the other', async () => {
  const btcBot: BotWire = { ...fixedBot, id: 'bot-4', title: 'BTC', symbol: 'BTC-USDT-SWAP' };
  await show(<BotsTab />, { responses: responses([fixedBot, btcBot, other]), storage: memberStorage() });
  const text = '5,303.18 USDT is available. Pairs in use: ETH, BTC. You can choose any other pair.';
  await expect.element(page.getByText(text)).toBeVisible();
});

test('with two accounts each row of the history names the account of the bot', async () => {
  await show(<HistoryRows items={fixedHistory.slice(0, 1)} onOpen={() => undefined} />, {
    responses: responses([]),
    storage: memberStorage(),
  });
  await expect.element(page.getByText('Main account abcd****wxyz').first()).toBeVisible();
});

test('with bots on two accounts, a field shows the bots of one account and again the bots of all accounts', async () => {
  await show(<BotsTab />, { responses: responses([fixedBot, other]), storage: memberStorage() });
  const field = page.getByRole('combobox', { name: 'Bots shown' });
  await field.selectOptions('Second efgh****stuv');
  await expect.element(page.getByRole('article', { name: 'ETH of second' })).toBeVisible();
  expect(page.getByRole('article').elements()).toHaveLength(1);
  await field.selectOptions('All accounts');
  await vi.waitFor(() => expect(page.getByRole('article').elements()).toHaveLength(2));
});

test('the table lists the first bot already', async () => {
  await show(<BotsTab />, { responses: responses([fixedBot]), storage: memberStorage() });
  await expect.element(page.getByRole('table', { name: 'Bot settings and state' })).toBeVisible();
  expect(page.getByRole('combobox', { name: 'Bots shown' }).elements()).toHaveLength(0);
});

test.each([320, 360])('in a window of %i px the table shows every column of a bot without scrolling', async (width) => {
  await page.viewport(width, 780);
  await show(<BotsTab />, { responses: responses([fixedBot, other]), storage: memberStorage(), language: 'ru' });
  const table = page.getByRole('table', { name: 'Настройки и состояние бота' });
  await expect.element(table).toBeVisible();
  const cells = [...table.element().querySelectorAll('tbody :is(th, td)')];
  expect(cells).toHaveLength(18);
  for (const cell of cells) {
    expect(cell.scrollWidth, cell.textContent).toBeLessThanOrEqual(cell.clientWidth);
    expect(cell.getBoundingClientRect().right, cell.textContent).toBeLessThanOrEqual(width);
  }
});

test('the margin card is shown when no bot runs', async () => {
  await show(<BotsTab />, { responses: responses([]), storage: memberStorage() });
  await expect.element(page.getByRole('region', { name: 'Margin' })).toBeVisible();
});

test('with two accounts the positions without a bot of each account are shown with the name of the account', async () => {
  const marginOf = (accountId: string | undefined) => ({
    ...fixedMargin,
    account_id: accountId ?? 'account-1',
    foreign_positions: [{ ...fixedPosition, side: accountId === 'account-2' ? ('short' as const) : ('long' as const) }],
  });
  await show(<BotsTab />, {
    responses: { ...responses([fixedBot]), margin: ({ query }) => marginOf(query?.account_id) },
    storage: memberStorage(),
  });
  const cards = page.getByRole('region', { name: 'Position without a bot' });
  await vi.waitFor(() => expect(cards.elements()).toHaveLength(2));
  await expect.element(cards.first().getByText('Main account abcd****wxyz')).toBeVisible();
  await expect.element(cards.last().getByText('Second efgh****stuv')).toBeVisible();
  await expect.element(cards.last().getByText('Short')).toBeVisible();
});

test('an account without a trading key is not asked for its positions', async () => {
  const margin = vi.fn(() => fixedMargin);
  const accounts = [fixedAccount, { ...second, key_state: 'none' as const }];
  await show(<BotsTab />, {
    responses: { ...responses([fixedBot]), oauthStatus: () => ({ ...fixedStatus, accounts }), margin },
    storage: memberStorage(),
  });
  await expect.element(page.getByRole('region', { name: 'Margin' }).getByText('5,303.18').first()).toBeVisible();
  expect(margin.mock.calls.flat()).not.toContainEqual(expect.objectContaining({ query: { account_id: 'account-2' } }));
});

test('when the positions of another account cannot be read, the page says so', async () => {
  await show(<BotsTab />, {
    responses: {
      ...responses([fixedBot]),
      margin: ({ query }) => (query?.account_id === 'account-2' ? failing(503)() : fixedMargin),
    },
    storage: memberStorage(),
  });
  const notice = page.getByRole('status').filter({ hasText: 'Second efgh****stuv' });
  await expect.element(notice.getByText('The balance is not available at the moment.')).toBeVisible();
  expect(page.getByText('The balance is not available at the moment.').elements()).toHaveLength(1);
});
