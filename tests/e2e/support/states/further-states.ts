// Visits the pages beside the tabs: the guide, the pop-ups of linking, the chart page, the palette, and the bots and exchange tabs of special accounts.
import { expect } from 'vitest';
import type { Page } from 'playwright-core';
import { openBots, type Visit } from '../visit.ts';

/** Adds these fields to each response of one path. */
export const change = async (page: Page, path: string, changes: object): Promise<void> => {
  await page.route(`**${path}`, async (route) => {
    const response = await route.fetch();
    // The server has sent an object.
    const body = (await response.json()) as object;
    await route.fulfill({ response, json: { ...body, ...changes } });
  });
};

/** The guide and the ends of the pop-ups of linking. */
export async function walkPagesBeside({ page, origin, look }: Visit): Promise<void> {
  await page.goto(`${origin}/guide`);
  await page.locator('.guide-cards').waitFor();
  await look('contents of the guide');
  await page.locator('.guide-cards a').first().click();
  await page.locator('.guide-lead').waitFor();
  await look('page of the guide');
  await keepPopUpOpen(page);
  for (const [path, screen] of [
    ['/okx-oauth-success?account_id=1', 'pop-up: linked'],
    ['/okx-oauth-error?error=access_denied', 'pop-up: not allowed'],
  ] as const) {
    await page.goto(`${origin}${path}`);
    await page.locator('.pop-up h1').waitFor();
    await look(screen);
    expect(new URL(page.url()).pathname).toBe(new URL(path, origin).pathname);
  }
}

/** Gives the next pages an opener and a started attempt, and no way to close. Without an opener, the page of a success leaves for the exchange tab at once. */
async function keepPopUpOpen(page: Page): Promise<void> {
  await page.addInitScript(`
    window.opener = { postMessage() {} };
    window.close = () => {};
    sessionStorage.setItem('okxLinkNonce', '${'a'.repeat(16)}');
  `);
}

const foreignPosition = {
  symbol: 'BTC-USDT-SWAP',
  side: 'short',
  pnl: '-12.5',
  pnl_percentage: -4.2,
  entry_price: '64120.5',
  position_size: '3.21',
  mark_price: '64510.1',
  liquidation_price: '71002.9',
  margin: '298.4',
};

/** The chart page, the palette, the key map, an account with too little margin and a position without a bot, and a person without bots and accounts. */
export async function walkFurther({ page, origin, look }: Visit): Promise<void> {
  await openBots(page, origin);
  await page.locator('article a[href^="/dashboard/chart/"]').first().click();
  await page.locator('.chart-page-canvas canvas').first().waitFor();
  await look('chart page');
  await page.keyboard.press('Control+k');
  await page.getByRole('listbox').getByRole('option').first().waitFor();
  await look('command palette');
  await page.keyboard.press('Escape');
  await page.getByRole('listbox').waitFor({ state: 'detached' });
  await page.keyboard.press('?');
  await page.getByRole('dialog').locator('kbd').first().waitFor();
  await look('key map');

  // The balances of the live feed are of another account.
  const margin = {
    account_id: 'other',
    available: '-120.5',
    covered_loss: '40.2',
    foreign_positions: [foreignPosition],
  };
  await change(page, '/api/margin*', margin);
  await openBots(page, origin);
  await page.locator('.banner[data-tone=danger]').first().waitFor();
  await look('too little margin and a position without a bot');

  await change(page, '/api/user/me', { has_run_bot: false });
  await page.route('**/api/bots/my-bots', (route) => route.fulfill({ json: [] }));
  await page.goto(`${origin}/dashboard/bot`);
  await page.locator('.first-run-panel .chip').waitFor();
  await look('check-list of the first run: balance');

  // With too little margin the page has no form.
  await page.unroute('**/api/margin*');
  await change(page, '/api/okx/oauth/status', { connected: false, accounts: [] });
  await page.goto(`${origin}/dashboard/bot`);
  await page.locator('.first-run-panel a').waitFor();
  await page.locator('.create-form').waitFor();
  await look('check-list of the first run: account');
  await page.goto(`${origin}/dashboard/integration`);
  await page.locator('.accounts-head ~ .card .banner').first().waitFor();
  await look('exchange without accounts');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
}
