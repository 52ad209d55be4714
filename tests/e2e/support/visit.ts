// The visit of screens in one page.
import type { Page } from 'playwright-core';

export type Visit = {
  readonly page: Page;
  readonly origin: string;
  /** The function `run` calls this function for every screen, after the screen is rendered. */
  readonly look: (screen: string) => Promise<void>;
};

/** Opens the bots tab and waits until its chart and its margin are shown. */
export async function openBots(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/dashboard/bot`);
  const card = page.getByRole('article').first();
  await card.locator('.bot-rungs li').first().waitFor();
  await card.locator('.bot-chart svg').first().waitFor();
  await page.locator('.margin-bar').waitFor();
}
