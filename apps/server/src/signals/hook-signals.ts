// Dispatches the messages that arrived at the secret addresses of bots. Any node accepts a message; the node that trades the account dispatches it.
import type { Engine } from '@rondo/engine';
import type { Clock, Log } from '@rondo/engine/ports';
import type { OpenMessage, Store } from '@rondo/store';
import { createKeyedJobs } from '../async/keyed-jobs.ts';
import { schedule, type Schedule } from '../async/scheduler.ts';
import { serverLimits } from '../limits.ts';
import { causeOf } from '../ops/log.ts';
import type { ClosedBars } from './closed-bars.ts';
import { dispatchSignal, type DueSignal } from './dispatch-signal.ts';
import { distanceReading, hasAtrDistance } from './distance-reading.ts';

export interface HookSignalsDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly store: {
    readonly signalHooks: Pick<Store['signalHooks'], 'listOpen'>;
    readonly signalReadings: Pick<Store['signalReadings'], 'record'>;
    readonly bots: Pick<Store['bots'], 'find'>;
  };
  readonly bars: ClosedBars;
  readonly engine: Pick<Engine, 'accountIds' | 'holdsLease' | 'dispatch'>;
}

/** Starts the search for messages that may open a round. A message that the engine has not taken is dispatched again until its end. */
export function startHookSignals(deps: HookSignalsDeps): Schedule {
  const { clock, log, store, engine } = deps;
  const taken = new Map<string, number>();
  const onError = (error: unknown): void => log.write('error', 'hooks.failed', { cause: causeOf(error) });
  // An account that does not respond delays only its own messages.
  const jobs = createKeyedJobs(onError);
  const work = async (): Promise<void> => {
    const held = engine.accountIds().filter((accountId) => engine.holdsLease(accountId));
    if (held.length === 0) return;
    const now = clock.now();
    for (const [key, validUntil] of taken) if (validUntil < now) taken.delete(key);
    const messages = await store.signalHooks.listOpen(held, now);
    for (const message of messages) {
      const key = `${message.botId} ${message.receivedAt}`;
      if (taken.has(key) || jobs.isRunning(key)) continue;
      jobs.start([key], async () => {
        if (await dispatchSignal(deps, await signalOf(deps, message))) taken.set(key, message.validUntil);
      });
    }
  };
  const polls = schedule(clock, { everyMs: serverLimits.hookPollMs, work, onError });
  return {
    async stop() {
      await polls.stop();
      await jobs.ended();
    },
  };
}

async function signalOf(deps: HookSignalsDeps, message: OpenMessage): Promise<DueSignal> {
  const { botId, accountId, instrumentId, messageKey, receivedAt, validUntil, bodyHash } = message;
  const source = {
    ruleKey: 'webhook',
    instrument: instrumentId,
    bar: null,
    closedAt: receivedAt,
    values: { message: messageKey },
    readingHash: bodyHash,
  };
  const bot = await deps.store.bots.find(botId);
  const isFromAtr = bot !== null && hasAtrDistance(bot);
  const atr = isFromAtr ? await distanceReading(deps, { instrumentId, closedAt: receivedAt, validUntil }) : null;
  return { botId, accountId, stepDistance: null, source, validUntil, atr };
}
