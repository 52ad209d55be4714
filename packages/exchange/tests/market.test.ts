// Tests of the public client against the sandbox: instruments with tiers, tickers, pages of candles, and funding.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { compareDecimals, formatDecimal, decimalOf, signOf } from '@rondo/decimal';
import { openHarness, until, valueOf, type ExchangeHarness } from './exchange-harness.ts';

let harness: ExchangeHarness;
beforeEach(async () => {
  harness = await openHarness();
});
afterEach(() => harness.close());

const minuteMs = 60_000;

test('each tier of a listed swap has a larger size than the previous tier, and ETH has the correct coin and contract size', async () => {
  const listed = valueOf(await harness.market.listInstruments());
  expect(listed.length).toBeGreaterThanOrEqual(12);
  const eth = listed.find((one) => one.rules.id === 'ETH-USDT-SWAP');
  expect(eth).toBeDefined();
  expect(eth?.base).toBe('ETH');
  expect(formatDecimal(eth?.rules.ctVal ?? decimalOf(0n))).toBe('0.1');
  for (const { rules } of listed) {
    const sizes = rules.tiers.flatMap((tier) => (tier.maxSz === null ? [] : [tier.maxSz]));
    expect(sizes.length).toBeGreaterThan(1);
    expect(sizes.every((size, index) => index === 0 || compareDecimals(sizes[index - 1] ?? size, size) < 0)).toBe(true);
  }
  expect(
    valueOf(
      await harness.market
        .instrument('NONE-USDT-SWAP')
        .then((report) => (report.ok ? report : { ...report, ok: true as const, value: null })),
    ),
  ).toBeNull();
});

test.each([
  ['state', 'preopen'],
  ['state', 'expired'],
  ['settleCcy', 'BTC'],
  ['ctType', 'inverse'],
])('a swap whose %s is %s is not listed', async (field, value) => {
  await harness.fault('/api/v5/public/instruments', 'field', { field, value, share: 1 });
  expect(valueOf(await harness.market.listInstruments())).toEqual([]);
});

test('a swap whose trading is suspended is listed with its state', async () => {
  await harness.fault('/api/v5/public/instruments', 'field', { field: 'state', value: 'suspend', share: 1 });
  const listed = valueOf(await harness.market.listInstruments());
  expect(new Set(listed.map(({ state }) => state))).toEqual(new Set(['halted']));
  expect(harness.market.knownInstrument('ETH-USDT-SWAP')).toMatchObject({ state: 'halted' });
});

test('the candles of a time span of several pages are complete and sorted by time, and the progress is reported', async () => {
  const toAt = Math.floor((harness.exchange.venueNow() - 10 * minuteMs) / minuteMs) * minuteMs;
  const fromAt = toAt - 700 * minuteMs;
  const progress: number[] = [];
  const candles = valueOf(
    await harness.market.candles('ETH-USDT-SWAP', '1m', { fromAt, toAt, onProgress: (share) => progress.push(share) }),
  );
  expect(candles).toHaveLength(700);
  expect(candles.every((candle, index) => candle.at === fromAt + index * minuteMs)).toBe(true);
  expect(progress.length).toBeGreaterThan(2);
  expect(progress.at(-1)).toBe(1);
  const recent = valueOf(
    await harness.market.candles('ETH-USDT-SWAP', '1m', { fromAt: harness.exchange.venueNow() - 30 * minuteMs }),
  );
  expect(recent.length).toBeGreaterThan(20);
  expect(recent.slice(0, -1).every((candle) => candle.isClosed)).toBe(true);
});

test('the public client reads tickers, the mark price and the funding', async () => {
  const all = valueOf(await harness.market.tickers());
  expect(all.map((one) => one.instrumentId)).toContain('BTC-USDT-SWAP');
  expect(signOf(valueOf(await harness.market.markPrice('ETH-USDT-SWAP')))).toBe(1);
  const funding = valueOf(await harness.market.fundingRate('ETH-USDT-SWAP'));
  expect(funding.fundingAt).toBeGreaterThan(harness.exchange.venueNow() - minuteMs);
});

test('two listeners of one instrument get its tickers, and the second listener still gets tickers after the first listener was closed', async () => {
  const [first, second]: number[][] = [[], []];
  const one = harness.market.watchTicker(harness.instrument, (ticker) => first?.push(ticker.at));
  const two = harness.market.watchTicker(harness.instrument, (ticker) => second?.push(ticker.at));
  await until(() => (first?.length ?? 0) > 0 && (second?.length ?? 0) > 0);
  one.close();
  const before = second?.length ?? 0;
  const ticker = valueOf(await harness.market.ticker(harness.instrument));
  await harness.advance([formatDecimal(decimalOf(ticker.last + 100n, 2))]);
  await until(() => (second?.length ?? 0) > before);
  two.close();
  expect(first?.length).toBeGreaterThan(0);
});
