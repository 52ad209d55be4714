// After the close of each bar, evaluates the sources of the bots that wait for a signal, and dispatches the signals to the engine. Without a reading or a decision in time no round opens.
import type { Engine } from '@rondo/engine';
import type { Clock, Log } from '@rondo/engine/ports';
import { signalBars, type SignalBar } from '@rondo/signals';
import type { Store } from '@rondo/store';
import type { AiDecider } from '../ai/ai-decider.ts';
import { createKeyedJobs } from '../async/keyed-jobs.ts';
import { schedule, type Schedule } from '../async/scheduler.ts';
import { serverLimits } from '../limits.ts';
import { causeOf } from '../ops/log.ts';
import type { ClosedBars } from './closed-bars.ts';
import { dispatchSignal } from './dispatch-signal.ts';
import { distanceReading, hasAtrDistance } from './distance-reading.ts';
import { validBar, waitingBotsOf, type ClosedBarTime, type WaitingBot } from './entry-source.ts';
import { recordMissed, type ReadBars } from './record-reading.ts';
import { aiSignalsOf, missedReadingsOf, ruleSignalsOf, type BotSignal } from './source-signals.ts';

export interface EntrySignalsDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly store: {
    readonly signalReadings: Pick<Store['signalReadings'], 'record'>;
    readonly bots: Pick<Store['bots'], 'listWaiting'>;
  };
  readonly engine: Pick<Engine, 'accountIds' | 'holdsLease' | 'dispatch'>;
  readonly bars: ClosedBars;
  /** The AI model, or null when none is configured. Then a bot that waits for a model continues to wait, and shows why. */
  readonly ai: AiDecider | null;
}

const allBars = Object.keys(signalBars) as readonly SignalBar[]; // The object is a literal of this type, so it has exactly these keys.

/** Starts the evaluation of the bars for the bots whose accounts this node trades. A bot gets at most one signal of each bar, also from several nodes (strategy 8.5). */
export function startEntrySignals(deps: EntrySignalsDeps): Schedule {
  const { clock, log, store, engine } = deps;
  const handled = new Map<string, number>();
  const onError = (error: unknown): void => log.write('error', 'signals.failed', { cause: causeOf(error) });
  const jobs = createKeyedJobs(onError);
  const work = async (): Promise<void> => {
    const now = clock.now();
    const closed = new Map(allBars.flatMap((bar) => namedBar(bar, now)));
    if (closed.size === 0) return handled.clear();
    const held = engine.accountIds().filter((accountId) => engine.holdsLease(accountId));
    if (held.length === 0) return;
    const waiting = waitingBotsOf(await store.bots.listWaiting(held)).filter(
      ({ bot, bar }) => closed.has(bar) && handled.get(bot.id) !== closed.get(bar)?.closedAt && !jobs.isRunning(bot.id),
    );
    for (const group of groupsOf(waiting)) {
      const time = closed.get(group[0]?.bar ?? '1H');
      if (time === undefined) continue;
      jobs.start(
        group.map(({ bot }) => bot.id),
        async () => {
          for (const botId of await evaluate(deps, group, time)) handled.set(botId, time.closedAt);
        },
      );
    }
  };
  const polls = schedule(clock, { everyMs: serverLimits.signalPollMs, work, onError });
  return {
    async stop() {
      await polls.stop();
      await jobs.ended();
    },
  };
}

/** Returns the bots by instrument, width of bars and kind of source. Each group is evaluated on its own, because a model may need many seconds. */
function groupsOf(waiting: readonly WaitingBot[]): readonly (readonly WaitingBot[])[] {
  const groups = new Map<string, WaitingBot[]>();
  for (const each of waiting) {
    const name = `${each.bot.instrumentId} ${each.bar} ${each.source.kind}`;
    groups.set(name, [...(groups.get(name) ?? []), each]);
  }
  return [...groups.values()];
}

function namedBar(bar: SignalBar, now: number): readonly (readonly [SignalBar, ClosedBarTime])[] {
  const time = validBar(bar, now, serverLimits);
  return time === null ? [] : [[bar, time]];
}

/** Evaluates the bar for the bots of one group. Returns the ids of the bots for which nothing is left to do. */
async function evaluate(
  deps: EntrySignalsDeps,
  group: readonly WaitingBot[],
  time: ClosedBarTime,
): Promise<readonly string[]> {
  const [first] = group;
  if (first === undefined) return [];
  const query = { instrumentId: first.bot.instrumentId, bar: first.bar, closedAt: time.closedAt };
  const read = await deps.bars.read({ ...query, until: time.validUntil });
  if (!read.ok) deps.log.write('warn', 'signals.barMissed', { ...query, why: read.why });
  const { kind } = first.source;
  const noModel = kind === 'ai' && deps.ai === null ? 'not_configured' : null;
  const why = noModel ?? (read.ok ? null : read.why);
  if (why !== null) await recordMissed(deps.store.signalReadings, query, { kind, why, now: deps.clock.now() });
  const signals = read.ok
    ? await signalsOf(deps, group, { ...query, bars: read.bars })
    : missedReadingsOf(group, query);
  const hasDistances = read.ok && signals.some(({ bot }) => hasAtrDistance(bot));
  const distance = hasDistances ? await distanceReading(deps, { ...query, ...time }) : null;
  const dispatched = await Promise.all(
    signals.map(async ({ bot, ...signal }) => {
      const atr = hasAtrDistance(bot) ? distance : null;
      const due = { ...signal, botId: bot.id, accountId: bot.accountId, atr, ...time };
      return (await dispatchSignal(deps, due)) ? [] : [bot.id];
    }),
  );
  const unfinished = new Set(dispatched.flat());
  return group.map(({ bot }) => bot.id).filter((botId) => !unfinished.has(botId));
}

/** Returns the signals of the bots of one group whose source fires at the bar. */
async function signalsOf(
  { ai, store, clock }: EntrySignalsDeps,
  group: readonly WaitingBot[],
  read: ReadBars,
): Promise<readonly BotSignal[]> {
  if (group.some(({ source }) => source.kind === 'rule'))
    return ruleSignalsOf({ readings: store.signalReadings, now: clock.now() }, group, read);
  if (ai === null) return [];
  const outcome = await ai.decide(read);
  if (!outcome.ok && outcome.row === null) {
    const why = outcome.reason === 'warm_up' ? 'warm_up' : 'unavailable';
    await recordMissed(store.signalReadings, read, { kind: 'ai', why, now: clock.now() });
  }
  return aiSignalsOf(group, outcome);
}
