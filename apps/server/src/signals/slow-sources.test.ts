// Tests that a slow model, a slow instrument and an account that does not respond delay no other bot.
import type { UserCommand } from '@rondo/engine';
import { signalBars } from '@rondo/signals';
import type { BotRecord, OpenMessage, StoredReading } from '@rondo/store';
import { createVirtualClock } from '@rondo/testkit';
import { botRecord, silentLog } from '@rondo/testkit/database';
import { expect, test } from 'vitest';
import type { AiDecider } from '../ai/ai-decider.ts';
import { createClosedBars } from './closed-bars.ts';
import { startEntrySignals } from './entry-signals.ts';
import { startHookSignals } from './hook-signals.ts';

const bar = '1H';
const barMs = signalBars[bar];
const closedAt = 1_700_000_000_000 - (1_700_000_000_000 % barMs);
const rule = { kind: 'rsi', length: 14, level: 95, when: 'while' };

function bot(id: string, changes: Partial<BotRecord> = {}): BotRecord {
  const planSummary = JSON.stringify({ entryType: 'rsi', signal: { rule, bar } });
  return botRecord({ id, accountId: id, name: id, planSummary, ...changes });
}

/** An engine that records when each bot got its signal. The accounts of `stuck` do not respond. */
function openEngine(accounts: readonly string[], now: () => number) {
  const stuck = new Set<string>();
  const got = new Map<string, number>();
  const offered: string[] = [];
  return {
    stuck,
    got,
    offered,
    accountIds: () => accounts,
    holdsLease: () => true,
    dispatch(message: { readonly kind: string; readonly botId?: string; readonly command?: UserCommand }) {
      const { botId = '' } = message;
      offered.push(botId);
      if (stuck.has(botId)) return new Promise<never>(() => undefined);
      got.set(botId, now());
      return Promise.resolve('done' as const);
    },
  };
}

/** Runs the bots over the close of a bar at `closedAt`. `failures` counts the failed reads of SOL at the start, and the model needs `thinkMs`. */
function startBots(bots: readonly BotRecord[], { failures = 0, thinkMs = 20_000 } = {}) {
  const clock = createVirtualClock(closedAt);
  const engine = openEngine(
    bots.map(({ accountId }) => accountId),
    () => clock.now(),
  );
  const asked: string[] = [];
  const recorded: StoredReading[] = [];
  const ai: AiDecider = {
    endpoint: { model: 'model', isDouble: true },
    async decide({ instrumentId }) {
      asked.push(instrumentId);
      await new Promise<void>((resolve) => void clock.after(thinkMs, resolve));
      return { ok: false, reason: 'warm_up', row: null };
    },
  };
  let reads = 0;
  const pastCandles = async ({ instrumentId, toAt }: { readonly instrumentId: string; readonly toAt: number }) => {
    reads += 1;
    if (instrumentId === 'SOL-USDT-SWAP' && reads <= failures) return { ok: false as const, cause: 'down' };
    const value = Array.from({ length: 300 }, (_, index) => {
      const close = String(2_000 + (index % 7));
      return { at: toAt - (300 - index) * barMs, open: close, high: '2010', low: '1990', close, volume: '1' };
    });
    return { ok: true as const, value };
  };
  const signals = startEntrySignals({
    clock,
    log: silentLog,
    ai,
    engine,
    bars: createClosedBars({ clock, market: { pastCandles } }),
    store: {
      bots: { listWaiting: async () => bots },
      signalReadings: {
        async record(reading) {
          recorded.push(reading);
          return reading;
        },
      },
    },
  });
  return { clock, engine, asked, recorded, signals, reads: () => reads };
}

const aiPlan = { planSummary: JSON.stringify({ entryType: 'ai-gpt' }) };

test('a model that needs twenty seconds does not delay the rule of another bot on the same instrument', async () => {
  const { clock, engine, asked, signals, reads } = startBots([bot('ai', aiPlan), bot('ruled')]);
  await clock.pass(4_000);
  expect(asked).toEqual(['ETH-USDT-SWAP']);
  expect([...engine.got]).toEqual([['ruled', closedAt + 2_000]]);
  await clock.pass(60_000);
  await signals.stop();
  expect([engine.offered, asked]).toEqual([['ruled'], ['ETH-USDT-SWAP']]);
  expect(reads()).toBe(1);
});

test('a bar for which the model has no stored decision has a row with the reason', async () => {
  const { clock, recorded, signals } = startBots([bot('ai', aiPlan)], { thinkMs: 10 });
  await clock.pass(4_000);
  await signals.stop();
  expect(recorded).toMatchObject([{ ruleKey: 'missed ai', closedAt, reading: '{"why":"warm_up"}', fires: null }]);
});

test('a bot that begins to wait while the model thinks gets its signal, and an account that does not respond gets it when it responds', async () => {
  const bots = [bot('ai', aiPlan), bot('stuck')];
  const { clock, engine, signals } = startBots(bots);
  engine.stuck.add('stuck');
  await clock.pass(4_000);
  bots.push(bot('later', { accountId: 'stuck' }));
  await clock.pass(2_000);
  expect([...engine.got]).toEqual([['later', closedAt + 6_000]]);
  engine.stuck.delete('stuck');
  await clock.pass(6_000);
  expect([...engine.got.keys()]).toEqual(['later', 'stuck']);
  expect(engine.got.get('stuck')).toBeLessThan(closedAt + 12_000);
  await clock.pass(20_000);
  await signals.stop();
  expect(engine.offered.filter((id) => id === 'later')).toEqual(['later']);
});

test('an instrument whose bars do not arrive delays no other instrument', async () => {
  const bots = [bot('slow', { instrumentId: 'SOL-USDT-SWAP' })];
  const { clock, engine, signals } = startBots(bots, { failures: 3 });
  await clock.pass(4_000);
  bots.push(bot('later'));
  await clock.pass(36_000);
  await signals.stop();
  expect([...engine.got.keys()]).toEqual(['later', 'slow']);
});

function message(botId: string, receivedAt: number): OpenMessage {
  return {
    botId,
    accountId: botId,
    instrumentId: 'ETH-USDT-SWAP',
    messageKey: `${botId} ${receivedAt}`,
    action: 'open',
    sentAt: null,
    receivedAt,
    validUntil: receivedAt + 60_000,
    isLate: false,
    bodyHash: 'hash',
  };
}

test('an account that does not respond does not delay the messages to other accounts', async () => {
  const clock = createVirtualClock(closedAt);
  const engine = openEngine(['stuck', 'free'], () => clock.now());
  engine.stuck.add('stuck');
  const open = [message('stuck', closedAt)];
  const hooks = startHookSignals({
    clock,
    log: silentLog,
    engine,
    bars: createClosedBars({ clock, market: { pastCandles: async () => ({ ok: false, cause: 'down' }) } }),
    store: {
      signalHooks: { listOpen: async () => open },
      signalReadings: { record: async (reading) => reading },
      bots: { find: async (id) => bot(id) },
    },
  });
  await clock.pass(500);
  open.push(message('free', closedAt + 500));
  await clock.pass(600);
  expect([...engine.got]).toEqual([['free', closedAt + 1_000]]);
  engine.stuck.delete('stuck');
  await clock.pass(5_000);
  await hooks.stop();
  expect([...engine.got.keys()]).toEqual(['free', 'stuck']);
  expect(engine.offered.filter((id) => id === 'free')).toEqual(['free']);
});
