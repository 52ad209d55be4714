// Tests that the what-if of the web app equals `rondo backtest --jitter` bit for bit: the worker of the page in Chromium under the headers of the server.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  candlesToCsv,
  encodeCandles,
  parseBacktestConfig,
  splitMonths,
  type EntryRules,
  type WhatIf,
} from '@rondo/backtest';
import { decimal } from '@rondo/decimal';
import { seededChance, type SeededChance } from '@rondo/testkit';
import type { BotConfig } from '@rondo/strategy';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { backtestCommand } from '../../apps/cli/src/commands/backtest.ts';
import { runCommand } from '../../apps/cli/src/run-command.ts';
import { openBrowser } from '../e2e/support/browser.ts';
import { sampleOf } from '../sample.ts';
import { madeUpSeries } from './series.ts';
import { openWhatIfPage, type PageWorker, type WhatIfPage } from './what-if-page.ts';

const barMs = 900_000;
const fromAt = Date.UTC(2025, 0, 20);
const series = madeUpSeries(seededChance('what-if in a browser'), 6_000, 200_000);
const candles = { ...series.candles, at: series.candles.at.map((_, place) => fromAt + place * barMs) };
const candleTick = '0.01';

let browser: Browser;
let whatIf: WhatIfPage;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'rondo-what-if-'));
  writeFileSync(path.join(folder, 'candles.csv'), candlesToCsv(candles, decimal(candleTick)));
  browser = await openBrowser();
  whatIf = await openWhatIfPage(browser);
  const months = splitMonths(candles).map(({ columns }) => [...encodeCandles(columns, decimal(candleTick))]);
  await whatIf.page.evaluate((files) => {
    whatIfWorker.postMessage({ kind: 'candles', months: files.map((file) => new Uint8Array(file).buffer) });
  }, months);
});
afterAll(async () => {
  await browser?.close();
  whatIf?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The worker in the global object of the page. */
declare const whatIfWorker: PageWorker;

/** Returns the fields of a configuration file with random settings. */
function randomFields(chance: SeededChance): Readonly<Record<string, unknown>> {
  const martinSteps = chance.between(2, 10);
  const tickSz = chance.pick([candleTick, '0.05', '0.1']);
  return {
    instrument: { tickSz, candleTickSz: candleTick, lotSz: '0.01', minSz: '0.01', ctVal: '0.1', mmr: '0.004' },
    direction: chance.pick(['long', 'short']),
    martinSteps,
    cyclicSteps: chance.between(0, martinSteps - 1),
    stepDistance: String(chance.between(10, 300) / 100),
    takeProfit: String(chance.between(10, 300) / 100),
    leverage: String(chance.between(1, 30)),
    investmentRatio: String(chance.between(1, 100)),
    allocation: String(chance.between(500, 100_000)),
    cycleCredit: chance.pick(['0', '50', '100']),
    compound: chance.happens(0.7),
    makerFee: '0.0002',
    takerFee: '0.0005',
    ...(chance.happens(0.3) ? { stopLoss: String(chance.between(5, 60)) } : {}),
  };
}

/** The settings as the page sends them. */
type Sent = { readonly bot: BotConfig; readonly entry: EntryRules | null };

/** Returns the settings as the form has them: the tick size of the instrument is the tick size of orders. */
function formSettings(fields: Readonly<Record<string, unknown>>): Sent {
  const parsed = parseBacktestConfig(fields);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.refusal));
  const { bot, entry = null } = parsed.config;
  const { orderTickSz, ...instrument } = bot.instrument;
  return { bot: { ...bot, instrument: { ...instrument, tickSz: orderTickSz ?? instrument.tickSz } }, entry };
}

async function fromBacktest(fields: Readonly<Record<string, unknown>>): Promise<WhatIf> {
  writeFileSync(path.join(folder, 'bot.json'), JSON.stringify(fields));
  let out = '';
  const args = ['backtest', '--candles', 'candles.csv', '--config', 'bot.json', '--jitter', '--json'];
  const terminal = { out: (text: string) => void (out += text), err: (text: string) => void (out += text) };
  const stopped = new Promise<void>(() => undefined);
  await runCommand([backtestCommand], args, { folder, terminal, stopped });
  return JSON.parse(out).whatIf;
}

function fromBrowser(sent: Sent, id: number): Promise<WhatIf> {
  return whatIf.page.evaluate(
    ({ settings, number }) =>
      new Promise<WhatIf>((resolve, reject) => {
        whatIfWorker.onmessage = ({ data }) => {
          if (data.id !== number) return;
          if (data.kind === 'failed') reject(new Error('The worker refused the settings.'));
          else if (data.kind === 'result' && data.isWhole) resolve(data.result);
        };
        whatIfWorker.postMessage({ kind: 'settings', id: number, ...settings, fromAt: 0 });
      }),
    { settings: sent, number: id },
  );
}

test('the worker of the strip equals the back-test for random settings under the shipped content security policy', async () => {
  const seeds = sampleOf(
    Array.from({ length: 200 }, (_, place) => place),
    10,
  );
  let liquidated = 0;
  for (const seed of seeds) {
    const fields = randomFields(seededChance(`what-if ${seed}`));
    const expected = await fromBacktest(fields);
    const result = await fromBrowser(formSettings(fields), seed + 1);
    expect({ seed, result }).toEqual({ seed, result: expected });
    liquidated += expected.runs.filter(({ isLiquidated }) => isLiquidated).length;
  }
  expect(liquidated).toBeGreaterThan(0);
  expect(liquidated).toBeLessThan(seeds.length * 27);
});

test('the worker of the strip equals the back-test when the rounds open at the signals of a rule', async () => {
  const seeds = sampleOf(
    Array.from({ length: 40 }, (_, place) => 1_000 + place),
    3,
  );
  const entry = { type: 'rsi', signal: { bar: '1H', level: '45', when: 'while' } };
  let rounds = 0;
  for (const seed of seeds) {
    const fields = { ...randomFields(seededChance(`what-if ${seed}`)), entry };
    const expected = await fromBacktest(fields);
    expect({ seed, result: await fromBrowser(formSettings(fields), seed + 1) }).toEqual({ seed, result: expected });
    rounds += expected.main.rounds;
  }
  expect(rounds).toBeGreaterThan(0);
});

/** Tries each act that turns a text into HTML, code or a policy. Returns the name of each error. */
const unsafeCalls = `[
  () => { document.body.innerHTML = '<b>text</b>'; },
  () => new Worker('/worker.js', { type: 'module' }),
  () => { document.createElement('script').src = '/worker.js'; },
  () => trustedTypes.createPolicy('other', {}),
  () => trustedTypes.createPolicy('rondo', {}),
].map((act) => {
  try {
    act();
    return 'accepted';
  } catch (error) {
    return error.name;
  }
})`;

test('the shipped content security policy refuses a text as HTML and as the address of a script, and refuses a second policy', async () => {
  expect(await whatIf.page.evaluate<string[]>(unsafeCalls)).toEqual(Array.from({ length: 5 }, () => 'TypeError'));
});
