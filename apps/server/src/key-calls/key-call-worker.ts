// Carries out the calls that nodes without the master key have recorded (ADR 8).
import type { Clock, Log } from '@rondo/engine/ports';
import type { Store, TakenKeyCall } from '@rondo/store';
import { ApiError } from '../api/api-error.ts';
import { neverTwice } from '../async/never-twice.ts';
import { schedule } from '../async/scheduler.ts';
import { serverLimits } from '../limits.ts';
import { causeOf } from '../ops/log.ts';
import type { AccountKeys } from '../signer/account-keys.ts';
import { keyCallTable, type KeyCallName, type KeyCalls } from './key-call-table.ts';

export interface KeyCallWorkerDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly store: Pick<Store, 'keyCalls'>;
  readonly keys: Pick<AccountKeys, 'openCall'>;
  readonly keyCalls: KeyCalls;
}

export interface KeyCallWorker {
  /** Looks for calls now. Without this call, the worker looks each second. */
  wake(): void;
  /** Ends the look for calls. Resolves when the running calls have ended. */
  stop(): Promise<void>;
}

const names = Object.keys(keyCallTable);

/** Starts to look for calls. */
export function startKeyCallWorker(deps: KeyCallWorkerDeps): KeyCallWorker {
  const { clock, log, store } = deps;
  const running = new Set<Promise<void>>();
  let isStopped = false;
  const onError = (error: unknown): void => log.write('warn', 'keyCalls.deferred', { cause: causeOf(error) });
  const look = neverTwice(async () => {
    const free = serverLimits.keyCallsAtOnce - running.size;
    if (isStopped || free <= 0) return;
    for (const call of await store.keyCalls.take(names, free)) {
      const work = carryOut(deps, call)
        .catch(onError)
        .finally(() => running.delete(work));
      running.add(work);
    }
  }, onError);
  const looks = schedule(clock, { everyMs: serverLimits.workPollMs, work: async () => look(), onError });
  return {
    wake: look,
    async stop() {
      isStopped = true;
      await looks.stop();
      await Promise.all(running);
    },
  };
}

/** Carries out one call and stores its result. The error of a call is a part of its result. */
async function carryOut(deps: KeyCallWorkerDeps, call: TakenKeyCall): Promise<void> {
  const result = await resultOf(deps, call);
  await deps.store.keyCalls.finish(call.id, JSON.stringify(result));
}

async function resultOf(deps: KeyCallWorkerDeps, call: TakenKeyCall) {
  try {
    return { isDone: true, value: await run(deps, call) };
  } catch (error) {
    if (error instanceof ApiError) {
      const { parameters, field, findings, retryAfterSeconds } = error.details;
      return { isDone: false, code: error.code, details: { parameters, field, findings, retryAfterSeconds } };
    }
    deps.log.write('error', 'keyCall.failed', { name: call.name, cause: causeOf(error) });
    return { isDone: false, code: 'UNKNOWN_ERROR', details: {} };
  }
}

async function run({ keys, keyCalls }: KeyCallWorkerDeps, { id, name, input }: TakenKeyCall): Promise<unknown> {
  if (!isName(name)) throw new Error('the call is unknown');
  const given = keyCallTable[name].input.parse(JSON.parse(await keys.openCall(id, input)));
  // The schema of this name has validated the input.
  const carry = keyCalls[name] as (input: unknown) => Promise<unknown>;
  return carry(given);
}

function isName(name: string): name is KeyCallName {
  return Object.hasOwn(keyCallTable, name);
}
