// Visits the states of screens that need a special response: the browser gets it instead of the response of the running product.
import type { Page, Route } from 'playwright-core';
import { openBots, type Visit } from '../visit.ts';

const minuteS = 60;

/** Lets `respond` respond to the requests of one path. The newest function of a path is used. */
const respondTo = (page: Page, path: string, respond: (route: Route) => Promise<void>) =>
  page.route(`**${path}`, respond);

/** Ends all such functions. A request that has begun may end with the response of the product. */
const respondNormally = (page: Page): Promise<void> => page.unrouteAll({ behavior: 'ignoreErrors' });

/** The state of the sign-up while it is closed, the second step of the log-in, the end of a password reset, and the landing page without its data. */
export async function walkVisitorStates({ page, origin, look }: Visit): Promise<void> {
  await respondTo(page, '/api/registration', async (route) => {
    const response = await route.fetch();
    // The server has sent an object with the rules.
    const rules = (await response.json()) as object;
    await route.fulfill({ response, json: { ...rules, is_open: false } });
  });
  await page.goto(`${origin}/rondo/happy/auth/register?ref=111111`);
  await page.locator('.message-page').waitFor();
  await look('registration closed');

  await respondTo(page, '/api/auth/login', (route) => route.fulfill({ status: 401, json: codeRequired }));
  await page.goto(`${origin}/login`);
  await page.locator('.login-card input[name=email]').fill('mina@example.org');
  await page.locator('.login-card input[type=password]').fill('correct horse');
  await page.locator('.login-card [type=submit]').click();
  await page.locator('.login-card [autocomplete=one-time-code]').waitFor();
  await look('log-in code');

  await respondTo(page, '/api/auth/reset', (route) => route.fulfill({ json: { success: true } }));
  await page.goto(`${origin}/reset-password#${'x'.repeat(43)}`);
  await page.locator('.register-card input').first().waitFor();
  for (const field of await page.locator('.register-card input').all()) await field.fill('correct horse battery');
  await page.locator('.register-card [type=submit]').click();
  await page.locator('.register-card[role=status]').waitFor();
  await look('new password set');

  // A response that is not in the form of the contract is a failure, and the browser reports no error for it.
  for (const path of ['leaderboard', 'plan', 'testimonials', 'replays'])
    await respondTo(page, `/api/${path}`, (route) => route.fulfill({ json: {} }));
  await page.goto(origin);
  await page.locator('#later').scrollIntoViewIfNeeded();
  await page.locator('.landing-board .banner').waitFor();
  await look('landing without data');
  await respondNormally(page);
}

const codeRequired = {
  message: 'Please enter the code from your authenticator.',
  error_code: 'TOTP_REQUIRED',
  message_key: 'errors.totpRequired',
  parameters: { has_passkey: 'true' },
  correlation_id: 'test',
};

/** The notice about a log-in from a new device, the warnings about the log-in token of an account, and the steps and states of the second factor. */
export async function walkMemberStates({ page, origin, look }: Visit): Promise<void> {
  await respondTo(page, '/api/auth/logins', async (route) => {
    const response = await route.fetch();
    // The server has sent the newest log-ins.
    const { items } = (await response.json()) as { items: readonly object[] };
    await route.fulfill({ response, json: { items: items.map((item) => ({ ...item, is_new: true })) } });
  });
  await page.goto(`${origin}/dashboard/security`);
  await page.locator('.login-notice').waitFor();
  await look('log-in from a new device');
  await respondNormally(page);

  await changeAccounts(page, { expires_at: Math.floor(Date.now() / 1_000) + 8.5 * minuteS, minutes_left: 8 });
  await openExchange(page, origin);
  await page.getByRole('alertdialog').waitFor();
  await look('token that expires soon');
  await page.getByRole('alertdialog').getByRole('button').first().click();
  await changeAccounts(page, { expires_at: 1, minutes_left: 0, is_expired: true });
  await openExchange(page, origin);
  await page.getByRole('alertdialog').waitFor();
  await look('expired token');
  await page.getByRole('alertdialog').getByRole('button').first().click();
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  await look('account with an expired token');
  await respondNormally(page);

  let isOn = false;
  await respondTo(page, '/api/auth/second-factor', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ json: { secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Rondo?secret=JBSW' } })
      : route.fulfill({ json: { ...factor, is_on: isOn, has_authenticator: isOn } }),
  );
  await respondTo(page, '/api/auth/second-factor/confirm', (route) => {
    isOn = true;
    return route.fulfill({
      json: { recovery_codes: Array.from({ length: 10 }, (_, index) => `abcd-efgh-ij${index}k`) },
    });
  });
  await page.goto(`${origin}/dashboard/security`);
  await page.locator('.security-column').nth(1).locator('.card').first().locator('.button').first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('img').waitFor();
  await look('second factor');
  await dialog.getByRole('textbox').fill('123456');
  await dialog.locator('.button[data-variant=primary]').click();
  await page.getByRole('alertdialog').locator('li').first().waitFor();
  await look('recovery codes');
  await page.getByRole('alertdialog').getByRole('button').last().click();
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  await look('second factor that is on');
  await respondNormally(page);
}

const factor = { is_on: false, has_authenticator: false, passkeys: 0, is_required: false, recovery_codes_left: 10 };

/** Lets the first linked account of the member have these fields. */
async function changeAccounts(page: Page, changes: object): Promise<void> {
  await respondTo(page, '/api/okx/oauth/status', async (route) => {
    const response = await route.fetch();
    // The server has sent the status with its accounts.
    const status = (await response.json()) as { accounts: readonly object[] };
    const accounts = status.accounts.map((account, index) => (index === 0 ? { ...account, ...changes } : account));
    await route.fulfill({ response, json: { ...status, accounts } });
  });
}

async function openExchange(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/dashboard/integration`);
  await page.locator('.connection-body').waitFor();
}

/** The dialogs of the days of the history, of the settings of a bot and of a link, and the message log of the live connection. */
export async function walkDialogs({ page, origin, look }: Visit): Promise<void> {
  await page.goto(`${origin}/dashboard/history`);
  await page.locator('.history-dates .icon-button').first().click();
  await page.locator('.day-dialog :focus').waitFor();
  await look('day of the history');
  await openBots(page, origin);
  await page.locator('.bot-chart-tools button').first().click();
  await page.locator('pre.settings-text').waitFor();
  await look('settings of a bot');
  await page.goto(`${origin}/dashboard/bot?settings=1&leverage=70`);
  await page.locator('.create-panel > .banner').waitFor();
  await page.locator('.create-title .button').click();
  await page.locator('textarea.settings-text').fill('leverage=70');
  await page.getByRole('dialog').locator('.button[data-variant=primary]').click();
  await page.getByRole('dialog').locator('.field-error').waitFor();
  await look('pasted settings');
  await openExchange(page, origin);
  await page.locator('.viewer-card summary').click();
  await page.locator('.viewer-log').waitFor();
  // Otherwise the top bar covers a part of a button, which is then smaller than the rules allow.
  await page.evaluate('scrollTo(0, 0)');
  await look('message log');
  await page.locator('.exchange-head .button').click();
  await page.locator('.link-explanation').waitFor();
  await look('link dialog');
  // The request never gets a response, so the dialog stays at its first step.
  await respondTo(page, '/api/okx/oauth/auth*', () => new Promise(() => undefined));
  await page.getByRole('dialog').locator('.button[data-variant=primary]').click();
  await page.locator('.link-step[data-mark=now]').waitFor();
  await look('steps of a link');
}
