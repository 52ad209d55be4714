// Tests the path of a signal in a real browser: the choice in the form with its comparison, the waiting bot, the decision or the message, and the round that it opens. The
// server runs in this process with the clock of the test, because a bar of an hour would close too late.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, Locator, Page } from 'playwright-core';
import { passToCloseOfHour, passToQuietMinutes } from '../../apps/server/tests/_hours.ts';
import { startWorld, until, type TestWorld } from '../../apps/server/tests/_world.ts';
import { logInThroughCard, openBrowser, openPage } from './support/browser.ts';
import { demoMember } from './support/client.ts';
import { choosePair, openForm, type } from './support/form.ts';
import { root } from './support/product.ts';

/** The candles of this pair are stored for the comparison. */
const compared = 'SOL-USDT-SWAP';
/** The stored candles are not more than a month, because a comparison over years would take too long on a busy machine. */
const candlesMb = 0.01;
const ruled = { 360: compared, 1280: 'XRP-USDT-SWAP' } as const;
const judged = { 360: 'ETH-USDT-SWAP', 1280: 'BTC-USDT-SWAP' } as const;

let world: TestWorld;
let browser: Browser;
let origin: string;
let homeFolder: string;

beforeAll(async () => {
  homeFolder = await mkdtemp(path.join(tmpdir(), 'rondo-candles-'));
  const options = {
    hasOneClock: true,
    webFolder: path.join(root, 'dist/web'),
    changes: { candlesMb, homeFolder },
  };
  [world, browser] = await Promise.all([startWorld(options), openBrowser()]);
  origin = await world.api.listen({ port: 0, host: '127.0.0.1' });
  passToQuietMinutes(world);
  world.startJobs();
  await storeCandlesOf(compared);
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
  await rm(homeFolder, { recursive: true, force: true });
});

/** Asks for the candles of a pair and waits until the server has downloaded a month. */
async function storeCandlesOf(pair: string): Promise<void> {
  const stored = async (): Promise<number> => {
    const response = await world.api.inject({ url: `/api/candles/${pair}` });
    return response.json<{ months: readonly unknown[] }>().months.length;
  };
  await until(async () => (await stored()) > 0, `a month of candles of ${pair} is stored`);
}

test('on screens of 360 and 1280 px bots wait for a rule and for the AI, and all open a round at the close of the bar', async () => {
  const seen = [];
  for (const [width, theme] of [
    [360, 'dark'],
    [1280, 'light'],
  ] as const)
    seen.push(await startBoth(width, theme));
  await world.administer('model', { kind: 'open', count: seen.length });
  passToCloseOfHour(world);
  for (const { page, problems, ruleCard, modelCard } of seen) {
    await page.clock.setSystemTime(world.context.clock.now());
    for (const card of [ruleCard, modelCard])
      await card.getByText('Signal that opened round 1', { exact: true }).waitFor();
    await ruleCard.getByText(/signal, RSI \d/).waitFor();
    await modelCard.getByText(/open, ladder span (2|4|6|8|10)%/).waitFor();
    await ruleCard.getByText(/Step 1 filled at/).waitFor();
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    expect(problems).toEqual([]);
    await page.context().close();
  }
});

/** Opens a page, starts a bot with a rule and a bot with the AI in its form, and returns the page with the cards of the waiting bots. */
async function startBoth(width: 360 | 1280, theme: 'dark' | 'light') {
  const { page, problems } = await openPage(browser, { width, theme });
  await page.clock.setSystemTime(world.context.clock.now());
  await logInThroughCard(page, origin, demoMember);
  const rule = await openForm(page);
  await chooseRule(rule, ruled[width]);
  if (ruled[width] === compared) await seeComparison(rule);
  else await rule.getByText('No candles of this pair are stored, so nothing can be compared.').waitFor();
  await start(page, rule, `Rule ${width}`);
  const ruleCard = page.getByRole('article', { name: `Rule ${width}` });
  await ruleCard.getByText('Waits for a signal', { exact: true }).waitFor();
  await ruleCard.getByText(/^Next reading: /).waitFor();

  const model = await openForm(page);
  await choosePair(model, judged[width]);
  await model.getByRole('radio', { name: 'AI', exact: true }).click();
  await model.getByText('On this practice exchange a test program decides, not a model.').waitFor();
  await start(page, model, `Model ${width}`);
  const modelCard = page.getByRole('article', { name: `Model ${width}` });
  await modelCard.getByText('Waits for the AI', { exact: true }).waitFor();
  return { page, problems, ruleCard, modelCard };
}

test('a bot waits for a message, and a message to its secret address opens a round', async () => {
  const { page, problems } = await openPage(browser, { width: 360, theme: 'light' });
  await page.clock.setSystemTime(world.context.clock.now());
  await logInThroughCard(page, origin, demoMember);
  const form = await openForm(page);
  await choosePair(form, 'ADA-USDT-SWAP');
  await form.getByRole('radio', { name: 'Signal', exact: true }).click();
  await form.getByRole('radio', { name: 'Webhook' }).click();
  await start(page, form, 'Hooked');
  const card = page.getByRole('article', { name: 'Hooked' });
  await card.getByText('Waits for a message', { exact: true }).waitFor();

  await card.getByRole('button', { name: 'Create a webhook URL' }).click();
  const address = await card.getByRole('textbox', { name: 'Secret webhook URL of this bot' }).inputValue();
  const response = await fetch(address, { method: 'POST', body: 'open' });
  expect(response.status).toBe(202);
  await card.getByText('Signal that opened round 1', { exact: true }).waitFor();
  await card.getByText(/message “open”/).waitFor();
  expect(problems).toEqual([]);
  await page.context().close();
});

/** Chooses a rule that fires at nearly every bar: RSI below 95. */
async function chooseRule(form: Locator, pair: string): Promise<void> {
  await choosePair(form, pair);
  await form.getByRole('radio', { name: 'Signal', exact: true }).click();
  await form.getByRole('combobox', { name: 'Fires' }).selectOption('while');
  await type(form, 'Level', '95');
}

/** Waits for the comparison with its sentence. A month has few rounds, so the sentence is one of three. */
async function seeComparison(form: Locator): Promise<void> {
  const evidence = form.getByRole('region', { name: 'What this signal would have done' });
  await evidence.getByText(/Last 30 days: signals as tick marks \([1-9]/).waitFor();
  await evidence.getByRole('row', { name: /^At random, equally often/ }).waitFor();
  await evidence.getByText(/too few to judge|No demonstrated edge|Better than all/).waitFor();
}

async function start(page: Page, form: Locator, name: string): Promise<void> {
  await type(form, 'Allocation', '1500');
  await type(form, 'Name', name);
  await page.getByRole('button', { name: 'Review bot' }).click();
  const review = page.getByRole('dialog', { name: `Review “${name}”` });
  await review.waitFor();
  const understood = review.getByRole('checkbox', { name: /I understand that I can lose/ });
  if (await understood.isVisible()) await understood.click();
  await review.getByRole('button', { name: 'Start bot' }).click();
  await page.getByText(`“${name}” was created.`).first().waitFor();
}

/** Returns by how many px the page is wider than its window. */
function overflowOf(page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth - window.innerWidth');
}
