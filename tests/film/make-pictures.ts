// Makes the pictures of the guide: one part of a screen for each page and language, from the product with a held market.
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import type { BotWire } from '@rondo/contract';
import { openSession, type Session } from '../e2e/support/browser.ts';
import { demoMember } from '../e2e/support/client.ts';
import { endHeld, running, startHeld, type Held } from '../e2e/support/held.ts';
import { openBots } from '../e2e/support/visit.ts';
import { expectDrawnSigns } from './drawn-signs.ts';
import { writeWebp } from './encoder.ts';
import { setPrice } from './market.ts';
import { waitUntilStill } from './still-page.ts';

/** The part of the screen in px. It is as wide as the window, so no text is cut at its side. With the scale, its picture has 1280 x 800 px. */
const part = { width: 960, height: 600 } as const;
const scale = 4 / 3;
const windowHeight = 1_000;
const quality = 56;
/** The pair of the demo bot. */
const instrument = 'SOL-USDT-SWAP';

type Visit = { readonly page: Page; readonly origin: string };
/** Opens a screen and returns the element at whose upper edge the picture begins. */
type Scene = (visit: Visit) => Promise<Locator>;

/** The pages of the guide that have a picture, in the order in which they are visited. */
const scenes: Readonly<Record<string, Scene>> = {
  linking: async ({ page, origin }) => {
    await page.goto(`${origin}/dashboard/integration`);
    await page.locator('.health-score').waitFor();
    return page.locator('main h1').first();
  },
  cycles: async ({ page, origin }) => {
    await openBots(page, origin);
    const card = page.getByRole('article').first();
    await card.locator('.bot-chart').waitFor();
    await card.locator('.bot-chart .skeleton').waitFor({ state: 'detached' });
    return card;
  },
  stopping: async ({ page }) => {
    await page.getByRole('article').first().locator('button[aria-haspopup=menu]').click();
    await page.getByRole('menu').waitFor();
    return page.getByRole('article').first();
  },
  errors: async ({ page }) => {
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await page.locator('.health-chip').click();
    await page.getByRole('dialog').waitFor();
    return page.getByRole('dialog');
  },
  'first-bot': async ({ page, origin }) => {
    await openBots(page, origin);
    await page.locator('.bots-rail .button[data-variant=primary]').click();
    await page.locator('.dock-action .button:enabled').waitFor();
    await page.locator('.create-panel svg').first().waitFor();
    await page
      .locator('.question')
      .first()
      .evaluate((element) => element.scrollIntoView());
    return page.locator('.question').first();
  },
  risk: async ({ page }) => {
    await page.locator('.dock-action .button').click();
    await page.getByRole('dialog').waitFor();
    return page.getByRole('dialog');
  },
  history: async ({ page, origin }) => {
    await page.goto(`${origin}/dashboard/history`);
    await page.locator('.history-rows .row-button').first().waitFor();
    return page.locator('main h1').first();
  },
  security: async ({ page, origin }) => {
    await page.goto(`${origin}/dashboard/security`);
    await page.locator('.session-row').first().waitFor();
    return page.locator('main h1').first();
  },
};

/** Writes `<language>/<page>.webp` for each language. */
export async function makePictures(folder: string, languages: readonly string[]): Promise<void> {
  const held = await startHeld({ RONDO_SANDBOX_SEED: '1' });
  try {
    await held.client.call('POST', '/api/auth/logins/seen', {});
    const session = await openSession(held.browser, held.product.origin, demoMember);
    await held.client.call('POST', '/api/auth/logins/seen', {});
    await setPrice(held, instrument, await priceAfterThreeSteps(held));
    for (const language of languages) await picturesOf(held, { language, session, folder });
  } finally {
    await endHeld(held);
  }
}

/** Returns a price at which three of the four steps of the demo bot have filled, so that its card shows filled and waiting steps at each time of day. */
async function priceAfterThreeSteps(held: Held): Promise<number> {
  const bot = (await running(held)).find(({ symbol }) => symbol === instrument);
  const entry = bot?.['entry'] as BotWire['entry'] | undefined;
  const [third, fourth] = (entry?.data ?? []).slice(2, 4).map(({ price }) => Number(price));
  if (third === undefined || fourth === undefined) throw new Error('The demo bot has fewer than four steps.');
  return third + (fourth - third) * 0.3;
}

type Wanted = { readonly language: string; readonly session: Session; readonly folder: string };

async function picturesOf({ browser, product }: Held, { language, session, folder }: Wanted): Promise<void> {
  const page = await openPicturePage(browser, language, session);
  await mkdir(path.join(folder, language), { recursive: true });
  for (const [slug, open] of Object.entries(scenes)) {
    const edge = await open({ page, origin: product.origin });
    await waitUntilStill(page);
    await expectDrawnSigns(page);
    const box = await edge.boundingBox();
    if (box === null) throw new Error(`The element of the picture "${slug}" is not visible.`);
    const clip = { x: 0, y: Math.round(Math.max(0, Math.min(box.y - 16, windowHeight - part.height))), ...part };
    await writeWebp(await page.screenshot({ clip }), path.join(folder, language, `${slug}.webp`), quality);
  }
  await page.context().close();
}

async function openPicturePage(browser: Browser, language: string, session: Session): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: part.width, height: windowHeight },
    deviceScaleFactor: scale,
    colorScheme: 'dark',
    locale: language,
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    storageState: session,
  });
  context.setDefaultTimeout(120_000);
  return context.newPage();
}
