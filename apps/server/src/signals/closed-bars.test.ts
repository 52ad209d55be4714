// Tests the bars of signals: only complete and unchanged bars are used, and a bar that does not arrive in time is missed.
import { createVirtualClock } from '@rondo/testkit';
import { expect, test } from 'vitest';
import type { MarketCandle } from '../market/market.ts';
import { createClosedBars, type BarsResult } from './closed-bars.ts';

const hour = 3_600_000;

function candle(index: number, changes: Partial<MarketCandle> = {}): MarketCandle {
  const close = String(100 + (index % 7));
  return { at: index * hour, open: '100', high: '110', low: '90', close, volume: '1', ...changes };
}

/** An exchange whose closed candles are `list`. Its first `failures` reads fail. */
function openExchange() {
  const clock = createVirtualClock();
  const state = { list: Array.from({ length: 300 }, (_, index) => candle(index)), failures: 0, reads: 0 };
  const bars = createClosedBars({
    clock,
    market: {
      async pastCandles({ fromAt, toAt }) {
        state.reads += 1;
        if (state.reads <= state.failures) return { ok: false, cause: 'down' };
        return { ok: true, value: state.list.filter(({ at }) => at >= fromAt && at < toAt) };
      },
    },
  });
  const read = async (closed: number): Promise<BarsResult> => {
    let result: BarsResult | null = null;
    const closedAt = closed * hour;
    const reading = bars
      .read({ instrumentId: 'ETH-USDT-SWAP', bar: '1H', closedAt, until: clock.now() + 60_000 })
      .then((value) => {
        result = value;
      });
    for (let passed = 0; result === null && passed < 200; passed += 1) await clock.pass(1_000);
    await reading;
    if (result === null) throw new Error('The read has not ended.');
    return result;
  };
  return { state, read };
}

test('the bars end with the bar that has closed, and the next bar needs one more read', async () => {
  const { state, read } = openExchange();
  const first = await read(250);
  expect(first.ok && [first.bars.length, first.bars.at(-1)]).toMatchObject([250, { openedAt: 249 * hour, close: 104 }]);
  const next = await read(251);
  expect(next.ok && [next.bars.length, next.bars.at(-1)?.openedAt]).toEqual([251, 250 * hour]);
  expect(state.reads).toBe(2);
});

test('a bar that the exchange has not closed in time is missed, and the next bar is read with it', async () => {
  const { state, read } = openExchange();
  state.list = state.list.slice(0, 249);
  expect(await read(250)).toEqual({ ok: false, why: 'missed' });
  expect(state.reads).toBeGreaterThan(2);
  state.list = Array.from({ length: 251 }, (_, index) => candle(index));
  const next = await read(251);
  expect(next.ok && next.bars.length).toBe(251);
});

test('no bar before a missing bar is used', async () => {
  const { state, read } = openExchange();
  state.list = state.list.filter(({ at }) => at !== 200 * hour);
  const found = await read(250);
  expect(found.ok && found.bars[0]?.openedAt).toBe(201 * hour);
});

test('bars before a gap are used again when the exchange sends the missing bar later', async () => {
  const { state, read } = openExchange();
  const whole = state.list;
  state.list = whole.filter(({ at }) => at !== 248 * hour);
  const first = await read(250);
  expect(first.ok && first.bars.length).toBe(1);
  state.list = whole;
  const next = await read(251);
  expect(next.ok && next.bars.length).toBe(251);
});

test('when a further read has a gap, all bars are read again', async () => {
  const { state, read } = openExchange();
  const whole = state.list;
  await read(250);
  state.list = whole.filter(({ at }) => at !== 250 * hour);
  const gap = await read(252);
  expect(gap.ok && gap.bars.map(({ openedAt }) => openedAt / hour)).toEqual([251]);
  state.list = whole;
  const next = await read(253);
  expect(next.ok && next.bars.length).toBe(253);
});

test('a doubled bar is used once, and bars in another sequence are sorted', async () => {
  const { state, read } = openExchange();
  state.list = [...state.list, ...state.list.slice(240, 250)].toReversed();
  const found = await read(250);
  expect(found.ok && found.bars.map(({ openedAt }) => openedAt / hour)).toEqual(
    Array.from({ length: 250 }, (_, index) => index),
  );
});

test('a closed bar with another price than before is not used, and afterwards all bars are read again', async () => {
  const { state, read } = openExchange();
  await read(250);
  state.list[249] = candle(249, { close: '109' });
  expect(await read(251)).toEqual({ ok: false, why: 'changed' });
  const next = await read(252);
  expect(next.ok && next.bars[249]?.close).toBe(109);
});

test('a failed read is repeated, at most four times', async () => {
  const { state, read } = openExchange();
  state.failures = 4;
  expect((await read(250)).ok).toBe(true);
  state.failures = 100;
  expect(await read(251)).toEqual({ ok: false, why: 'missed' });
  expect(state.reads).toBe(10);
});
