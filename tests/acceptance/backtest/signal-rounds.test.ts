// Compares the rounds that signals open in live trading (server, PostgreSQL, engine, and sandbox over real sockets), in the back-test and in a browser. All get the same candles, and
// the back-test gets the messages and the decisions that the server has recorded.
import path from 'node:path';
import { encodeCandles, parseBacktestConfig, parseCandles, parseSignals, type EntryRules } from '@rondo/backtest';
import { percent, percentToRatio, type Ratio } from '@rondo/decimal';
import { backtestConfigFields } from '@rondo/testkit';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../../apps/server/tests/_world.ts';
import { openWhatIfPage, type PageWorker, type WhatIfPage } from '../../agreement/what-if-page.ts';
import { openBrowser } from '../../e2e/support/browser.ts';
import { comparable, expectedOver, oneTickSpread } from './expected-fills.ts';
import { walkInLockStep } from './lock-step.ts';
import * as rounds from './signal-rounds.ts';
import { sampleOf } from '../../sample.ts';
import { flatHours, scenes, type Scene } from './signal-scenes.ts';
import { openSignalWorld, type SignalWorld } from './signal-world.ts';

const hourMs = 3_600_000;
type Recorded = Extract<EntryRules, { readonly kind: 'recorded' }>['signals'];

let world: SignalWorld;
let browser: Browser;
let engines: Page;
let whatIf: WhatIfPage;
beforeAll(async () => {
  [world, browser] = await Promise.all([openSignalWorld(), openBrowser()]);
  const bundle = await build({
    entryPoints: [path.join(import.meta.dirname, 'signal-rounds.ts')],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'signalRounds',
    platform: 'browser',
    target: 'es2022',
    logLevel: 'warning',
  });
  engines = await browser.newPage();
  await engines.addScriptTag({ content: bundle.outputFiles[0]?.text ?? '' });
  whatIf = await openWhatIfPage(browser);
});
afterAll(async () => {
  whatIf?.close();
  await browser?.close();
  await world?.close();
});

/** The functions of the bundle in one page, and the worker in the other page. */
declare const signalRounds: typeof rounds;
declare const whatIfWorker: PageWorker;

test.each(sampleOf(scenes, 4))(
  'the rounds of $name are equal in live trading, in the back-test and in a browser, and its journal is folded byte for byte',
  async (scene) => {
    const live = await runLive(scene);
    const { simulated, journal } = live;
    const expected = rounds.simulate(simulated, 'reducer');
    const openings = openingsIn(expected);
    expect(openings.map(({ at }) => at)).toEqual(scene.opens.map((hour) => live.startedAt + hour * hourMs));
    expect(live.fills.map(comparable)).toEqual(expected.map(comparable));

    const folded = rounds.foldJournal(journal.config, journal.events);
    expect(folded.state).toBe(journal.state);
    expect(folded.opened.map(({ round }) => round)).toEqual(scene.opens.map((_, place) => place + 1));
    // A message opens its round before the close of the hour, and all other signals come at the close.
    const closedAt = folded.opened.map((round) => Math.ceil(round.closedAt / hourMs) * hourMs);
    expect(closedAt).toEqual(openings.map(({ at }) => at + hourMs));
    if (scene.entry.type !== 'webhook') expect(folded.opened.map((round) => round.closedAt)).toEqual(closedAt);

    for (const engine of ['scan', 'indexed'] as const) expect(rounds.simulate(simulated, engine)).toEqual(expected);
    expect(await engines.evaluate((input) => signalRounds.simulate(input), simulated)).toEqual(expected);
    if (simulated.entry.kind === 'rule') expect(await openedInWorker(simulated)).toEqual(closedAt);
  },
  120_000,
);

