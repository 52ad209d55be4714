// Tests that the engines return equal fills and figures in a real browser and in Node.
import { build } from 'esbuild';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '../e2e/support/browser.ts';
import * as entry from './browser-entry.ts';
import { recordedFiles, recordedText } from './recorded-files.ts';
import { sampleOf } from '../sample.ts';

type Entry = typeof entry;

let browser: Browser;
let page: Page;

beforeAll(async () => {
  const bundle = await build({
    entryPoints: [path.join(import.meta.dirname, 'browser-entry.ts')],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'engines',
    platform: 'browser',
    target: 'es2022',
    logLevel: 'warning',
  });
  browser = await openBrowser();
  page = await browser.newPage();
  await page.addScriptTag({ content: bundle.outputFiles[0]?.text ?? '' });
});
afterAll(async () => {
  await browser?.close();
});

/** The functions that the bundle exports in the page. */
declare const engines: Entry;

function expectAgreement(inBrowser: readonly entry.EngineResults[], inNode: readonly entry.EngineResults[]): void {
  expect(inBrowser).toEqual(inNode);
  expect(inNode.length).toBeGreaterThan(0);
  for (const { fingerprints, summaries } of inBrowser) {
    expect(fingerprints).toHaveLength(4);
    expect(new Set(fingerprints).size).toBe(1);
    expect(new Set(summaries.map((summary) => JSON.stringify(summary))).size).toBe(1);
  }
}

test.each(sampleOf(['browser 1', 'browser 2', 'browser 3'], 2))(
  'the engines return equal results in a browser and in Node for the generated candles of seed %s',
  async (seed) => {
    const inBrowser = await page.evaluate((one) => engines.resultsFromSeed(one, 1_500, 10), seed);
    expectAgreement(inBrowser, entry.resultsFromSeed(seed, 1_500, 10));
  },
);

const files = recordedFiles().filter((name) => /_1m_/.test(name));

test.skipIf(files.length === 0).each(sampleOf(files, 1))(
  'the engines return equal results in a browser and in Node for the recorded %s',
  async (file) => {
    const text = recordedText(file);
    const inBrowser = await page.evaluate(([name, csv]) => engines.resultsFromText(name, csv, 3), [
      file,
      text,
    ] as const);
    expectAgreement(inBrowser, entry.resultsFromText(file, text, 3));
  },
);
