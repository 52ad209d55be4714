// Visits the states of the bots tab and of the exchange tab of a person with two accounts, whose bots have banners.
import type { Page } from 'playwright-core';
import { change } from './further-states.ts';
import { openBots, type Visit } from '../visit.ts';

const secondId = 'second-account';

/** One bot for each kind of banner. The first two run on the account of the member, the others on the second account. */
const bots = [
  { phase: 'paused', holds: [{ by: 'user', level: 'entries', reason: 'owner', until: null }] },
  { entry_wait: 'margin' },
  { account_id: secondId, phase: 'error', end_reason: 'entry_missed' },
  { account_id: secondId, trading: { state: 'expired', ends_at: null } },
] as const;

/** The bots and the accounts of these states have other ids than those of the server. */
const botPath = /\/api\/bots\/banner-\d(?:\?|$)/u;
const listPath = /\/api\/bots\/my-bots$/u;
const accountQuery = new RegExp(`[?&]account_id=${secondId}`, 'u');

/** Shows four bots in place of the first bot of the member, and a second account with the data of the first one. */
async function plantBots(page: Page): Promise<void> {
  // The live feed would send the bot of the server.
  await page.routeWebSocket(/\/ws\//u, () => undefined);
  let firstId = '';
  await page.route(listPath, async (route) => {
    const response = await route.fetch();
    // The server has sent a list of bots.
    const [bot] = (await response.json()) as readonly { readonly id: string }[];
    firstId = bot?.id ?? '';
    const json = bots.map((changes, index) => ({ ...bot, ...changes, id: `banner-${index}`, title: `Bot ${index}` }));
    await route.fulfill({ response, json });
  });
  await page.route(botPath, async (route) => {
    const url = new URL(route.request().url());
    url.pathname = `/api/bots/${firstId}`;
    await route.fulfill({ response: await route.fetch({ url: url.href }) });
  });
  await page.route(accountQuery, async (route) => {
    const url = new URL(route.request().url());
    url.searchParams.delete('account_id');
    await route.fulfill({ response: await route.fetch({ url: url.href }) });
  });
  await page.route('**/api/okx/oauth/status', async (route) => {
    const response = await route.fetch();
    // The server has sent the status with its accounts.
    const status = (await response.json()) as { readonly accounts: readonly object[] };
    const accounts = [...status.accounts, { ...status.accounts[0], id: secondId, name: 'Second account' }];
    await route.fulfill({ response, json: { ...status, accounts } });
  });
}

/** The cards with a hold, a wait, an error and a delisted pair on two accounts, the ladder as a table, and the exchange tab with two accounts. */
export async function walkBotStates({ page, origin, look }: Visit): Promise<void> {
  await plantBots(page);
  await openBots(page, origin);
  for (let index = 0; index < bots.length; index += 1)
    await page.getByRole('article').nth(index).locator('.banner').first().waitFor();
  await look('cards with banners on two accounts');
  const first = page.getByRole('article').first();
  await first.locator('.bot-chart-tools button').nth(1).click();
  await first.locator('.bot-chart table').waitFor();
  await look('ladder as a table');
  await page.goto(`${origin}/dashboard/integration`);
  await page.locator('.connection-body').waitFor();
  await page.getByText('Second account').first().waitFor();
  await look('exchange with two accounts');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
}

const passkeys = {
  is_available: true,
  items: [{ id: 'passkey-1', name: 'Phone', is_synced: true, created_at: Date.UTC(2026, 1, 24), last_used_at: null }],
};

/** Makes the page itself refuse a call, because the browser reports each refusal of a server as an error of the page. */
async function refuse(page: Page, path: string, error: object): Promise<void> {
  await page.addInitScript(`{
    const send = window.fetch;
    window.fetch = (...request) =>
      String(request[0]).includes(${JSON.stringify(path)})
        ? Promise.resolve(new Response(${JSON.stringify(JSON.stringify(error))}, { status: 403 }))
        : send(...request);
  }`);
}

const proofRequired = {
  message: 'Please enter your password again.',
  error_code: 'REAUTH_REQUIRED',
  message_key: 'errors.reauthRequired',
  parameters: {},
  correlation_id: 'test',
};

/** The result of all bots as curve and table, the dialogs that add and remove a passkey, and the dialog that asks for the password again. */
export async function walkResultsAndPasskeys({ page, origin, look }: Visit): Promise<void> {
  await page.goto(`${origin}/dashboard/history`);
  const curve = page.locator('.history-curve');
  await curve.getByRole('img').waitFor();
  const response = page.waitForResponse(/\/api\/bots\/portfolio/u);
  await curve.getByRole('radio').nth(1).click();
  await response;
  await curve.getByRole('img').waitFor();
  await look('curve of all bots');
  await curve.locator('.history-curve-head .button').first().click();
  await curve.getByRole('table').waitFor();
  await look('table of all bots');

  await change(page, '/api/auth/passkeys', passkeys);
  await refuse(page, '/api/auth/passkeys/begin', proofRequired);
  await page.goto(`${origin}/dashboard/security`);
  const card = page.locator('.security-column').nth(1).locator('.card').nth(1);
  await card.locator('.session-row .button').click();
  await page.getByRole('alertdialog').waitFor();
  await look('removal of a passkey');
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  await card.locator('.stack > div > .button').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('Laptop');
  await look('new passkey');
  await dialog.locator('[type=submit]').click();
  await page.locator('input[name=proof-password]').waitFor();
  await look('password asked again');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
}