/** A bot that ran live. `startedAt` is the start of the first hour of the scene, and `simulated` the input of the same bot in a back-test. */
type Live = {
  readonly startedAt: number;
  readonly simulated: rounds.SimulatedBot;
  readonly fills: Awaited<ReturnType<SignalWorld['fillsOf']>>;
  readonly journal: Awaited<ReturnType<SignalWorld['journalOf']>>;
};

/** Runs a bot over the hours of the scene, after the hours that its rule needs. */
async function runLive(scene: Scene): Promise<Live> {
  const { market } = world;
  const fromAt = world.closeHour();
  for (const to of [...flatHours, ...scene.before]) {
    await market.advance([priceAt(scene, to)]);
    world.closeHour();
  }
  const botId = await world.createBot(scene);
  try {
    return await runHours(scene, { botId, fromAt });
  } finally {
    await world.stopBot(botId);
  }
}

function priceAt({ direction }: Scene, to: number): bigint {
  const { start } = world.market;
  return start + ((direction === 'long' ? 1n : -1n) * start * BigInt(to)) / 10_000n;
}

/** Walks the hours. In each hour the market waits at every price at which an order acts until the bot has placed the expected orders. */
async function runHours(scene: Scene, bot: { readonly botId: string; readonly fromAt: number }): Promise<Live> {
  const { botId, fromAt } = bot;
  const send = scene.entry.type === 'webhook' ? await world.openHook(botId) : null;
  const startedAt = Math.floor(world.now() / hourMs) * hourMs;
  const { config } = await world.journalOf(botId);
  const steps = lockStepsOf({ botId, config }, priceAt(scene, scene.before.at(-1) ?? flatHours.at(-1) ?? 0));
  let recorded: Recorded = [];
  let candles = '';
  for (const [place, hour] of scene.hours.entries()) {
    await steps.walkTo(priceAt(scene, hour.to));
    if (hour.model !== undefined) await world.setModel(hour.model);
    if (hour.message !== undefined) await send?.(hour.message);
    // A message ends a minute after its arrival, so the bot opens its round before the hour closes.
    if (hour.message === 'open') await steps.open(null, null);
    const closedAt = world.closeHour();
    recorded = await recordedBy(scene, botId, closedAt);
    candles = await world.candlesSince(fromAt);
    const fills = rounds.simulate({ candles, config, entry: entryOf(scene, recorded) }, 'reducer');
    const hasOpened = openingsIn(fills).some(({ at }) => at === closedAt - hourMs);
    expect([place, hasOpened]).toEqual([place, scene.opens.includes(place)]);
    if (hasOpened && hour.message === undefined)
      await steps.open(
        recorded.at(-1)?.defence ?? null,
        scene.entry.atr_multiplier === undefined ? null : await distanceOf(botId),
      );
    expect((await world.detail(botId)).round).toBe(scene.opens.filter((each) => each <= place).length);
  }
  return {
    startedAt,
    simulated: { candles, config, entry: entryOf(scene, recorded) },
    fills: await world.fillsOf(botId),
    journal: await world.journalOf(botId),
  };
}

/** Returns the distance of the running round, which follows from the volatility. */
async function distanceOf(botId: string): Promise<Ratio> {
  await until(async () => (await world.detail(botId)).phase === 'running', 'the bot has opened its round');
  const shown = (await world.signalsOf(botId)).opened_by?.values['distance'];
  if (shown === undefined) throw new Error('The bot shows no distance.');
  return percentToRatio(percent(shown));
}

function openingsIn(fills: rounds.SimulatedFills): rounds.SimulatedFills {
  return fills.filter(({ kind, step }) => kind === 'entry' && step === 1);
}

