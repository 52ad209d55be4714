// Runs the steps of a test in a page of its own, and lets files of the page wait.
import { expect } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { openPage, type PageOptions } from './browser.ts';

/** Opens a page, runs the steps of the test in the page, and closes the page. Fails when the page logs an error, for example about content that does not match. */
export async function withPageOf(
  browser: Browser,
  options: PageOptions,
  run: (page: Page) => Promise<void>,
): Promise<void> {
  const { page, problems } = await openPage(browser, options);
  await run(page);
  await page.context().close();
  expect(problems).toEqual([]);
}

/** Lets the files of the page wait until the returned function is called. */
export async function hold(page: Page, files: string): Promise<() => void> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(files, async (route) => {
    await released;
    await route.continue();
  });
  return () => release();
}

/** Waits until the style sheet is applied. An element has a box before that, although the browser shows nothing. */
export const waitForStyles = (page: Page) =>
  expect.poll(() => page.evaluate('getComputedStyle(document.body).marginTop'), { timeout: 60_000 }).toBe('0px');
