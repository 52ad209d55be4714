// Waits until a page is still, so that a picture of the guide or of the film shows no page that is still loading.
import type { Page } from 'playwright-core';

const stillMs = 400;

/**
 * Waits until the words of the page, its height and the shapes of its pictures are equal for a moment. Figures do not count, because clocks change them.
 * A page that never rests ends the wait after three seconds.
 */
const isStill = `(async () => {
  const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const state = () => document.body.innerText.replace(/[0-9.,:]+/g, '') + document.documentElement.scrollHeight + ' ' + document.querySelectorAll('svg *').length;
  await document.fonts.ready;
  const startedAt = Date.now();
  for (let last = '', since = startedAt; Date.now() - since < ${stillMs} && Date.now() - startedAt < 3_000; ) {
    const now = state();
    if (now !== last) { last = now; since = Date.now(); }
    await pause(100);
  }
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
})()`;

/** Waits until the page is still. */
export const waitUntilStill = async (page: Page): Promise<void> => void (await page.evaluate(isStill));
