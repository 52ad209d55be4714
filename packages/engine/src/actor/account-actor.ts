// The actor of one exchange account. It has a mailbox and runs one pass after another. Socket callbacks only store
// hints, and a pass makes all decisions.
import { hintQueueMax, leaseRetryMs, leaseTtlMs, restartFirstMs, restartLastMs, tickMs } from '../limits.ts';
import { emptyMemory, instrumentsOf, type AccountMemory } from '../memory/account-memory.ts';
import { restore } from '../memory/restore.ts';
import type { Exchange, ExchangeHint } from '../ports/index.ts';
import { beginFacts, commit, type ActorContext } from './context.ts';
import { createMailbox, type CommandMessage, type CommandResult, type Mailbox } from './mailbox.ts';
import { runPass } from './pass.ts';
import { closeStaleIntents } from './snapshot.ts';

/** The running actor of one exchange account. `memory` returns the current state, which callers must not change. */
export type AccountActor = {
  readonly memory: () => AccountMemory;
  /** Resolves when the effect of the message is durable. A message that arrives before the actor has read the journal waits. */
  post(message: CommandMessage): Promise<CommandResult>;
  /** Ends the actor after its current pass or command, and releases the lease. */
  stop(): Promise<void>;
};

type Runtime = {
  readonly deps: Omit<ActorContext, 'memory'>;
  readonly accountId: string;
  readonly mailbox: Mailbox;
  memory: AccountMemory;
  isStopped: boolean;
  wake: () => void;
};

/** Starts the actor of an account. The actor takes the lease, restores its memory from the journal, and runs passes until it is stopped. */
export function startAccountActor(deps: Omit<ActorContext, 'memory'>, accountId: string): AccountActor {
  const runtime: Runtime = {
    deps,
    accountId,
    mailbox: createMailbox(() => runtime.wake()),
    memory: emptyMemory(accountId, deps.clock.now()),
    isStopped: false,
    wake: () => undefined,
  };
  const ended = run(runtime);
  return {
    memory: () => runtime.memory,
    post: (message) => runtime.mailbox.post(message),
    async stop() {
      runtime.isStopped = true;
      runtime.mailbox.close();
      runtime.wake();
      await ended;
      runtime.mailbox.refuseWaiting();
    },
  };
}

async function run(runtime: Runtime): Promise<void> {
  let delay = restartFirstMs;
  while (!runtime.isStopped) {
    try {
      const hadLease = await runUnderLease(runtime);
      delay = hadLease ? restartFirstMs : leaseRetryMs;
    } catch (cause) {
      runtime.deps.log.write('error', 'account.restarts', {
        accountId: runtime.accountId,
        cause: cause instanceof Error ? cause.message : String(cause),
      });
      delay = Math.min(delay * 2, restartLastMs);
    }
    if (!runtime.isStopped) await pause(runtime, delay);
  }
}

// Takes the lease and runs passes until the lease is lost, the actor is stopped, or a pass throws. Returns false when
// another node holds the lease.
async function runUnderLease(runtime: Runtime): Promise<boolean> {
  const { deps, accountId, mailbox } = runtime;
  const lease = await deps.journal.acquire(accountId, leaseTtlMs);
  if (lease === null) return false;
  const memory = emptyMemory(accountId, deps.clock.now());
  memory.epoch = lease.epoch;
  memory.renewedAt = deps.clock.now();
  const stale = restore(memory, await deps.journal.load(accountId), deps.keyedHash);
  runtime.memory = memory;
  const context: ActorContext = { ...deps, memory };
  const facts = beginFacts(context);
  closeStaleIntents(facts, stale);
  await commit(context, facts);
  const watched = new Set(instrumentsOf(memory).map((instrument) => instrument.id));
  const stream = deps.exchange.listen((hint) => receive(runtime, hint), instrumentsOf(memory));
  const isStopped = (): boolean => runtime.isStopped;
  try {
    while (!runtime.isStopped) {
      if (!(await runPass(context, { mailbox, isStopped }))) return true;
      watchNew(memory, watched, stream);
      if (mailbox.isEmpty() && memory.hints.length === 0) await pause(runtime, tickMs);
    }
    return true;
  } finally {
    stream.close();
    if (runtime.isStopped) await deps.journal.release(accountId, memory.epoch);
  }
}

function watchNew(memory: AccountMemory, watched: Set<string>, stream: ReturnType<Exchange['listen']>): void {
  for (const instrument of instrumentsOf(memory)) {
    if (watched.has(instrument.id)) continue;
    watched.add(instrument.id);
    stream.watch(instrument);
  }
}

function pause(runtime: Runtime, delayMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = runtime.deps.clock.after(delayMs, resolve);
    runtime.wake = () => {
      timer.cancel();
      resolve();
    };
  });
}

// A ticker or a balance does not wake the actor, because tickers and balances arrive many times a second. The next pass
// uses the stored value. All other hints wake the actor.
function receive(runtime: Runtime, hint: ExchangeHint): void {
  const { memory } = runtime;
  if (hint.kind === 'ticker') {
    memory.tickers.set(hint.ticker.instrumentId, hint.ticker);
    return;
  }
  if (hint.kind === 'balance') {
    memory.balance = { value: hint.balance, readAt: runtime.deps.clock.now() };
    return;
  }
  if (memory.hints.length < hintQueueMax) memory.hints.push(hint);
  else memory.isSnapshotWanted = true;
  runtime.wake();
}