/** The walk of the bot through the hours. */
function lockStepsOf(of: { readonly botId: string; readonly config: string }, started: bigint) {
  // An interval between two prices needs two prices.
  const met = [started, started];
  const openings: Recorded[number][] = [];
  // The prices of the walk have no hours, so the distance of a round is the distance that the bot shows.
  const { atrMultiplier: _factor, ...fixed } = rounds.readConfig(of.config);
  let bot = fixed;
  const walk = async (corners: readonly bigint[]): Promise<void> => {
    const entry: EntryRules = { kind: 'recorded', source: 'ai-gpt', signals: openings };
    const config = { bot, fill: 'through', path: 'byClose', slippage: oneTickSpread, entry } as const;
    await walkInLockStep(world.market, { config, corners, met }, () => false);
    const phase = expectedOver(config, met).state.round === null ? 'waiting_for_signal' : 'running';
    await until(async () => (await world.detail(of.botId)).phase === phase, `the bot has the phase ${phase}`);
  };
  return {
    async walkTo(price: bigint) {
      await walk([price]);
      met.push(price);
    },
    /** Waits until the bot has opened its round at the present price. `distance` replaces the distance of the settings. */
    async open(defence: Recorded[number]['defence'], distance: Ratio | null) {
      if (distance !== null) bot = { ...bot, stepDistance: distance };
      openings.push({ at: met.length, defence });
      await walk([]);
    },
  };
}

/** Waits until the server has handled the close of the bar. Returns the messages or the decisions that may open a round. */
async function recordedBy({ entry }: Scene, botId: string, closedAt: number): Promise<Recorded> {
  const isHandled = async (): Promise<boolean> => {
    if (entry.type === 'webhook' || (await world.detail(botId)).phase !== 'waiting_for_signal') return true;
    const [newest] = (await world.signalsOf(botId)).items;
    return newest !== undefined && Date.parse(newest.closed_at) === closedAt && newest.reason !== 'pending';
  };
  await until(isHandled, 'the close of the bar is handled');
  if (entry.type === 'rsi' || entry.type === 'ichimoku') return [];
  const { items } = await world.signalsOf(botId);
  const rows = items.filter(({ outcome }) => outcome === 'open').toReversed();
  // A file of signals has at least one.
  if (rows.length === 0) return [];
  const lines = rows.map(({ closed_at: at, defense }) => `${Date.parse(at)},${defense ?? ''}`);
  const parsed = parseSignals(['ts_ms,defense', ...lines, ''].join('\n'));
  if (!parsed.ok) throw new Error(parsed.refusal.reason);
  return parsed.signals;
}

/** Reads the entry as the configuration of a back-test names it. */
function entryOf({ entry: { atr_multiplier: _factor, ...entry }, direction }: Scene, recorded: Recorded): EntryRules {
  const isRecorded = entry.type === 'webhook' || entry.type === 'ai-gpt';
  const parsed = parseBacktestConfig({ ...backtestConfigFields, direction, entry }, isRecorded ? recorded : null);
  if (!parsed.ok || parsed.config.entry === undefined) throw new Error(`The entry ${entry.type} cannot be simulated.`);
  return parsed.config.entry;
}

/** Returns the times at which the worker of the form shows an opened round. */
async function openedInWorker({ candles, config, entry }: rounds.SimulatedBot): Promise<readonly number[]> {
  const bot = rounds.readConfig(config);
  const parsed = parseCandles(candles, bot.instrument.tickSz);
  if (!parsed.ok) throw new Error(parsed.refusal.reason);
  const month = [...encodeCandles(parsed.columns, bot.instrument.tickSz)];
  return whatIf.page.evaluate(
    ({ file, settings, rule }) =>
      new Promise<readonly number[]>((resolve, reject) => {
        whatIfWorker.onmessage = ({ data }) => {
          if (data.kind === 'failed') reject(new Error('The worker refused the settings.'));
          else if (data.kind === 'moments') resolve(data.moments.opened);
        };
        whatIfWorker.postMessage({ kind: 'candles', months: [new Uint8Array(file).buffer] });
        whatIfWorker.postMessage({ kind: 'entry', id: 1, bot: settings, entry: rule });
      }),
    { file: month, settings: bot, rule: entry },
  );
}
