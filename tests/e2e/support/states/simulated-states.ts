// Visits what the form of a new bot shows of simulations: a round of the what-if strip, and the evidence of a distance from the volatility and of a signal.
import type { Page } from 'playwright-core';
import type { Visit } from '../visit.ts';

const shownMonths = 2;

/** Lets the page simulate over the newest months only, so that the simulations end in a short time. */
async function keepNewestMonths(page: Page): Promise<void> {
  await page.route(/\/api\/candles\/[^/?]+(?:\?|$)/u, async (route) => {
    const response = await route.fetch();
    // The server has sent the months of the instrument.
    const coverage = (await response.json()) as { readonly months: readonly object[] };
    await route.fulfill({ response, json: { ...coverage, months: coverage.months.slice(-shownMonths) } });
  });
}

/** The settings of a bot with a stop loss, which the newest months reach. The candles of this pair are stored from the start. */
const settings =
  'settings=1&instrument=ETH-USDT-SWAP&direction=long&investmentRatio=50&leverage=10&martinSteps=4&cyclicSteps=1&defense=4&takeProfit=0.5&cycleCredit=50&stopLoss=10&entry=market';

/** The player of a mark of the strip, and the evidence of a distance from the volatility and of a signal. */
export async function walkSimulated({ page, origin, look }: Visit): Promise<void> {
  await keepNewestMonths(page);
  await page.goto(`${origin}/dashboard/bot?${settings}`);
  const form = page.locator('.create-form');
  await page.locator('.create-table').waitFor();
  await page.locator('.what-if-place').scrollIntoViewIfNeeded();
  await page.locator('.what-if-picture[data-whole=true] .what-if-mark').first().press('Enter');
  await page.getByRole('dialog').locator('.replay').waitFor();
  await look('round of the what-if strip');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  await form.locator('.create-tabs').getByRole('radio').nth(1).click();
  await form.getByRole('slider').first().waitFor();
  // The first box of the manual settings is the distance from the volatility, and the last group is the choice of the entry.
  await form.getByRole('checkbox').first().click();
  const evidence = form.locator('.entry-evidence');
  await evidence.locator('table').waitFor();
  // Otherwise the top bar may cover a part of a button, which is then smaller than the rules allow.
  await page.evaluate('scrollTo(0, 0)');
  await look('evidence of the volatility');
  await form.getByRole('radiogroup').last().getByRole('radio').nth(1).click();
  await evidence.locator('.entry-moments').waitFor();
  await evidence.locator('table').nth(1).waitFor();
  await page.evaluate('scrollTo(0, 0)');
  await look('evidence of a signal');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
}
