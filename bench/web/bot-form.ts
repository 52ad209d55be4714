// The form of a new bot in a browser: opens it with live prices, slows the page or the worker of its strip, and measures when it has painted a change.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { openForm, type } from '../../tests/e2e/support/form.ts';
import { waitFor } from '../../tests/e2e/support/product.ts';

/** The pair of an open form. */
const pair = 'ETH-USDT-SWAP';
/** The sandbox sends four years of candles of a pair in about two minutes. */
const candlesWithinMs = 600_000;
const workerFiles = '**/assets/what-if-worker-*.js';
const inBrowser = path.join(import.meta.dirname, 'browser-only');

/** Waits until the server has all candles of the pair. */
export async function waitForCandles(origin: string): Promise<void> {
  await waitFor('the candles of the strip', candlesWithinMs, async () => {
    const response = await fetch(`${origin}/api/candles/${pair}`);
    // The contract defines the field `state` of this response.
    return ((await response.json()) as { readonly state: string }).state === 'whole';
  });
}

/** Opens the form and fills it. The amount of the bot is fixed, because the default amount changes with the running bot, and the strip then begins anew. */
export async function openBotForm(page: Page, origin: string): Promise<Locator> {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`${origin}/dashboard/bot`);
  const form = await openForm(page);
  await page.locator('.create-table').waitFor();
  const shown = await form.getByRole('combobox', { name: 'Pair' }).inputValue();
  if (shown !== pair) throw new Error(`The form shows ${shown}, and the server was asked for the candles of ${pair}.`);
  await type(form, 'Allocation', '2000');
  await type(form, 'Step distance', '1');
  await page.evaluate(await readFile(path.join(inBrowser, 'paint-times.js'), 'utf8'));
  return form;
}

/** Scrolls to the strip, and waits until the strip shows the figures of all runs. */
export async function openStrip(page: Page): Promise<void> {
  await page.locator('.what-if-place').scrollIntoViewIfNeeded();
  await page.locator('.what-if-picture[data-whole=true]').waitFor();
}

/** Makes the thread of the page `rate` times slower. */
export async function slowPage(page: Page, rate: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
}

/** Makes each worker of the strip slower that starts from now on. */
export async function slowWorkers(page: Page, rate: number): Promise<void> {
  const script = await readFile(path.join(inBrowser, 'slow-worker.js'), 'utf8');
  await page.route(workerFiles, async (route) => {
    const response = await route.fetch();
    const { 'content-encoding': _none, 'content-length': _old, ...headers } = response.headers();
    const body = `self.slowdown = ${rate};\n${script}\n${await response.text()}`;
    await route.fulfill({ status: response.status(), headers, body });
  });
}
