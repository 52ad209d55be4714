// Measures how fast the form of a new bot paints a step of a slider: in the ladder, in the what-if strip, and for the first time in the strip. Prices change meanwhile.
import type { Locator, Page } from 'playwright-core';
import { createLatencies } from '../api/latencies.ts';
import type { Figures } from '../engine/figures.ts';
import { openBotForm, openStrip, slowPage, slowWorkers } from './bot-form.ts';
import { formLimits, ladderSliders, pauseMs, slowdown, stepsPerWay, stripSliders, stripVisits } from './limits.ts';
import type { MeasuredBrowser } from './measured-browser.ts';

/** A browser in which the member is logged in, the address of the product, and the collection of the figures. */
export interface FormRun {
  readonly browser: MeasuredBrowser;
  readonly origin: string;
  readonly figures: Figures;
}

/** The page is slower. The strip is loaded, so its worker simulates each step too. */
export function measureLadder({ browser, origin, figures }: FormRun): Promise<void> {
  return browser.use(origin, async (page) => {
    const form = await openBotForm(page, origin);
    await openStrip(page);
    await slowPage(page, slowdown);
    for (const { label, column, change } of ladderSliders) {
      const times = await stepSlider(form, label, `ofLadder(${JSON.stringify({ column, change })})`);
      addTimes(figures, `${label} to ladder, page ${slowdown}x slower`, {
        times,
        limit: formLimits.ladderMs,
      });
    }
  });
}

/** The steps follow each other while runs of the band of the last step may be missing, as when a person moves a slider. */
export async function measureStrip(run: FormRun): Promise<void> {
  const { browser, origin, figures } = run;
  for (const rate of [1, slowdown])
    await browser.use(origin, async (page) => {
      if (rate > 1) await slowWorkers(page, rate);
      const form = await openBotForm(page, origin);
      await openStrip(page);
      for (const label of stripSliders) {
        const times = await stepSlider(form, label, 'ofStrip()');
        const [name, limit] =
          rate === 1
            ? [`${label} to strip`, formLimits.stripMs]
            : [`${label} to strip, worker ${rate}x slower`, formLimits.slowStripMs];
        addTimes(figures, name, { times, limit });
      }
    });
  await measureFirstFigure(run);
}

/** Each visit begins with an empty cache. The worker starts after the candles, so its script is in the time. */
async function measureFirstFigure({ browser, origin, figures }: FormRun): Promise<void> {
  const times: number[] = [];
  for (let visit = 0; visit < stripVisits; visit += 1)
    await browser.use(origin, async (page) => {
      const session = await page.context().newCDPSession(page);
      await session.send('Network.clearBrowserCache');
      await openBotForm(page, origin);
      await page.evaluate('globalThis.measured = paintTimes.ofFirstFigure(); 0');
      await openStrip(page);
      times.push(await page.evaluate<number>('measured'));
    });
  addTimes(figures, 'last byte to first figure of the strip', { times, limit: formLimits.firstFigureMs });
}

/** Moves a slider up and down by keyboard, and returns the ms of each step. Throws when the price has not changed meanwhile. */
async function stepSlider(form: Locator, label: string, measurement: string): Promise<readonly number[]> {
  const page = form.page();
  const times: number[] = [];
  const prices = new Set<string>();
  await form.getByRole('slider', { name: label, exact: true }).focus();
  for (const key of ['ArrowRight', 'ArrowLeft'])
    for (let step = 0; step < stepsPerWay; step += 1) {
      await page.evaluate(`globalThis.measured = paintTimes.${measurement}; 0`);
      await page.keyboard.press(key);
      times.push(await page.evaluate<number>('measured'));
      prices.add(await page.evaluate<string>('paintTimes.price()'));
      await pause(page);
    }
  if (prices.size < 2) throw new Error('The price of the form has not changed, so the measurement had no live prices.');
  return times;
}

/** Waits in the page, so that the steps come at different times between two prices. */
async function pause(page: Page): Promise<void> {
  await page.evaluate(`new Promise((resolve) => setTimeout(resolve, ${pauseMs}))`);
}

function addTimes(
  figures: Figures,
  name: string,
  { times, limit }: { readonly times: readonly number[]; readonly limit: number },
): void {
  const latencies = createLatencies(times.length);
  for (const ms of times) latencies.add(ms);
  const of = (share: number): number => latencies.percentile(share);
  figures.add({ name: `${name}, p50 of ${times.length}`, value: of(0.5), unit: 'ms', limit: null });
  figures.add({ name: `${name}, p95`, value: of(0.95), unit: 'ms', limit });
  figures.add({ name: `${name}, largest`, value: of(1), unit: 'ms', limit: null });
}
