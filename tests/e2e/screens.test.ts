// Tests that every screen follows the accessibility rules at 360 px, and that the log-in, the registration, the error pages, the operator console and LBank work in a browser.
import { expect, test } from 'vitest';
import type { Browser } from 'playwright-core';
import { fillRegistration, logInThroughCard, openPage } from './support/browser.ts';
import { demoMember } from './support/client.ts';
import { exchangeOf } from './support/exchange-truth.ts';
import { approve, workConsole } from './support/operator-console.ts';
import { liveThroughAccount } from './support/own-account.ts';
import type { Product } from './support/product.ts';
import { ageProofs } from './support/proof.ts';
import { allFaults, expectNoFaultsInPairs } from './support/screen-checks.ts';
import { findLayoutFaults, type Sessions } from './support/screens.ts';
import { openBots } from './support/visit.ts';
import { useStillProduct } from './support/still-product.ts';

/** The longest duration of a message (specification 9). */
const messageMs = 5_000;

let product: Product;
let browser: Browser;
let sessions: Sessions;

useStillProduct((opened) => {
  ({ product, browser, sessions } = opened);
});

// layout.nightly.ts checks every screen in each language and width.
test('every screen follows the accessibility rules in both themes and fits its window, in five languages and three widths by turns', async () => {
  await expectNoFaultsInPairs({ browser, origin: product.origin, sessions, check: allFaults });
});

test('the log-in card keeps the focus while the card is open, and the focus returns to the log-in button when the card closes', async () => {
  const { page } = await openPage(browser, { width: 1280, theme: 'dark' });
  const focused = page.locator(':focus');
  await page.goto(product.origin);
  // The first press loads the product, which renders the start page again, so the button that opened the card no longer exists. Before the
  // second press, the product is already loaded.
  for (const leave of [() => page.keyboard.press('Escape'), () => page.mouse.click(5, 5)]) {
    await page.locator('.hero').getByRole('button', { name: 'Log in', exact: true }).press('Enter');
    await page.getByRole('dialog', { name: 'Log in' }).waitFor();
    await page.locator('input[name=email]:focus').waitFor();
    await page.keyboard.press('Shift+Tab');
    expect(await focused.getAttribute('aria-label')).toBe('Close');
    await leave();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.waitForURL(`${product.origin}/`);
    await page.locator('.hero .button:focus').waitFor();
    expect(await focused.textContent()).toBe('Log in');
  }
  await page.context().close();
});

test.each(['Enter', 'ArrowDown'])('a menu that is opened with %s has the focus on its first row', async (key) => {
  const { page } = await openPage(browser, { width: 1280, theme: 'light', storageState: sessions.member });
  await openBots(page, product.origin);
  await page.getByRole('button', { name: 'Stop', exact: true }).press(key);
  await page.locator('[role^=menuitem]:focus').filter({ hasText: 'Stop after next take-profit' }).waitFor();
  await page.context().close();
});

test('a tab that cannot be loaded shows a message, the other tabs work, and another try loads the tab', async () => {
  const { page } = await openPage(browser, { width: 360, theme: 'light', storageState: sessions.member });
  await page.route(/\/history-page[^/]*\.js$/, (route) => route.abort());
  await openBots(page, product.origin);
  const tabs = page.getByRole('navigation').locator('visible=true');
  const content = page.getByRole('main');
  await tabs.getByRole('link', { name: 'History' }).click();
  await content.getByText('A part of the page could not be loaded.').waitFor();
  expect(await allFaults(page, 'broken tab')).toEqual([]);
  await tabs.getByRole('link', { name: 'Bots' }).click();
  await page.getByRole('article').first().waitFor();

  await tabs.getByRole('link', { name: 'History' }).click();
  const again = content.getByRole('button', { name: 'Try again' });
  await again.waitFor();
  await page.context().setOffline(true);
  await again.click();
  await content.getByText('The server cannot be reached at the moment.').waitFor();
  await page.context().setOffline(false);
  await page.unrouteAll();
  await again.click();
  await page.locator('.history-rows').waitFor();
  await page.context().close();
});

