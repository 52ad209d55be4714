// Tests the main task in a real browser: a member starts a bot, sees its profit, stops the bot, and finds the exact result in the history. Another person needs three clicks to start a first bot.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { logInThroughCard, openPage } from './support/browser.ts';
import { demoMember } from './support/client.ts';
import { choosePair, openForm, type } from './support/form.ts';
import { endBots, endHeld, lastPrice, moveMarket, running, startHeld, type BotRow, type Held } from './support/held.ts';
import { netOfBills } from './support/ledger.ts';
import { waitFor } from './support/product.ts';

const minuteMs = 60_000;
const name = 'First climb';

let held: Held;
beforeAll(async () => {
  held = await startHeld();
});
afterAll(() => endHeld(held));

test('a member starts an ETH bot, the bot takes profit and opens a second round, and the history shows the exact result after the stop', async () => {
  // The test stops the demo bot first. The new bot is then the first bot that the member has created, so the review shows the check box
  // that is required for a first bot.
  await endBots(held);
  const { page, problems } = await openPage(held.browser, { width: 1280, theme: 'dark' });
  await logInThroughCard(page, held.product.origin, demoMember);
  await startBot(page);

  const card = page.getByRole('article', { name });
  await card.waitFor();
  const bot = await botNamed(name);
  const log = card.getByRole('region', { name: 'Log' });
  await seeInLog(log, /^.*Step 1 filled at/);
  const opened = Number(await lastPrice(held, instrument));
  await moveMarket(held, instrument, opened * 0.9985);
  await seeInLog(log, /^.*Step 2 filled at/);
  await moveMarket(held, instrument, opened * 1.003);
  await waitFor('a first take-profit', 2 * minuteMs, async () => (await botNamed(name))['round'] !== 1);
  await log.getByRole('radio', { name: 'Profit' }).click();
  await seeInLog(log, /Round 1 completed/);
  await waitFor('a second round to open', minuteMs, async () => Number((await botNamed(name))['current_step']) >= 1);
  await waitFor('the card to show a later round', minuteMs / 2, async () =>
    /[1-9]\d* \/ \d+/.test((await card.getByText('Rounds / cycles').locator('xpath=..').textContent()) ?? ''),
  );

  await stopAndClose(page, card);
  await page.getByRole('link', { name: 'History' }).click();
  const row = page.getByRole('row').filter({ hasText: name });
  await row.waitFor({ timeout: minuteMs });
  const fills = await completeFills(String(bot['id']));
  expect(fills['realised_pnl']).toMatch(/^-?\d+(\.\d+)?$/);
  expect(await row.getByRole('cell').last().textContent()).toContain(shown(String(fills['realised_pnl'])));
  expect(Number(bot['round'])).toBeGreaterThanOrEqual(1);
  expect(await netOfBills(held.product, fills)).toBe(plain(String(fills['realised_pnl'])));
  expect(problems).toEqual([]);
});

const demoOperator = { email: 'operator@rondo.test', password: 'rondo-demo-operator' };

test('from the log-in to the first running bot a person needs three clicks and no key', async () => {
  const { page, problems } = await openPage(held.browser, { width: 1280, theme: 'dark' });
  const inputs: string[] = [];
  await page.exposeFunction('noteInput', (text: string) => inputs.push(text));
  await page.addInitScript(`for (const kind of ['pointerdown', 'keydown'])
    addEventListener(kind, ({ target }) => noteInput(kind + ' ' + target.textContent), true);`);
  // The operator has an account with money and has never started a bot.
  await logInThroughCard(page, held.product.origin, demoOperator);
  inputs.length = 0;
  await page.getByRole('button', { name: 'Review bot' }).click();
  const review = page.getByRole('dialog', { name: /^Review “/ });
  await review.getByRole('checkbox', { name: /I understand that I can lose/ }).click();
  await review.getByRole('button', { name: 'Start bot' }).click();
  const card = page.getByRole('article').first();
  await card.waitFor({ timeout: minuteMs });
  await seeInLog(card.getByRole('region', { name: 'Log' }), /^.*Step 1 filled at/);
  expect(inputs).toEqual(['pointerdown Review bot', expect.stringMatching(/^pointerdown /), 'pointerdown Start bot']);
  expect(problems).toEqual([]);
});

const instrument = 'ETH-USDT-SWAP';

async function startBot(page: Page): Promise<void> {
  const form = await openForm(page);
  await choosePair(form, instrument);
  await type(form, 'Take-profit', '0.1');
  await type(form, 'Step distance', '0.1');
  await type(form, 'Allocation', '2000');
  await type(form, 'Name', name);
  await page.evaluate('window.scrollTo(0, 300)');
  await page.getByRole('button', { name: 'Review bot' }).click();
  const review = page.getByRole('dialog', { name: `Review “${name}”` });
  const start = review.getByRole('button', { name: 'Start bot' });
  expect(await start.isDisabled()).toBe(true);
  await review.getByRole('checkbox', { name: /I understand that I can lose/ }).click();
  expect(await page.evaluate('window.scrollY')).toBeGreaterThan(0);
  await start.click();
  await page.getByText(`“${name}” was created.`).first().waitFor({ timeout: minuteMs });
  await waitFor('the page to scroll to its top', minuteMs, async () => (await page.evaluate('window.scrollY')) === 0);
}

async function stopAndClose(page: Page, card: Locator): Promise<void> {
  await card.getByRole('button', { name: 'Stop', exact: true }).click();
  await page.getByRole('menuitem', { name: /Close position and stop bot/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Close position and stop bot' }).click();
  await card.waitFor({ state: 'detached', timeout: minuteMs });
}

const seeInLog = (log: Locator, words: RegExp): Promise<void> =>
  log.getByRole('listitem').filter({ hasText: words }).first().waitFor({ timeout: minuteMs });

async function botNamed(title: string): Promise<BotRow> {
  const bot = (await running(held)).find((each) => each['title'] === title);
  if (bot === undefined) throw new Error(`No running bot has the name ${title}.`);
  return bot;
}

async function completeFills(id: string): Promise<Record<string, unknown>> {
  let body: Record<string, unknown> = {};
  await waitFor('every fill to be delivered', minuteMs, async () => {
    body = (await held.client.call('GET', `/api/bots/${id}/fills`)).body;
    return body['is_complete'] === true;
  });
  return body;
}

/** Formats the absolute value of an amount with two decimals and with commas between the thousands, as the table does. */
function shown(amount: string): string {
  return Math.abs(Number(amount)).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}

/** Removes trailing zeros, so that equal amounts are equal texts. */
function plain(amount: string): string {
  return amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount;
}
