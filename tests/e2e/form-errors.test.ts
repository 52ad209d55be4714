// Tests every refusal of the creation form in a real browser: the form shows a message, and the button to the review is disabled.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Browser, Locator, Page } from 'playwright-core';
import { openBrowser, openPage, openSession, type PageOptions, type Session } from './support/browser.ts';
import { demoMember, logIn, type Client } from './support/client.ts';
import { choosePair, openForm, type, typePair } from './support/form.ts';
import { discardHome, sandboxPids, startProduct, waitFor, type Product } from './support/product.ts';

const responseWithinMs = 30_000;

let product: Product;
let browser: Browser;
let member: Client;
let session: Session;
let page: Page;
let form: Locator;

beforeAll(async () => {
  product = await startProduct();
  browser = await openBrowser();
  member = await logIn(product);
  session = await openSession(browser, product.origin, demoMember);
  page = await openMembers({ width: 1280, theme: 'dark' });
});

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  if (product !== undefined) await discardHome(product.home);
});

beforeEach(async () => {
  form = await openBotForm(page);
});

afterEach(async () => {
  const { body } = await member.call('GET', '/api/bots/my-bots');
  expect(body, 'The demo bot is not the only running bot.').toHaveLength(1);
});

const openMembers = async (options: PageOptions): Promise<Page> =>
  (await openPage(browser, { ...options, storageState: session })).page;

async function openBotForm(where: Page): Promise<Locator> {
  await where.goto(`${product.origin}/dashboard/bot`);
  const opened = await openForm(where);
  await where.getByRole('button', { name: 'Review bot', disabled: false }).waitFor();
  return opened;
}

const review = (): Locator => page.getByRole('button', { name: 'Review bot' });

/** Waits until the reason is shown next to the disabled button. */
async function isRefused(words: string | RegExp): Promise<void> {
  const reason = page.getByRole('region', { name: 'Summary' }).getByRole('status').filter({ hasText: words });
  await reason.waitFor({ timeout: responseWithinMs });
  expect(await review().isDisabled()).toBe(true);
}

/** Returns the texts that a screen reader reads with the field. */
async function describedBy(label: string): Promise<readonly string[]> {
  const ids = await form.getByRole('textbox', { name: label, exact: true }).getAttribute('aria-describedby');
  const read = async (id: string): Promise<string> => (await page.locator(`[id="${id}"]`).textContent()) ?? '';
  return Promise.all((ids ?? '').split(' ').map(read));
}

test('the form shows a message at the field and next to the button when the allocation is above the available margin', async () => {
  await type(form, 'Allocation', '999999');
  await isRefused('Enter no more than the available margin.');
  expect(await describedBy('Allocation')).toEqual([
    'Enter no more than the available margin.',
    'Read as 999,999.00\u00a0USDT',
  ]);
});

test('a pair cannot be chosen while a bot runs on this pair, and the list shows the reason', async () => {
  const box = form.getByRole('combobox', { name: 'Pair' });
  await typePair(form, 'SOL');
  await form.getByRole('option', { name: 'A bot is already running on SOL-USDT-SWAP' }).waitFor();
  await box.press('Enter');
  await box.press('Escape');
  expect(await box.inputValue()).toBe('ETH-USDT-SWAP');
});

test('a name of sixteen characters is refused, and a name of fifteen characters is accepted', async () => {
  await type(form, 'Name', 'sixteen letters!');
  await isRefused('At most 15 characters.');
  expect(await describedBy('Name')).toEqual(['At most 15 characters.']);
  await type(form, 'Name', 'fifteen letters');
  await page.getByRole('button', { name: 'Review bot', disabled: false }).waitFor();
});

test('the number of cyclic steps is refused when it equals the number of steps', async () => {
  await type(form, 'Cyclic steps', '4');
  await isRefused('There must be fewer cyclic steps than steps.');
  expect(await describedBy('Cyclic steps')).toEqual(['There must be fewer cyclic steps than steps.']);
});

test('the form does not change a typed leverage of 21, and the message contains the allowed range', async () => {
  await type(form, 'Leverage', '21');
  await isRefused('Choose a value from 1 to 20.');
  expect(await describedBy('Leverage')).toEqual(['Choose a value from 1 to 20.']);
});

test('a stop loss is off by default, is refused when it is too close to the opening price, and is listed in the review with its amount', async () => {
  const box = form.getByRole('checkbox', { name: 'Use a stop loss' });
  expect(await box.isChecked()).toBe(false);
  await box.check();
  await type(form, 'Stop loss', '101');
  await isRefused('Choose a value from 0.1 to 100.');
  await type(form, 'Share used as margin', '100');
  await type(form, 'Leverage', '20');
  await type(form, 'Stop loss', '0.1');
  await isRefused(/The stop loss is too close to the opening price\. Choose at least \d\.\d%\./);
  await type(form, 'Share used as margin', '50');
  await type(form, 'Leverage', '10');
  await type(form, 'Allocation', '2000');
  await type(form, 'Stop loss', '12.5');
  await page.getByRole('button', { name: 'Review bot', disabled: false }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/12\.5% of its allocation \(250\.00\sUSDT in the first round\)/).waitFor();
  await dialog.getByRole('button', { name: 'Back' }).click();
  await box.uncheck();
  await page.getByRole('button', { name: 'Review bot', disabled: false }).click();
  await page.getByRole('dialog').getByText('No stop loss is set.').waitFor();
});

