// Visits what a person without approval has kept, the dialogs that end a link, and the tabs whose data cannot be loaded.
import type { Page } from 'playwright-core';
import { change } from './further-states.ts';
import { openBots, type Visit } from '../visit.ts';

const lbankAccount = {
  id: 'lbank-1',
  exchange_id: 'lbank',
  exchange_name: 'LBank',
  account_name: 'Spot one',
  api_key: 'lb12****90yz',
  secret_key: null,
  is_testnet: false,
  permissions: { read: true, trade: true },
  tags: ['spot'],
  description: 'Savings',
  status: 'connected',
  checked_at: Date.UTC(2026, 1, 24),
  offers_bots: false,
  created_at: Date.UTC(2026, 1, 24),
};

const keyedAccounts = /\/api\/exchange-accounts\?/u;

const linkAtLbank = (page: Page) =>
  page.route(keyedAccounts, (route) => route.fulfill({ json: { accounts: [lbankAccount] } }));

/** The dialogs that change and delete an LBank account and disconnect an OKX account, and the bots tab of a person whose approval was withdrawn. */
export async function walkKept({ page, origin, look }: Visit): Promise<void> {
  await linkAtLbank(page);
  await page.goto(`${origin}/dashboard/integration`);
  await page.locator('.connection-body').waitFor();
  const buttons = page.locator('.lbank-account .button');
  await buttons.nth(1).click();
  await page.getByRole('dialog').locator('.button[data-variant=primary]').waitFor();
  await look('LBank edit dialog');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await buttons.nth(2).click();
  await lookAtWarning('LBank delete dialog');
  await page.locator('.account-buttons .button[data-variant=danger]').first().click();
  await lookAtWarning('disconnect dialog');

  await change(page, '/api/user/me', { has_granted: false, approval: 'revoked' });
  await openBots(page, origin);
  await page.locator('.bots-tab > .banner').first().waitFor();
  await page.locator('.bots-tab .card li .button[data-variant=danger]').first().waitFor();
  await look('approval withdrawn');
  await page.unrouteAll({ behavior: 'ignoreErrors' });

  async function lookAtWarning(screen: string): Promise<void> {
    await page.getByRole('alertdialog').waitFor();
    await look(screen);
    await page.keyboard.press('Escape');
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  }
}

/** Paths of the data of a tab. A response that is not in the form of the contract is a failure, and the browser reports no error for it. */
const failures = [
  { tab: 'bot', path: /\/api\/bots\/my-bots$/u, screen: 'bots that could not be loaded' },
  { tab: 'history', path: /\/api\/bots\?/u, screen: 'history that could not be loaded' },
  { tab: 'integration', path: keyedAccounts, screen: 'accounts that could not be loaded' },
] as const;

/** The tabs whose data could not be loaded, and the result calendar. */
export async function walkFailures({ page, origin, look }: Visit): Promise<void> {
  await page.goto(`${origin}/dashboard/history`);
  await page.locator('.history-curve .between .button').last().click();
  await page.locator('.result-calendar table').first().waitFor();
  await look('result calendar');
  for (const { tab, path, screen } of failures) {
    await page.route(path, (route) => route.fulfill({ json: {} }));
    await page.goto(`${origin}/dashboard/${tab}`);
    await page.locator('main .banner[data-tone=warning]').first().waitFor();
    await look(screen);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  }
}
