// Every screen in the sizes and languages that `npm test` leaves out: wide in English, and narrow in the four other languages.
import { afterAll, beforeAll, test } from 'vitest';
import type { Browser } from 'playwright-core';
import { openBrowser } from './support/browser.ts';
import { discardHome, startProduct, type Product } from './support/product.ts';
import { allFaults, expectNoFaults, layoutFaults } from './support/screen-checks.ts';
import { openSessions, type Sessions } from './support/screens.ts';

let product: Product;
let browser: Browser;
let sessions: Sessions;

beforeAll(async () => {
  // The market stands still, so that a screen does not change while it is measured.
  product = await startProduct({ environment: { RONDO_SANDBOX_SPEED: '0' } });
  browser = await openBrowser();
  sessions = await openSessions(browser, product.origin);
});

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  if (product !== undefined) await discardHome(product.home);
});

test('every screen at 1280 px keeps the accessibility rules in both themes and fits', async () => {
  await expectNoFaults({ width: 1280, theme: 'dark' }, { browser, origin: product.origin, sessions, check: allFaults });
});

test.each(['ko', 'ru', 'zh', 'ja'])('every screen in %s fits 360 px and no word is cut off', async (language) => {
  const tour = { browser, origin: product.origin, sessions, check: layoutFaults };
  await expectNoFaults({ width: 360, theme: 'dark', language }, tour);
});
