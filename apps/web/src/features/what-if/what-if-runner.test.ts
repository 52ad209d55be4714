// Tests the runner of the worker: replays, candles of two tick sizes, a newer request that ends an older request, and refused input.
import { decodeCandles, encodeCandles, indexCandles, makeColumns, runBacktest, whatIf } from '@rondo/backtest';
import { decimal, zeroFraction } from '@rondo/decimal';
import { botConfig } from '@rondo/testkit';
import { expect, test } from 'vitest';
import { runDemo } from '../demo/demo-run.ts';
import type { WhatIfMessage } from './what-if-messages.ts';
import { createWhatIfRunner } from './what-if-runner.ts';

const barMs = 900_000;

/** Returns a file with candles that rise and fall by five percent. Prices are in ticks. */
function monthOf(fromAt: number, count: number, [tick, price]: readonly [string, number]): ArrayBuffer {
  const columns = makeColumns(count);
  for (let place = 0; place < count; place += 1) {
    const level = place % 2 === 0 ? price : Math.round(price * 0.95);
    columns.at[place] = fromAt + place * barMs;
    for (const name of ['open', 'high', 'low', 'close'] as const) columns[name][place] = level;
  }
  return new Uint8Array(encodeCandles(columns, decimal(tick))).buffer;
}

function openRunner() {
  const messages: WhatIfMessage[] = [];
  const gate = { open: (): void => undefined, isHeld: false };
  const run = createWhatIfRunner({
    post: (message) => void messages.push(message),
    nextTask: () => (gate.isHeld ? new Promise((resolve) => (gate.open = resolve)) : Promise.resolve()),
  });
  return { messages, gate, run };
}

const bot = botConfig();

test('the first run and the whole band are posted, over months with different tick sizes', async () => {
  const { messages, run } = openRunner();
  const months = [monthOf(0, 200, ['0.01', 200_000]), monthOf(200 * barMs, 200, ['0.001', 2_000_000])];
  await run({ kind: 'candles', months });
  await run({ kind: 'settings', id: 1, bot, entry: null, fromAt: 0 });
  expect(messages).toMatchObject([
    { kind: 'result', id: 1, isWhole: false, result: { candles: 400, runs: [{ path: 'byClose' }] } },
    { kind: 'result', id: 1, isWhole: true },
  ]);
  const [, whole] = messages;
  expect(whole?.kind === 'result' && whole.result.runs.length).toBe(27);
  expect(whole?.kind === 'result' && whole.result.main.rounds).toBeGreaterThan(0);
});

test('a bot of one round is simulated with round after round', async () => {
  const { messages, run } = openRunner();
  await run({ kind: 'candles', months: [monthOf(0, 200, ['0.01', 200_000])] });
  await run({ kind: 'settings', id: 1, bot, entry: null, fromAt: 0 });
  await run({ kind: 'settings', id: 2, bot: { ...bot, autoReentry: false }, entry: null, fromAt: 0 });
  const [, often, , once] = messages;
  expect(often).toMatchObject({ kind: 'result', isWhole: true });
  expect(once).toEqual({ ...often, id: 2 });
});

test('with an entry rule the rounds open at its signals, as in the back-test, and the drawn round is one of them', async () => {
  const { messages, run } = openRunner();
  const file = monthOf(0, 320, ['0.01', 200_000]);
  const entry = { kind: 'rule', rule: { kind: 'rsi', length: 14, level: 60, when: 'while' }, bar: '15m' } as const;
  await run({ kind: 'candles', months: [file] });
  await run({ kind: 'settings', id: 1, bot, entry, fromAt: 0 });
  await run({ kind: 'settings', id: 2, bot, entry: null, fromAt: 0 });
  await run({ kind: 'round', id: 3, bot, entry, fromAt: 0, round: 1 });
  await run({ kind: 'round', id: 4, bot, entry: null, fromAt: 0, round: 1 });
  const decoded = decodeCandles(new Uint8Array(file));
  if (!decoded.ok) throw new Error('The file has candles.');
  const config = { bot, entry, fill: 'through', path: 'byClose', slippage: zeroFraction } as const;
  const [, ruled, , atOnce, ruledRound, firstRound] = messages;
  if (ruled?.kind !== 'result' || atOnce?.kind !== 'result') throw new Error('a result is missing');
  expect(ruled.result).toEqual(whatIf(indexCandles(decoded.columns, 'plain'), config));
  const { summary } = runBacktest(decoded.columns, config);
  expect(ruled.result.main.rounds).toBe(summary.rounds);
  expect(ruled.result.main.rounds).toBeGreaterThan(0);
  expect(ruled.result.main.rounds).not.toBe(atOnce.result.main.rounds);
  if (ruledRound?.kind !== 'round' || firstRound?.kind !== 'round') throw new Error('a round is missing');
  // RSI needs 14 bars.
  expect(firstRound.round?.from).toBeLessThan(ruledRound.round?.from ?? 0);
});

