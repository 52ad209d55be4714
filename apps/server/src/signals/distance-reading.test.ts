// Tests the readings of ATR that decide the distance of a round: which bar they have, and that a bot without a reading gets a signal that it refuses.
import type { UserCommand } from '@rondo/engine';
import { decimal } from '@rondo/decimal';
import { readingsOf, signalBars } from '@rondo/signals';
import type { OpenMessage, StoredReading } from '@rondo/store';
import { encode } from '@rondo/strategy';
import { botConfig, createVirtualClock } from '@rondo/testkit';
import { botRecord, silentLog } from '@rondo/testkit/database';
import { expect, test } from 'vitest';
import { createClosedBars } from './closed-bars.ts';
import { startEntrySignals } from './entry-signals.ts';
import { startHookSignals } from './hook-signals.ts';

const hourMs = signalBars['1H'];
const hour = 1_700_000_000_000 - (1_700_000_000_000 % hourMs);

/** Bars that differ, so that each bar has another ATR. */
function candleAt(at: number) {
  const close = 2_000 + ((at / 60_000) % 37);
  const texts = { open: String(close), high: String(close + 3 + (close % 5)), low: String(close - 4), volume: '1' };
  return { at, ...texts, close: String(close) };
}

type World = {
  readonly entryType: string;
  readonly bar?: '5m' | '1H';
  /** The number of bars of one hour that the exchange has. */
  readonly hours?: number;
  /** The exchange does not have the newest bar of one hour before this time. */
  readonly hourReadyAt?: number;
  readonly message?: OpenMessage;
};

/** Runs a bot with a distance from ATR from `startAt` for two minutes, and returns what it got. */
async function signalsFrom(startAt: number, { entryType, bar = '1H', hours = 900, ...world }: World) {
  const clock = createVirtualClock(startAt);
  const rule = { kind: 'rsi', length: 14, level: 95, when: 'while' };
  const bot = botRecord({
    config: JSON.stringify(encode(botConfig({ atrMultiplier: decimal('1.5') }))),
    planSummary: JSON.stringify({ entryType, ...(entryType === 'rsi' ? { signal: { rule, bar } } : {}) }),
  });
  const got: { readonly at: number; readonly command: UserCommand }[] = [];
  const readings: StoredReading[] = [];
  const pastCandles = async (query: { readonly bar: string; readonly fromAt: number; readonly toAt: number }) => {
    const barMs = query.bar === '1H' ? hourMs : signalBars['5m'];
    const isHour = query.bar === '1H';
    const from = isHour ? Math.max(query.fromAt, query.toAt - hours * hourMs) : query.fromAt;
    const to = isHour && clock.now() < (world.hourReadyAt ?? 0) ? query.toAt - hourMs : query.toAt;
    const count = Math.max(0, (to - from) / barMs);
    return { ok: true as const, value: Array.from({ length: count }, (_, index) => candleAt(from + index * barMs)) };
  };
  const deps = {
    clock,
    log: silentLog,
    ai: null,
    bars: createClosedBars({ clock, market: { pastCandles } }),
    engine: {
      accountIds: () => ['account'],
      holdsLease: () => true,
      async dispatch(message: { readonly kind: string; readonly command?: UserCommand }) {
        if (message.command !== undefined) got.push({ at: clock.now(), command: message.command });
        return 'done' as const;
      },
    },
    store: {
      bots: { listWaiting: async () => [bot], find: async () => bot },
      signalHooks: { listOpen: async () => (world.message === undefined ? [] : [world.message]) },
      signalReadings: {
        async record(reading: StoredReading) {
          readings.push(reading);
          return reading;
        },
      },
    },
  };
  const jobs = [startEntrySignals(deps), startHookSignals(deps)];
  await clock.pass(120_000);
  await Promise.all(jobs.map((job) => job.stop()));
  const signals = got.map(({ at, command }) => ({ at, ...(command.kind === 'signal' ? command : { atr: undefined }) }));
  return { signals, readings };
}

/** Returns the reading of the bar that closed at a time. */
function readingAt(closedAt: number, hours = 900) {
  const bars = Array.from({ length: hours }, (_, index) => {
    const { at, high, low, close } = candleAt(closedAt - (hours - index) * hourMs);
    return { openedAt: at, high: Number(high), low: Number(low), close: Number(close) };
  });
  const [atr] = readingsOf({ kind: 'atr', length: 14 }, bars, 'long').at(-1)?.values ?? [];
  return {
    closedAt,
    atr: String(atr),
    close: String(bars.at(-1)?.close),
    readingHash: expect.stringMatching(/^\w{64}$/),
  };
}

test('a bot that opens its rounds at once gets the reading of the bar that has closed, and a reading needs fourteen bars', async () => {
  const { signals, readings } = await signalsFrom(hour, { entryType: 'market' });
  expect(signals).toMatchObject([{ source: { ruleKey: 'atr 14', closedAt: hour }, atr: readingAt(hour) }]);
  expect(readings.map(({ fires }) => fires)).toContain(true);
  const fewer = await signalsFrom(hour, { entryType: 'market', hours: 13 });
  expect([fewer.signals, fewer.readings]).toMatchObject([[], [{ ruleKey: 'atr 14', fires: null, reading: '{}' }]]);
  expect((await signalsFrom(hour, { entryType: 'market', hours: 14 })).signals).toMatchObject([
    { atr: readingAt(hour, 14) },
  ]);
});

test('a rule on shorter bars and a message get the reading of the newest closed hour', async () => {
  const now = hour + 2 * signalBars['5m'];
  const ruled = await signalsFrom(now, { entryType: 'rsi', bar: '5m' });
  expect(ruled.signals).toMatchObject([{ source: { closedAt: now, bar: '5m' }, atr: readingAt(hour) }]);
  const message: OpenMessage = {
    botId: 'bot',
    accountId: 'account',
    instrumentId: 'ETH-USDT-SWAP',
    messageKey: 'one',
    action: 'open',
    sentAt: null,
    receivedAt: now + 1,
    validUntil: now + 60_000,
    isLate: false,
    bodyHash: 'hash',
  };
  const called = await signalsFrom(now, { entryType: 'webhook', message });
  expect(called.signals).toMatchObject([{ source: { ruleKey: 'webhook' }, atr: readingAt(hour) }]);
});

test.each([
  ['market', '1H', hour],
  ['rsi', '5m', hour + signalBars['5m']],
] as const)(
  'a bot with the entry %s gets a signal without a reading when the bar of the hour is late',
  async (entryType, bar, at) => {
    const end = at + Math.min(signalBars[bar] / 10, 60_000);
    const { signals } = await signalsFrom(at, { entryType, bar, hourReadyAt: end + 1 });
    expect(signals).toHaveLength(1);
    expect(signals).not.toMatchObject([{ atr: expect.anything() }]);
    expect(signals[0]?.at).toBeLessThanOrEqual(end);
    const { signals: inTime } = await signalsFrom(at, { entryType, bar, hourReadyAt: at + 10_000 });
    expect(inTime).toMatchObject([{ atr: readingAt(hour) }]);
  },
);
