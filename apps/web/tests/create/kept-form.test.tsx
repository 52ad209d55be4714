// Tests that an open creation form keeps its settings and its review when the number of running bots becomes zero or one (issue 17, item 4).
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { BotsTab } from '../../src/app/pages/bots-tab.tsx';
import { fixedBot, fixedInstrument } from '../../src/workbench/samples.ts';
import { creationResponses } from '../support/creation-responses.ts';
import { memberStorage, show } from '../support/show.tsx';

const btc = { ...fixedInstrument, instId: 'BTC-USDT-SWAP', baseCcy: 'BTC' };

const plan = { budget: '1000', first_price: '3412.55', max_total_size: '5000', steps: [] };

/** Shows the tab with one running bot, or with none. The result changes the bots, and makes the page ask for them. */
async function openTab(first: 'none' | 'one') {
  let bots = first === 'one' ? [fixedBot] : [];
  const responses = {
    ...creationResponses,
    instruments: () => ({ items: [fixedInstrument, btc], at: 0 }),
    myBots: () => bots,
    createBot: () => ({ success: true as const, bot: { ...fixedBot, id: 'bot-short-lived' }, plan }),
  };
  await show(<BotsTab />, { responses, storage: memberStorage() });
  return (next: 'none' | 'one'): void => {
    bots = next === 'one' ? [fixedBot] : [];
    window.dispatchEvent(new Event('visibilitychange'));
  };
}

const name = page.getByRole('textbox', { name: 'Name' });
const card = page.getByRole('article', { name: fixedBot.title });
const review = page.getByRole('dialog');

/** Opens the review, which a form with a name and enough margin can do. */
const openReview = async () => {
  await page.getByRole('button', { name: 'Review' }).click();
  await expect.element(review).toBeVisible();
};

test('a form with an open review stays open with its settings when the last running bot ends', async () => {
  const change = await openTab('one');
  await page.getByRole('button', { name: 'New bot', exact: true }).click();
  await name.fill('My ladder');
  await openReview();
  change('none');
  await expect.poll(() => card.elements(), { timeout: 10_000 }).toHaveLength(0);
  await expect.element(review).toBeVisible();
  await expect.element(review.getByText('My ladder')).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect.element(name).toHaveValue('My ladder');
});

test('the form of the first bot stays open with its settings when a bot starts elsewhere, and can then be closed', async () => {
  const change = await openTab('none');
  await name.fill('My ladder');
  change('one');
  await expect.element(card).toBeVisible();
  await expect.element(name).toHaveValue('My ladder');
  await page.getByRole('button', { name: 'Close the form' }).click();
  await expect.element(page.getByRole('button', { name: 'New bot', exact: true })).toBeVisible();
  expect(name.elements()).toHaveLength(0);
});

test('when a new bot has ended before the list was read, the form stays open with its settings when a bot starts elsewhere', async () => {
  const change = await openTab('none');
  await openReview();
  await review.getByRole('checkbox').click();
  await review.getByRole('button', { name: 'Start bot' }).click();
  await expect.element(review).not.toBeInTheDocument();
  await name.fill('My second');
  change('one');
  await expect.element(card).toBeVisible();
  await expect.element(name).toHaveValue('My second');
});
