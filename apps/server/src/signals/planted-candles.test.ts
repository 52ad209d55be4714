// Tests signals of running bots with planted candles: late, doubled, lost, forming and failed reads. A signal comes once, in time, and only at a bar at which the rule fires on the true candles.
import type { UserCommand } from '@rondo/engine';
import { readingsOf, signalBars, type SignalRule } from '@rondo/signals';
import { createVirtualClock, seededChance } from '@rondo/testkit';
import { botRecord, silentLog } from '@rondo/testkit/database';
import type { StoredReading } from '@rondo/store';
import { expect, test } from 'vitest';
import { sampleOf } from '../../../../tests/sample.ts';
import type { MarketCandle } from '../market/market.ts';
import { createClosedBars } from './closed-bars.ts';
import { startEntrySignals } from './entry-signals.ts';

const bar = '5m';
const barMs = signalBars[bar];
const rule: SignalRule = { kind: 'rsi', length: 14, level: 50, when: 'while' };
const [history, barsOfRun] = [900, 50];
const startAt = 1_700_000_000_000 - (1_700_000_000_000 % barMs);
const firstAt = startAt - history * barMs;

/** A bot that waits for the rule. */
const bot = botRecord({ planSummary: JSON.stringify({ entryType: 'rsi', signal: { rule, bar } }) });

type Dispatched = { readonly at: number; readonly command: Extract<UserCommand, { readonly kind: 'signal' }> };

/** Runs the signals over the bars of a seed. Returns the dispatched signals, and how many reads each fault changed. */
async function runSignals(seed: number) {
  const chance = seededChance(`planted ${seed}`);
  const clock = createVirtualClock(startAt + 1_000);
  const market = plantedMarket(chance, () => clock.now());
  const stored = new Map<number, StoredReading>();
  const dispatched: Dispatched[] = [];
  const signals = startEntrySignals({
    clock,
    log: silentLog,
    ai: null,
    bars: createClosedBars({ clock, market }),
    store: {
      bots: { listWaiting: async () => [bot] },
      signalReadings: {
        async record(reading) {
          const first = stored.get(reading.closedAt) ?? reading;
          stored.set(reading.closedAt, first);
          return first;
        },
      },
    },
    engine: {
      accountIds: () => [bot.accountId],
      holdsLease: () => true,
      async dispatch(message) {
        if (message.kind === 'userCommand' && message.command.kind === 'signal')
          dispatched.push({ at: clock.now(), command: message.command });
        return 'done';
      },
    },
  });
  await clock.pass(barsOfRun * barMs);
  await signals.stop();
  return { dispatched, market };
}

type Chance = ReturnType<typeof seededChance>;
const faults = ['late', 'doubled', 'lost', 'forming', 'failed'] as const;

/** An exchange whose responses have faults. The candles themselves never change. */
function plantedMarket(chance: Chance, now: () => number) {
  const candles: MarketCandle[] = [];
  let price = 2_000;
  for (let index = 0; index < history + barsOfRun; index += 1) {
    const open = price;
    price = Math.round((price + 20 * (chance.next() - 0.5)) * 100) / 100;
    const [high, low] = [Math.max(open, price) + 1, Math.min(open, price) - 1];
    const at = firstAt + index * barMs;
    candles.push({ at, open: String(open), high: String(high), low: String(low), close: String(price), volume: '1' });
  }
  const planted = new Map<(typeof faults)[number], number>();
  return {
    candles,
    planted,
    async pastCandles({ fromAt, toAt }: { readonly fromAt: number; readonly toAt: number }) {
      const list = candles.filter(({ at }) => at >= fromAt && at < toAt && at + barMs <= now());
      const fault = chance.next() < 0.5 ? null : (faults[Math.floor(chance.next() * faults.length)] ?? null);
      if (fault !== null) planted.set(fault, (planted.get(fault) ?? 0) + 1);
      if (fault === 'failed') return { ok: false as const, cause: 'planted' };
      if (fault === 'late') list.pop();
      if (fault === 'doubled') list.push(...list.slice(-2));
      // One of the last candles is missing in this response.
      if (fault === 'lost' && list.length > 1) list.splice(list.length - 2, 1);
      const forming = candles.find(({ at }) => at === toAt);
      if (fault === 'forming' && forming !== undefined) list.push({ ...forming, close: '1', low: '1' });
      return { ok: true as const, value: list };
    },
  };
}

test(
  'no signal is wrong, doubled or late, and most bars at which the rule fires have their signal',
  { timeout: 120_000 },
  async () => {
    const planted = new Map<string, number>();
    let [signals, expected] = [0, 0];
    for (const seed of sampleOf(
      Array.from({ length: 200 }, (_, each) => each),
      3,
    )) {
      const { dispatched, market } = await runSignals(seed);
      const bars = market.candles.map(({ at, high, low, close }) => ({
        openedAt: at,
        high: Number(high),
        low: Number(low),
        close: Number(close),
      }));
      const fires = new Set(
        readingsOf(rule, bars, 'long').flatMap((reading) => (reading.fires === true ? [reading.openedAt + barMs] : [])),
      );
      const times = dispatched.map(({ command }) => command.source.closedAt);
      expect(times.filter((closedAt) => !fires.has(closedAt))).toEqual([]);
      expect(new Set(times).size).toBe(times.length);
      for (const { at, command } of dispatched) {
        expect(at).toBeLessThanOrEqual(command.validUntil);
        expect(command.validUntil).toBe(command.source.closedAt + barMs / 10);
      }
      signals += times.length;
      expected += [...fires].filter((closedAt) => closedAt > startAt && closedAt < startAt + barsOfRun * barMs).length;
      for (const [fault, count] of market.planted) planted.set(fault, (planted.get(fault) ?? 0) + count);
    }
    expect(Math.min(...faults.map((fault) => planted.get(fault) ?? 0))).toBeGreaterThan(5);
    expect(signals / expected).toBeGreaterThan(0.95);
  },
);
