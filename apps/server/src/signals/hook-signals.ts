// Dispatches the messages that arrived at the secret addresses of bots. Any node accepts a message; the node that trades the account dispatches it.
import type { Engine } from '@rondo/engine';
import type { Clock, Log } from '@rondo/engine/ports';
import type { OpenMessage, Store } from '@rondo/store';
import { schedule, type Schedule } from '../async/scheduler.ts';
import { serverLimits } from '../limits.ts';
import { causeOf } from '../ops/log.ts';
import { dispatchSignal } from './dispatch-signal.ts';

export interface HookSignalsDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly store: Pick<Store, 'signalHooks'>;
  readonly engine: Pick<Engine, 'accountIds' | 'holdsLease' | 'dispatch'>;
}

/** Starts the search for messages that may open a round. A message that the engine has not taken is dispatched again until its end. */
export function startHookSignals(deps: HookSignalsDeps): Schedule {
  const { clock, log, store, engine } = deps;
  const taken = new Map<string, number>();
  const work = async (): Promise<void> => {
    const held = engine.accountIds().filter((accountId) => engine.holdsLease(accountId));
    if (held.length === 0) return;
    const now = clock.now();
    for (const [key, validUntil] of taken) if (validUntil < now) taken.delete(key);
    const messages = await store.signalHooks.listOpen(held, now);
    await Promise.all(
      messages.map(async (message) => {
        const key = `${message.botId} ${message.receivedAt}`;
        if (!taken.has(key) && (await dispatchSignal(deps, signalOf(message)))) taken.set(key, message.validUntil);
      }),
    );
  };
  const onError = (error: unknown): void => log.write('error', 'hooks.failed', { cause: causeOf(error) });
  return schedule(clock, { everyMs: serverLimits.hookPollMs, work, onError });
}

function signalOf(message: OpenMessage): Parameters<typeof dispatchSignal>[1] {
  const { botId, accountId, instrumentId, messageKey, receivedAt, validUntil, bodyHash } = message;
  const source = {
    ruleKey: 'webhook',
    instrument: instrumentId,
    bar: null,
    closedAt: receivedAt,
    values: { message: messageKey },
    readingHash: bodyHash,
  };
  return { botId, accountId, stepDistance: null, source, validUntil };
}