test('when a new version has removed the scripts of a page, the page is reloaded once and then shows a message', async () => {
  const { page } = await openPage(browser, { width: 1280, theme: 'light', storageState: sessions.member });
  await openBots(page, product.origin);
  await page.route(/\/history-page[^/]*\.js$/, (route) => route.fulfill({ status: 404 }));
  await page.route(`${product.origin}/`, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(/\/assets\/index-[^"]+\.js/, '/assets/index-next.js');
    await route.fulfill({ response, body });
  });
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  await page.getByRole('link', { name: 'History' }).first().click();
  await page.waitForEvent('load');
  await page.getByText('A new version has been published.').waitFor();
  await page.getByRole('link', { name: 'Bots' }).first().click();
  await page.getByRole('article').first().waitFor();
  expect(loads).toBe(1);
  await page.context().close();
});

test('when the browser is offline, the landing page shows a message, and the log-in card opens after the browser is online again', async () => {
  const { page } = await openPage(browser, { width: 360, theme: 'dark' });
  await page.clock.install();
  await page.goto(product.origin);
  await page.locator('.replay').first().waitFor();
  await page.context().setOffline(true);
  const logInButton = page.getByRole('button', { name: 'Log in', exact: true }).first();
  await logInButton.click();
  const words = page.getByRole('alert').getByText('A part of the page could not be loaded.');
  await words.waitFor();
  expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true);
  await page.clock.fastForward(messageMs);
  await words.waitFor({ state: 'detached' });
  await page.context().setOffline(false);
  await logInButton.click();
  await page.getByRole('dialog', { name: 'Log in' }).waitFor();
  await page.context().close();
});

test('a visitor registers with an invitation, waits for approval, and then reads that the next step is to link an account', async () => {
  const { page } = await openPage(browser, { width: 1280, theme: 'dark' });
  await page.goto(`${product.origin}/?ref=222222`);
  await page.getByRole('link', { name: 'Register' }).first().click();
  const send = page.getByRole('button', { name: 'Register' });
  await page.getByLabel('Country of residence').selectOption({ label: 'United States' });
  await page.getByText('The service is not offered in your country.').waitFor();
  expect(await send.isDisabled()).toBe(true);
  const account = { email: 'mina@example.org', password: 'correct horse' };
  await fillRegistration(page, account);
  expect(await page.getByLabel('Invited by').inputValue()).toBe('222222');
  await send.click();
  await page.getByRole('heading', { name: 'Registration received' }).waitFor();
  await logInThroughCard(page, product.origin, account);
  await page.locator('.pending-card').getByText('mina_trades').waitFor();
  const step = page.getByRole('list', { name: 'Steps to your first bot' }).locator('[aria-current=step]');
  expect(await step.innerText()).toContain('Approval');
  await approve(product, account.email);
  await page.getByRole('button', { name: 'Check again' }).click();
  await step.filter({ hasText: 'OKX account' }).waitFor();
  await page.getByRole('link', { name: 'Go to the Exchange tab' }).click();
  await page.getByRole('button', { name: 'Link an account' }).waitFor();
  await page.context().close();
});

test('an operator with a second factor decides about sign-ups and reads the audit, and a member or visitor who opens /operator sees the page "This page does not exist"', async () => {
  await workConsole({ browser, product, sessions });
});

test('a person changes the password, uses a second factor, ends a session, downloads the records and deletes the account', async () => {
  await liveThroughAccount({ browser, product, check: allFaults });
});

