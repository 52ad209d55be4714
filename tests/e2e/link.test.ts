// Tests in a real browser that a user links an account through the consent page of the exchange, that the token is renewed, that the account is disconnected, and that a key is replaced while two bots run.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { givenKey, openStore } from '@rondo/store';
import { silentLog } from '@rondo/testkit/database';
import { openPage, openSession, type Session } from './support/browser.ts';
import { botOrder, demoMember } from './support/client.ts';
import { execute } from './support/database.ts';
import { exchangeOf } from './support/exchange-truth.ts';
import { endBots, endHeld, lastPrice, moveMarket, running, startHeld, type BotRow, type Held } from './support/held.ts';
import { waitFor } from './support/product.ts';
import { ageProofs } from './support/proof.ts';
import { allFaults } from './support/screen-checks.ts';

const minuteMs = 60_000;
const masterKey = '5'.repeat(64);
const denial = 'You did not allow it. Nothing was changed.';

let held: Held;
let session: Session;
beforeAll(async () => {
  held = await startHeld({ RONDO_MASTER_KEY: masterKey });
  session = await openSession(held.browser, held.product.origin, demoMember);
});
afterAll(() => endHeld(held));

test('an account is linked through the consent page after a denied and an expired attempt, and is active until it is disconnected', async () => {
  const { page, problems } = await openExchangeTab();
  const dialog = page.getByRole('dialog');

  await page.getByRole('button', { name: 'Link another account' }).click();
  const denied = await continueToExchange(dialog);
  await denied.getByRole('button', { name: 'Deny' }).click();
  await seeFailure(dialog, denied, denial);

  await dialog.getByRole('button', { name: 'Try again' }).click();
  const late = await continueToExchange(dialog);
  await execute(held.product, 'update oauth_states set expires_at = 0 where used_at is null');
  await allow(late, 'A new account with 10,000 USDT');
  await seeFailure(dialog, late, 'Linking took longer than 10 minutes. Please start again.');
  expect(await linkedAccounts()).toHaveLength(1);

  await dialog.getByRole('button', { name: 'Try again' }).click();
  const consent = await continueToExchange(dialog);
  await allow(consent, 'A new account with 10,000 USDT');
  await dialog.getByText('Bots need a trading key of their own.').waitFor({ timeout: minuteMs });
  await gone(consent);
  const [, linked] = await linkedAccounts();
  await dialog.getByRole('button', { name: 'Create a key' }).click();
  const forKey = await continueToExchange(dialog);
  await allow(forKey, new RegExp(`\\(${/\d+/.exec(String(linked?.['name']))?.[0] ?? 'none'}\\)`));
  await dialog.getByRole('heading', { name: 'OKX is linked' }).waitFor({ timeout: minuteMs });
  expect(await allFaults(page, 'linked')).toEqual([]);
  await gone(forKey);
  await dialog.getByRole('button', { name: 'Done' }).click();

  const named = (await linkedAccounts()).find((account) => account['id'] === linked?.['id']);
  const card = page.getByRole('region', { name: String(named?.['name']), exact: true });
  await card.getByText('active', { exact: true }).waitFor();
  await card.getByText(/^renews itself, (59|58)\smin left$/).waitFor();
  await card.getByRole('button', { name: 'Test connection' }).click();
  await card.getByText('The connection works.').waitFor({ timeout: minuteMs });

  await choosesWhatIsShown(page, String(linked?.['id']), String(named?.['name']));
  await startsOnEither(page, String(linked?.['id']));
  await seeExpiryComeNear(page, card, String(named?.['name']));
  await checkStorage(page);

  await card.getByRole('button', { name: 'Disconnect' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click();
  await page
    .getByText(/is disconnected\./)
    .first()
    .waitFor({ timeout: minuteMs });
  await card.waitFor({ state: 'detached', timeout: minuteMs });
  expect(await linkedAccounts()).toHaveLength(1);
  // Requests for the balance of a new account fail with status 503 until the engine has read the account.
  expect(problems.filter((text) => !text.includes('503'))).toEqual([]);
});

test('the key of an account is replaced while two bots run, and both bots complete their rounds', async () => {
  await endBots(held);
  const instruments = ['ETH-USDT-SWAP', 'XRP-USDT-SWAP'];
  for (const symbol of instruments) {
    const response = await held.client.call('POST', '/api/bots', botOrder({ symbol, name: symbol.slice(0, 3) }));
    expect(response.status, JSON.stringify(response.body)).toBe(200);
  }
  await waitFor('both bots to fill their first step', 2 * minuteMs, async () =>
    (await running(held)).every((bot) => Number(bot['current_step']) === 1),
  );
  const before = await linkedAccounts();

  const { page, problems } = await openExchangeTab();
  const card = page.getByRole('region').filter({ has: page.getByRole('button', { name: 'Replace key' }) });
  await card.getByText('2 bots running').waitFor({ timeout: minuteMs });
  await card.getByRole('button', { name: 'Replace key' }).click();
  const dialog = page.getByRole('dialog');
  const consent = await continueToExchange(dialog);
  await allow(consent, /^member /);
  await dialog.getByRole('heading', { name: 'OKX is linked' }).waitFor({ timeout: minuteMs });
  await dialog.getByRole('button', { name: 'Done' }).click();
  const after = await linkedAccounts();
  expect(after.map((account) => account['id'])).toEqual(before.map((account) => account['id']));
  expect(after[0]?.['api_key']).not.toBe(before[0]?.['api_key']);

  for (const symbol of instruments) await moveBy(symbol, 1.004);
  let count = 0;
  await waitFor('both bots to end their first round', 2 * minuteMs, async () => {
    const bots = await running(held);
    const unended = bots.filter((bot) => !hasEndedRound(bot));
    // One price move fills only a part of a large exit order. The test moves the price up and down until the exit order has filled completely.
    count += 1;
    for (const bot of unended) await moveBy(String(bot['symbol']), count % 2 === 0 ? 1.001 : 0.999);
    return bots.length === instruments.length && unended.length === 0;
  });
  expect(problems).toEqual([]);
});

test('the link dialog asks for the password when the last password check is too old, and then opens the window of the exchange', async () => {
  const { page, problems } = await openExchangeTab();
  await ageProofs(held.product, page);
  problems.length = 0;
  await page.getByRole('button', { name: 'Link another account' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Continue to OKX' }).click();
  const proof = page.getByRole('dialog', { name: 'Enter your password again' });
  await proof.getByLabel('Password').fill(demoMember.password);
  const opened = page.waitForEvent('popup');
  await proof.getByRole('button', { name: 'Continue' }).click();
  const popUp = await opened;
  await popUp.getByRole('button', { name: 'Deny' }).click();
  await seeFailure(page.getByRole('dialog'), popUp, denial);
  expect(await page.evaluate(`localStorage.getItem('okxLinkNonce')`)).toBeNull();
  expect(problems.filter((text) => !/403|409/.test(text))).toEqual([]);
});

test('two windows can link accounts at the same time, also when one window reloads, and a second use of a consent is refused with a message', async () => {
  const { page: first } = await openExchangeTab();
  const second = await first.context().newPage();
  await second.goto(`${held.product.origin}/dashboard/integration`);
  const [firstDialog, secondDialog] = [first.getByRole('dialog'), second.getByRole('dialog')];
  await first.getByRole('button', { name: 'Link another account' }).click();
  const ofFirst = await continueToExchange(firstDialog);
  const address = ofFirst.url();
  await second.getByRole('button', { name: 'Link another account' }).click();
  const ofSecond = await continueToExchange(secondDialog);

  await allow(ofFirst, 'A new account with 10,000 USDT');
  await firstDialog.getByText('Bots need a trading key of their own.').waitFor({ timeout: minuteMs });
  await secondDialog.getByText('Continue in the OKX window.').waitFor();
  await second.reload();
  await second.getByRole('heading', { name: 'Connection status' }).waitFor({ timeout: minuteMs });
  await allow(ofSecond, 'A new account in hedge mode');
  await secondDialog.getByRole('heading', { name: 'OKX is linked' }).waitFor({ timeout: minuteMs });

  // The test uses the address of the first consent a second time, in a window without an opener.
  const again = await first.context().newPage();
  await again.goto(address);
  await allow(again, 'A new account with 10,000 USDT');
  await again
    .getByText('This link request was not started here, or it was already completed.')
    .waitFor({ timeout: minuteMs });
  await again.getByRole('link', { name: 'Go to the Exchange tab' }).click();
  await again.getByRole('heading', { name: 'Connection status' }).waitFor({ timeout: minuteMs });

  // When the user closes the pop-up before the consent is complete, the app shows a message instead of an error.
  await firstDialog.getByRole('button', { name: 'Done' }).click();
  await first.getByRole('button', { name: 'Link another account' }).click();
  await (await continueToExchange(firstDialog)).close();
  await first.getByText('The OKX window was closed before OKX responded.').waitFor({ timeout: minuteMs });
  expect(await firstDialog.count()).toBe(0);
  expect(await first.evaluate(`localStorage.getItem('okxLinkNonce')`)).toBeNull();
});

test('the success page and the error page send a message to their opener and close, and send no request for a key when they have no opener', async () => {
  const { page } = await openExchangeTab();
  const touched: string[] = [];
  page.context().on('request', (request) => {
    if (/fast-api/.test(request.url())) touched.push(request.url());
  });
  await page.goto(`${held.product.origin}/terms`);
  // The pages show a text of their address only during an attempt, whose nonce has the time of its start.
  const nonce = `${'a'.repeat(32)}.${Date.now().toString(36)}`;
  const success = { account_id: 'account-1', type: 'fast_api', domain: 'global' };
  expect(await openAndReceive(page, { nonce, path: `/okx-oauth-success?${new URLSearchParams(success)}` })).toEqual({
    message: { type: 'okx-oauth-success', oauth_type: 'fast_api', account_id: 'account-1', nonce },
    flags: ['fast_api', 'true', 'account-1', 'global', 'true'],
  });
  expect(await openAndReceive(page, { nonce, path: '/okx-oauth-error?error=because' })).toMatchObject({
    message: { type: 'okx-oauth-error', error: 'because', nonce },
  });
  await page.goto(`${held.product.origin}/api/okx/oauth/callback?error=access_denied`);
  await page.getByRole('status').getByText(denial).waitFor();
  expect(new URL(page.url()).pathname).toBe('/okx-oauth-error');
  await page.evaluate(`localStorage.removeItem('okxLinkNonce'), localStorage.removeItem('okx_post_oauth_action')`);
  await page.goto(
    `${held.product.origin}/okx-oauth-success?${new URLSearchParams({ ...success, account_id: 'strange' })}`,
  );
  await page.waitForURL('**/dashboard/integration', { timeout: minuteMs });
  await page.getByRole('heading', { name: 'Connection status' }).waitFor({ timeout: minuteMs });
  expect(touched).toEqual([]);
});

/** Opens a pop-up page from a page that listens for its message, acknowledges the message, and waits until the pop-up has closed. */
async function openAndReceive(page: Page, { nonce, path }: { readonly nonce: string; readonly path: string }) {
  const opened = page.waitForEvent('popup');
  const received = page.evaluate(`new Promise((resolve) => {
    localStorage.setItem('okxLinkNonce', '${nonce}');
    const popUp = window.open('${path}', 'rondo-okx');
    addEventListener('message', (event) => {
      if (event.source !== popUp) return;
      popUp.postMessage({ type: 'okx-oauth-heard', nonce: event.data.nonce }, location.origin);
      resolve(event.data);
    });
  })`);
  const popUp = await opened;
  const message = await received;
  await gone(popUp);
  const flags = await page.evaluate(
    `['oauth_action', 'fastapi_token_ready', 'fastapi_account_id', 'fastapi_domain']
      .map((name) => localStorage.getItem('okx_post_' + name))
      .concat(localStorage.getItem('forceDashboardRefresh'))`,
  );
  return { message, flags };
}

/** Checks that the storage of the browser contains no secret of the exchange. The journal of the sandbox lists all secrets. */
async function checkStorage(page: Page): Promise<void> {
  const folder = path.join(held.product.home, 'sandbox', 'state');
  const journal = readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => readFileSync(path.join(folder, name), 'utf8'))
    .join('');
  const named = /"(?:apiKey|secretKey|passphrase|clientSecret|accessToken|refreshToken|code)":"([^"]{8,})"/g;
  const secrets = [...new Set([...journal.matchAll(named)].map(([, secret = '']) => secret))];
  expect(secrets.length).toBeGreaterThan(10);
  const session = await page.evaluate(`JSON.stringify(sessionStorage)`);
  const kept = `${JSON.stringify(await page.context().storageState({ indexedDB: true }))}${String(session)}`;
  expect(kept).toContain('accessToken');
  expect(secrets.filter((secret) => kept.includes(secret))).toEqual([]);
}

/** Checks that the panel and the WebSocket manager show the chosen account, and that a reload does not change the account in the address. */
async function choosesWhatIsShown(page: Page, accountId: string, name: string): Promise<void> {
  const panel = page.locator('.connection-panel');
  const shown = panel.locator('dd').filter({ hasText: name });
  const chooser = page.getByLabel('Account shown');
  await chooser.selectOption(accountId);
  await shown.waitFor({ timeout: minuteMs });
  expect(new URL(page.url()).searchParams.get('account')).toBe(accountId);
  await page.reload();
  await shown.waitFor({ timeout: minuteMs });
  expect(await chooser.inputValue()).toBe(accountId);
  await page.locator('summary', { hasText: 'WebSocket manager' }).click();
  await page.locator('.viewer-card').getByText(name).first().waitFor();
}

/** Checks that the bots tab shows the margin of the chosen account, and that the form creates bots on this account. */
async function startsOnEither(page: Page, accountId: string): Promise<void> {
  await page.getByRole('link', { name: 'Bots' }).first().click();
  const chooser = page.getByLabel('Account for margin and new bots');
  const rail = page.locator('.bots-rail');
  await rail.getByText('Available for new bots').waitFor({ timeout: minuteMs });
  await chooser.selectOption(accountId);
  await rail.getByText('10,000.00').first().waitFor({ timeout: minuteMs });
  await page.getByRole('link', { name: 'Exchange' }).first().click();
  await page.getByRole('heading', { name: 'Connection status' }).waitFor({ timeout: minuteMs });
}

async function openExchangeTab(): Promise<{ page: Page; problems: string[] }> {
  const opened = await openPage(held.browser, { width: 1280, theme: 'dark', storageState: session });
  await opened.page.goto(`${held.product.origin}/dashboard/integration`);
  await opened.page.getByRole('heading', { name: 'Connection status' }).waitFor({ timeout: minuteMs });
  return opened;
}

/** Presses the button below the explanation, and returns the pop-up with the consent page of the exchange. */
async function continueToExchange(dialog: Locator): Promise<Page> {
  const opened = dialog.page().waitForEvent('popup');
  await dialog.getByRole('button', { name: 'Continue to OKX' }).click();
  const popUp = await opened;
  await popUp.getByRole('heading', { name: 'Rondo asks for your consent' }).waitFor({ timeout: minuteMs });
  return popUp;
}

async function allow(popUp: Page, account: string | RegExp): Promise<void> {
  const label = await popUp.getByRole('option').filter({ hasText: account }).first().textContent();
  await popUp.getByLabel('Account').selectOption({ label: label ?? '' });
  await popUp.getByRole('button', { name: 'Allow' }).click();
}

/** Checks that the dialog shows the reason permanently, and that the pop-up shows the reason and closes. */
async function seeFailure(dialog: Locator, popUp: Page, reason: string): Promise<void> {
  await dialog.getByRole('alert').filter({ hasText: reason }).waitFor({ timeout: minuteMs });
  await gone(popUp);
  const alert = dialog.getByRole('alert');
  expect(await alert.textContent()).toBe(reason);
  // A person who did not allow the link has decided so, and this is no failure.
  expect(await alert.getAttribute('data-tone')).toBe(reason === denial ? 'neutral' : 'danger');
}

const gone = (popUp: Page): Promise<void> =>
  waitFor('the pop-up to close', minuteMs, () => Promise.resolve(popUp.isClosed()));

/**
 * Moves the clock of the browser forward. A warning must appear 30 minutes before the token expires, and an urgent dialog must appear ten
 * minutes before the token expires. The warning and the dialog must disappear when the token is renewed.
 */
async function seeExpiryComeNear(page: Page, card: Locator, name: string): Promise<void> {
  await page.clock.install();
  await page.reload();
  await card.getByText(/min left$/).waitFor({ timeout: minuteMs });
  await page.clock.fastForward('31:00');
  await page.getByText(new RegExp(`^${name}: The exchange token expires in 2\\d minutes\\.$`)).waitFor();
  await page.clock.fastForward('20:00');
  const urgent = page.getByRole('alertdialog', {
    name: new RegExp(`^${name}: The exchange token expires in \\d minutes$`),
  });
  await urgent.getByRole('button', { name: 'Reload the page' }).waitFor();
  await urgent.getByRole('button', { name: 'Later' }).click();
  await page.getByText(new RegExp(`^${name}: Token expires in \\d minutes!$`)).waitFor();
  await registerProgram({ tokenSeconds: 3 * 60 * 60 });
  await card.getByRole('button', { name: 'Renew' }).click();
  await card.getByText(/^renews itself, 2\sh \d+\smin left$/).waitFor({ timeout: minuteMs });
  await page.clock.resume();
}

/** Changes the settings of the OAuth client of this server at the exchange, for example the lifetime of its tokens. */
async function registerProgram(changes: { readonly tokenSeconds: number }): Promise<void> {
  const place = { dataFolder: held.product.home, isGuest: true, log: silentLog };
  const store = await openStore({ ...place, masterKey: givenKey(Buffer.from(masterKey, 'hex'), 'the test key') });
  const clientSecret = Buffer.from(store.keys.trading.sandboxClient).toString('hex');
  await store.close();
  const redirectUris = [`${held.product.origin}/dashboard/okx-oauth-redirect`];
  const program = { clientId: 'rondo', clientSecret, name: 'Rondo', redirectUris, ...changes };
  const response = await fetch(`${exchangeOf(held.product.home).rest}/sandbox/oauth/clients`, {
    method: 'POST',
    body: JSON.stringify({ ...program, keyIps: ['127.0.0.1', '::1'] }),
  });
  expect(response.status).toBe(200);
}

async function linkedAccounts(): Promise<readonly Record<string, unknown>[]> {
  const { body } = await held.client.call('GET', '/api/okx/oauth/status');
  // The response contains a list. When the shape is wrong, an assertion of the test fails.
  return body['accounts'] as readonly Record<string, unknown>[];
}

/**
 * Returns true when the log of the bot contains the end of a round. The test does not wait for a new round, because a new round opens only
 * after the next price of the market.
 */
function hasEndedRound(bot: BotRow): boolean {
  // The contract defines the log lines. When the shape is wrong, the test fails.
  const logs = bot['logs'] as readonly { readonly message_key: string }[];
  return logs.some((line) => line.message_key === 'bots.log.roundCompleted');
}

const moveBy = async (symbol: string, factor: number): Promise<void> =>
  moveMarket(held, symbol, Number(await lastPrice(held, symbol)) * factor);
