// Opens one product, one browser and one session for each role, for all tests of a file.
import { afterAll, beforeAll } from 'vitest';
import type { Browser } from 'playwright-core';
import { openBrowser } from './browser.ts';
import { discardHome, startProduct, type Product } from './product.ts';
import { openSessions, type Sessions } from './screens.ts';

/** A running product whose market does not move, so that the layout does not change during a check. */
export interface StillProduct {
  readonly product: Product;
  readonly browser: Browser;
  readonly sessions: Sessions;
}

/** Starts the product before the first test of the file, passes it to `onOpen`, and ends it after the last test. */
export function useStillProduct(onOpen: (opened: StillProduct) => void): void {
  let product: Product | undefined;
  let browser: Browser | undefined;
  beforeAll(async () => {
    product = await startProduct({ environment: { RONDO_SANDBOX_SPEED: '0' } });
    browser = await openBrowser();
    onOpen({ product, browser, sessions: await openSessions(browser, product.origin) });
  });
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
    if (product !== undefined) await discardHome(product.home);
  });
}