test('a user enters the password again to link an LBank account, and then tests, changes and deletes the account', async () => {
  const { page, problems } = await openPage(browser, { width: 1280, theme: 'dark', storageState: sessions.member });
  await page.goto(`${product.origin}/dashboard/integration`);
  const { apiKey, secretKey } = await newExchangeKey('read_only,trade');
  await ageProofs(product, page);
  problems.length = 0;
  await page.getByRole('button', { name: 'Link an LBank account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Link an LBank account' });
  await dialog.getByRole('button', { name: 'Link account' }).click();
  await dialog.getByText('Please fill in account name, API key and secret key.').waitFor();
  await dialog.getByLabel('Account name').fill(' Spot one ');
  await dialog.getByLabel('API key').fill(apiKey);
  await dialog.getByLabel('Secret key').fill(secretKey);
  await dialog.getByLabel('Tags, separated by commas').fill('spot, , slow ,spot');
  await dialog.getByRole('button', { name: 'Link account' }).click();
  const proof = page.getByRole('dialog', { name: 'Enter your password again' });
  await proof.getByLabel('Password').fill('wrong');
  await proof.getByRole('button', { name: 'Continue' }).click();
  await proof.getByText('Password or code is incorrect.').waitFor();
  expect(await allFaults(page, 'proof')).toEqual([]);
  await proof.getByLabel('Password').fill(demoMember.password);
  await proof.getByRole('button', { name: 'Continue' }).click();

  const account = page.getByRole('article', { name: 'Spot one' });
  await account.getByText('Connected', { exact: true }).waitFor();
  expect(await account.locator('.lbank-tags .chip').allTextContents()).toEqual(['spot', 'slow']);
  await account.getByRole('button', { name: 'Test connection' }).click();
  await account.getByText(/^The connection works\. Tested at/).waitFor();
  expect(await allFaults(page, 'LBank account')).toEqual([]);

  await account.getByRole('button', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Spot one' });
  await edit.getByLabel('Account name').fill('Second');
  await edit.getByRole('checkbox', { name: /^Trade/ }).click();
  await edit.getByRole('button', { name: 'Save' }).click();
  const renamed = page.getByRole('article', { name: 'Second' });
  await renamed.getByText('read, trade').waitFor();

  await renamed.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No LBank account is linked.').waitFor();
  expect(problems).toEqual([expect.stringContaining('403'), expect.stringContaining('403')]);
  await page.context().close();
});

/** Creates a key of a new account at the sandbox. The sandbox also serves the calls of LBank. */
async function newExchangeKey(perm: string): Promise<{ readonly apiKey: string; readonly secretKey: string }> {
  const body = JSON.stringify({ label: `lbank ${perm}`, perm });
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${exchangeOf(product.home).rest}/sandbox/accounts`, { method: 'POST', headers, body });
  // The sandbox defines the fields of this response.
  return (await response.json()) as { apiKey: string; secretKey: string };
}

test('the layout check finds a text that is partly hidden or lies under a control, and a page that is too wide', async () => {
  const page = await browser.newPage({ viewport: { width: 360, height: 780 } });
  const words = Array.from({ length: 5 }, (_, index) => `<p>words ${index}</p>`).join('');
  const box = (style: string) =>
    `<div style="width:40px;${style}"><span style="white-space:nowrap">much too long</span></div>`;
  // The last lines are outside of what is visible of the list, at the place of the link.
  const lines = '<pre style="height:20px;overflow:auto">one\ntwo\nthree\nfour\nfive\nsix</pre><a href="#a">a link</a>';
  const row =
    '<div style="display:flex"><span style="width:40px;white-space:nowrap">a long title</span><button>Stop</button></div>';
  await page.setContent(
    `${words}${box('overflow:hidden')}${box('overflow:auto')}${row}<div style="width:500px">wide</div>${lines}`,
  );
  const faults = await findLayoutFaults(page);
  expect(faults).toEqual([
    expect.stringMatching(/^the page is \d+ px too wide$/),
    '"much too long" in span. is cut off by div.',
    '"a long title" in span. overlaps button.',
  ]);
  await page.close();
});