test('a slider row has three tab stops on the keyboard: its explanation, the slider and the field; an arrow key changes the value by one', async () => {
  const field = form.getByRole('textbox', { name: 'Leverage', exact: true });
  await form.getByRole('slider', { name: 'Leverage' }).press('ArrowRight');
  expect(await field.inputValue()).toBe('11');
  await page.keyboard.press('Tab');
  expect(await page.locator(':focus').getAttribute('id')).toBe(await field.getAttribute('id'));
  await page.keyboard.press('Tab');
  expect(await page.locator(':focus').getAttribute('aria-label')).toBe('About “Steps”');
  await page.keyboard.press('Tab');
  expect(await page.locator(':focus').getAttribute('aria-label')).toBe('Steps');
});

test('when a step is smaller than the smallest order, the form refuses it, and the message has the number of the step and the smallest allocation that is enough', async () => {
  await choosePair(form, 'BTC-USDT-SWAP');
  await type(form, 'Allocation', '1');
  await isRefused(/^Step 1 is below the smallest order\. Allocate at least [\d.]+\sUSDT\.$/);
  const words = (await page.getByRole('region', { name: 'Summary' }).getByRole('status').textContent()) ?? '';
  const smallest = Number(/least ([\d.]+)\sUSDT/.exec(words)?.[1]);
  await type(form, 'Allocation', String(Math.ceil(smallest * 1.02)));
  await page.getByRole('button', { name: 'Review bot', disabled: false }).waitFor();
});

test('when a ladder needs more than the available margin, the form refuses it, and the message has the number of the step', async () => {
  await type(form, 'Share used as margin', '95');
  await type(form, 'Leverage', '20');
  await type(form, 'Step distance', '5');
  await isRefused(/^(There is not enough margin for step \d|Liquidation comes before step \d)/);
});

test('when no new prices arrive, the form first shows the time of the last price and then that no price is available', async () => {
  const other = await openMembers({ width: 360, theme: 'light' });
  await other.clock.install();
  await openBotForm(other);
  await other.route(/\/ticker$/, () => undefined);
  await other.clock.fastForward(7_000);
  await other
    .getByRole('status')
    .filter({ hasText: /^This price is from .* No newer price is available at the moment\.$/ })
    .waitFor();
  await other.clock.fastForward(25_000);
  await other.getByText('The price of ETH-USDT-SWAP is not available.').waitFor();
  expect(await other.getByRole('button', { name: 'Review bot' }).isDisabled()).toBe(true);
  await other.context().close();
});

test('the focus moves to the button "New bot" when the form is closed, and does not move when this button disappears and is shown again', async () => {
  const other = await openMembers({ width: 1280, theme: 'light' });
  let isShort = false;
  await other.routeWebSocket(/\/ws\//, () => undefined);
  await other.route(/\/api\/margin/, async (route) => {
    const response = await route.fetch();
    const body: unknown = await response.json();
    await route.fulfill({ response, json: Object.assign({}, body, isShort ? { available: '0.5' } : {}) });
  });
  await openBotForm(other);
  await other.getByRole('button', { name: 'Close the form' }).press('Enter');
  const newBot = other.getByRole('button', { name: 'New bot', exact: true });
  await other.locator(':focus').filter({ hasText: 'New bot' }).waitFor();
  const eye = other.getByRole('button', { name: 'Hide amounts' });
  await eye.focus();
  isShort = true;
  await returnToWindow(other);
  await newBot.waitFor({ state: 'detached' });
  isShort = false;
  await returnToWindow(other);
  await newBot.waitFor();
  expect(await eye.evaluate((element) => element.matches(':focus'))).toBe(true);
  await other.context().close();
});

test('the review shows an error and creates no bot when the exchange does not respond, and starts the bot after the exchange has restarted', async () => {
  const [exchange] = sandboxPids(product.home);
  if (exchange === undefined) throw new Error('The lock file of the exchange contains no process id.');
  const start = page.getByRole('dialog').getByRole('button', { name: 'Start bot', disabled: false });
  const words = 'The exchange is not responding at the moment. Please try again shortly.';
  await review().click();
  await start.waitFor();
  process.kill(exchange, 'SIGSTOP');
  try {
    await start.click();
    await page.getByRole('dialog').getByRole('alert').filter({ hasText: words }).waitFor({ timeout: responseWithinMs });
    expect((await member.call('GET', '/api/bots/my-bots')).body).toHaveLength(1);
  } finally {
    process.kill(exchange, 'SIGCONT');
  }
  const card = page.getByRole('article', { name: 'ETH long 20%' });
  await start.click({ timeout: responseWithinMs });
  // An exchange that has just restarted may be slow. The review then shows a second failure, and the test presses the button a second time.
  const again = page.getByRole('dialog').getByRole('alert').filter({ hasText: words });
  for (let presses = 1; presses < 3 && !(await card.isVisible()); presses += 1) {
    await card.or(start).first().waitFor({ timeout: responseWithinMs });
    if ((await again.isVisible()) && (await start.isVisible())) await start.click({ timeout: responseWithinMs });
  }
  await card.waitFor({ timeout: responseWithinMs });
  await closeBot(member, 'ETH-USDT-SWAP');
});

/** Simulates that the user returns to the window. The app then refetches all queries. */
const returnToWindow = (other: Page): Promise<unknown> =>
  other.evaluate(`document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`);

async function closeBot(member: Client, instrumentId: string): Promise<void> {
  const running = async () => {
    const { body } = await member.call('GET', '/api/bots/my-bots');
    const bots = body as unknown as readonly Record<string, unknown>[]; // The contract defines the response as a list.
    return bots.find((bot) => bot['symbol'] === instrumentId);
  };
  const stop = { status: 'completed', close_position: true, is_last: true };
  const response = await member.call('PATCH', `/api/bots/${String((await running())?.['id'])}/status`, stop);
  expect(response.status).toBe(200);
  await waitFor('the bot to end', responseWithinMs, async () => (await running()) === undefined);
}