test('an entry rule with bars that are shorter than the stored candles is not simulated', async () => {
  const { messages, run } = openRunner();
  await run({ kind: 'candles', months: [monthOf(0, 200, ['0.01', 200_000])] });
  const entry = { kind: 'rule', rule: { kind: 'ichimoku', when: 'while' }, bar: '5m' } as const;
  await run({ kind: 'settings', id: 1, bot, entry, fromAt: 0 });
  expect(messages).toEqual([{ kind: 'failed', id: 1 }]);
});

test('a later start of the span simulates only later candles', async () => {
  const { messages, run } = openRunner();
  await run({ kind: 'candles', months: [monthOf(0, 200, ['0.01', 200_000])] });
  await run({ kind: 'settings', id: 1, bot, entry: null, fromAt: 150 * barMs });
  expect(messages.at(-1)).toMatchObject({ kind: 'result', result: { candles: 50, fromAt: 150 * barMs } });
});

test('a round of the main run is drawn, and the request for it ends no older request', async () => {
  const { messages, gate, run } = openRunner();
  await run({ kind: 'candles', months: [monthOf(0, 200, ['0.01', 200_000])] });
  gate.isHeld = true;
  const band = run({ kind: 'settings', id: 1, bot, entry: null, fromAt: 0 });
  await run({ kind: 'round', id: 1, bot, entry: null, fromAt: 0, round: 2 });
  gate.isHeld = false;
  gate.open();
  await band;
  expect(messages).toMatchObject([
    { kind: 'result', id: 1, isWhole: false },
    { kind: 'round', id: 1, round: { symbol: 'ETH-USDT-SWAP', end: 'exit', bracket: null } },
    { kind: 'result', id: 1, isWhole: true },
  ]);
  await run({ kind: 'round', id: 2, bot, entry: null, fromAt: 0, round: 9_999 });
  expect(messages.at(-1)).toEqual({ kind: 'round', id: 2, round: null });
});

test('without candles a round is answered with null', async () => {
  const { messages, run } = openRunner();
  await run({ kind: 'round', id: 3, bot, entry: null, fromAt: 0, round: 1 });
  expect(messages).toEqual([{ kind: 'round', id: 3, round: null }]);
});

test('a newer request ends the older request after its current run', async () => {
  const { messages, gate, run } = openRunner();
  await run({ kind: 'candles', months: [monthOf(0, 200, ['0.01', 200_000])] });
  gate.isHeld = true;
  const older = run({ kind: 'settings', id: 1, bot, entry: null, fromAt: 0 });
  gate.isHeld = false;
  await run({ kind: 'settings', id: 2, bot, entry: null, fromAt: 0 });
  gate.open();
  await older;
  expect(messages.map((message) => [message.id, message.kind === 'result' && message.isWhole])).toEqual([
    [1, false],
    [2, false],
    [2, true],
  ]);
});

test('a request without candles, with damaged candles or after the last candle is refused', async () => {
  const { messages, run } = openRunner();
  await run({ kind: 'settings', id: 1, bot, entry: null, fromAt: 0 });
  await run({ kind: 'candles', months: [new ArrayBuffer(8)] });
  await run({ kind: 'settings', id: 2, bot, entry: null, fromAt: 0 });
  await run({ kind: 'candles', months: [monthOf(0, 10, ['0.01', 200_000])] });
  await run({ kind: 'settings', id: 3, bot, entry: null, fromAt: barMs * 11 });
  expect(messages).toEqual([1, 2, 3].map((id) => ({ kind: 'failed', id })));
});

