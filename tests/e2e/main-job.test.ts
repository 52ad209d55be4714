// The main job through a real browser: start a bot, see it earn, stop it, and find the exact result in the history.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, Locator, Page } from 'playwright-core';
import { logInByHand, openBrowser, openPage } from './_browser.ts';
import { demoMember, logIn, type Client } from './_client.ts';
import { choosePair, openForm, type } from './_form.ts';
import { exchangeOf, netOfBills } from './_ledger.ts';
import { buildProduct, discardHome, startProduct, waitFor, type Product } from './_product.ts';

const minuteMs = 60_000;
const name = 'First climb';

let product: Product;
let browser: Browser;
let client: Client;

beforeAll(async () => {
  await buildProduct();
  product = await startProduct({ environment: { RONDO_SANDBOX_SPEED: '0' } });
  browser = await openBrowser();
  client = await logIn(product);
});

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  if (product !== undefined) await discardHome(product.home);
});

test('a member starts an ETH bot, it takes profit and opens a second round, and after the stop the history shows its exact result', async () => {
  await endDemoBot();
  const { page, problems } = await openPage(browser, { width: 1280, theme: 'dark' });
  await logInByHand(page, product.origin, demoMember);
  await startBot(page);

  const card = page.getByRole('article', { name });
  await card.waitFor();
  const bot = await botNamed(name);
  const log = card.getByRole('region', { name: 'Log' });
  await seeInLog(log, /^.*Step 1 filled at/);
  const opened = await lastPrice();
  await moveMarket(opened * 0.9985);
  await seeInLog(log, /^.*Step 2 filled at/);
  await moveMarket(opened * 1.003);
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
  expect(await netOfBills(product, fills)).toBe(plain(String(fills['realised_pnl'])));
  expect(problems).toEqual([]);
});

const instrument = 'ETH-USDT-SWAP';

async function lastPrice(): Promise<number> {
  const { body } = await client.call('GET', `/api/instruments/${instrument}/ticker`);
  return Number(body['last']);
}

/**
 * The market is held: the price goes to this one, through every level in between, and a little on. One order in four
 * fills in parts on the way, and its rest with the next move.
 */
async function moveMarket(to: number): Promise<void> {
  const beyond = to + Math.sign(to - (await lastPrice())) * 0.05;
  const answer = await fetch(`${exchangeOf(product)}/sandbox/advance`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ instId: instrument, prices: [to.toFixed(2), beyond.toFixed(2)] }),
  });
  expect(answer.status).toBe(200);
}

/** The demo's own bot makes room, so that this one is the member's first and its tick is asked for. */
async function endDemoBot(): Promise<void> {
  for (const bot of await running())
    await client.call('PATCH', `/api/bots/${String(bot['id'])}/status`, {
      status: 'completed',
      close_position: true,
      is_last: true,
    });
  await waitFor('the demo bot to end', minuteMs, async () => (await running()).length === 0);
}

async function startBot(page: Page): Promise<void> {
  const form = await openForm(page);
  await choosePair(form, instrument);
  await type(form, 'Take-profit', '0.1');
  await type(form, 'Step distance', '0.1');
  await type(form, 'Allocation', '2000');
  await type(form, 'Name', name);
  await page.getByRole('button', { name: 'Review bot' }).click();
  const review = page.getByRole('dialog', { name: `Review “${name}”` });
  const start = review.getByRole('button', { name: 'Start bot' });
  expect(await start.isDisabled()).toBe(true);
  await review.getByRole('checkbox', { name: /I understand that I can lose/ }).click();
  await start.click();
  await page.getByText(`“${name}” is created.`).first().waitFor({ timeout: minuteMs });
}

async function stopAndClose(page: Page, card: Locator): Promise<void> {
  await card.getByRole('button', { name: 'Stop', exact: true }).click();
  await page.getByRole('menuitem', { name: /Close position and stop bot/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Close position and stop bot' }).click();
  await card.waitFor({ state: 'detached', timeout: minuteMs });
}

const seeInLog = (log: Locator, words: RegExp): Promise<void> =>
  log.getByRole('listitem').filter({ hasText: words }).first().waitFor({ timeout: minuteMs });

async function running(): Promise<readonly Record<string, unknown>[]> {
  const { body } = await client.call('GET', '/api/bots/my-bots');
  // The contract's answer is a list; a wrong shape fails the assertions that read it.
  return body as unknown as readonly Record<string, unknown>[];
}

async function botNamed(title: string): Promise<Record<string, unknown>> {
  const bot = (await running()).find((each) => each['title'] === title);
  if (bot === undefined) throw new Error(`no running bot is called ${title}`);
  return bot;
}

async function completeFills(id: string): Promise<Record<string, unknown>> {
  let body: Record<string, unknown> = {};
  await waitFor('every fill to be delivered', minuteMs, async () => {
    body = (await client.call('GET', `/api/bots/${id}/fills`)).body;
    return body['is_complete'] === true;
  });
  return body;
}

/** The amount as the table shows it: two places, half away from zero, thousands with commas, a typographic minus. */
function shown(amount: string): string {
  return Math.abs(Number(amount)).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}

/** Without trailing zeros, so that equal amounts are equal texts. */
function plain(amount: string): string {
  return amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount;
}