test('an entry rule gets its moments first, then its comparison, and a newer rule ends an older comparison', async () => {
  const { messages, gate, run } = openRunner();
  await run({ kind: 'candles', months: [monthOf(0, 320, ['0.01', 200_000])] });
  const rule = { kind: 'rsi', length: 14, level: 60, when: 'while' } as const;
  const entry = { kind: 'rule', rule, bar: '15m' } as const;
  gate.isHeld = true;
  const older = run({ kind: 'entry', id: 1, bot, entry });
  gate.isHeld = false;
  await run({ kind: 'entry', id: 2, bot, entry });
  gate.open();
  await older;
  expect(messages.map(({ kind, id }) => [kind, id])).toEqual([
    ['moments', 1],
    ['moments', 2],
    ['comparison', 2],
  ]);
  const [, moments, last] = messages;
  expect(moments?.kind === 'moments' && moments.moments.firings.length).toBeGreaterThan(0);
  expect(last?.kind === 'comparison' && last.span).toEqual({ candles: 320, fromAt: 0, toAt: 320 * barMs });
  expect(last?.kind === 'comparison' && last.comparison.random.runs).toBe(39);
});

test('distances from ATR get their comparison, also with the rule of the form, and candles without a reading are refused', async () => {
  const { messages, run } = openRunner();
  const atrBot = { ...bot, atrMultiplier: decimal('1.5') };
  await run({ kind: 'candles', months: [monthOf(0, 320, ['0.01', 200_000])] });
  await run({ kind: 'distance', id: 1, bot: atrBot, entry: null });
  const rule = { kind: 'rsi', length: 14, level: 60, when: 'while' } as const;
  await run({ kind: 'distance', id: 2, bot: atrBot, entry: { kind: 'rule', rule, bar: '15m' } });
  expect(messages.map(({ kind, id }) => [kind, id])).toEqual([
    ['distances', 1],
    ['distances', 2],
  ]);
  const [atOnce, ruled] = messages;
  if (atOnce?.kind !== 'distances' || ruled?.kind !== 'distances') throw new Error('a comparison is missing');
  expect(atOnce.span).toEqual({ candles: 320, fromAt: 0, toAt: 320 * barMs });
  expect(atOnce.comparison.random.runs).toBe(39);
  expect(atOnce.comparison.fixed.distance).toBe('5');
  expect(ruled.comparison.atr.rounds).not.toBe(atOnce.comparison.atr.rounds);
  // ATR needs 14 hours.
  await run({ kind: 'candles', months: [monthOf(0, 55, ['0.01', 200_000])] });
  await run({ kind: 'distance', id: 3, bot: atrBot, entry: null });
  expect(messages.at(-1)).toEqual({ kind: 'failed', id: 3 });
});

test('an entry rule with bars that are shorter than the stored candles is refused', async () => {
  const { messages, run } = openRunner();
  await run({ kind: 'candles', months: [monthOf(0, 200, ['0.01', 200_000])] });
  const rule = { kind: 'ichimoku', when: 'while' } as const;
  await run({ kind: 'entry', id: 1, bot, entry: { kind: 'rule', rule, bar: '5m' } });
  expect(messages).toEqual([{ kind: 'failed', id: 1 }]);
});

test('only the newest of several replays is simulated', async () => {
  const { messages, gate, run } = openRunner();
  const items = [100, 98, 99, 101].map((price, index) => {
    const text = String(price);
    return { at: index * barMs, open: text, high: text, low: text, close: text, volume: '1' };
  });
  gate.isHeld = true;
  const older = run({ kind: 'replay', id: 1, bot, items });
  gate.isHeld = false;
  await run({ kind: 'replay', id: 2, bot, items });
  gate.open();
  await older;
  expect(messages).toEqual([{ kind: 'replay', id: 2, run: runDemo(bot, items) }]);
  expect(runDemo(bot, items)).not.toBeNull();
});
