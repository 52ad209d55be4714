// The actor of one exchange account. It has a mailbox and runs one pass after another. Socket callbacks only store
// hints, and a pass makes all decisions.
import { foldVersion, needsPrice } from '@rondo/strategy';
import {
  foldPageEvents,
  rememberedEventsMax,
  leaseRetryMs,
  leaseTtlMs,
  restartFirstMs,
  restartLastMs,
} from '../limits.ts';
import { setIntentState, type FactContext } from '../facts/batch.ts';
import { freezeFailed } from '../facts/freeze.ts';
import { applyFills } from '../facts/ledger-facts.ts';
import { declareGap } from '../facts/ledger-gap.ts';
import { emptyMemory, instrumentsOf, type AccountMemory } from '../memory/account-memory.ts';
import { boundedSizes, type BoundedSize } from '../memory/bounded-sizes.ts';
import { followRules } from '../instruments/follow-rules.ts';
import { fillInUnits } from '../instruments/units.ts';
import { restore } from '../memory/restore.ts';
import type { AccountStream, ExchangeHint, FillReport, StoredFill } from '../ports/index.ts';
import { addRefusedKeys, noteRefusedKeys, type EventKeys } from '../memory/refused-keys.ts';
import { startCheckpointCheck } from '../readings/checkpoint-check.ts';
import { beginFacts, commit, StoredEventsError, type ActorContext, type ActorDeps } from './context.ts';
import { queueHint } from './hint-queue.ts';
import { createMailbox, type CommandMessage, type CommandResult, type Mailbox } from './mailbox.ts';
import { runPass, startReadings, type PassInput } from './pass.ts';
import { createRunningCommands } from './running-commands.ts';
import { nextPassAt, nextReadingAt } from './deadline.ts';
import { streamNeeds } from './stream-needs.ts';
import type { LeaseEvents } from '../fleet/lease-renewal.ts';
import { notePushedPositions } from '../readings/pushed-positions.ts';
import { createReadingTasks } from '../readings/tasks.ts';

/** The running actor of one exchange account. `memory` returns the current state, which callers must not change. */
export type AccountActor = {
  readonly memory: () => AccountMemory;
  /** Returns the sizes of all bounded collections of the actor. */
  readonly sizes: () => readonly BoundedSize[];
  /**
   * Resolves when the effect of the message is durable. A message that arrives before the actor has read the journal is
   * applied after the reading.
   */
  post(message: CommandMessage): Promise<CommandResult>;
  /** Tries to take the lease now when the actor has no lease. */
  take(): void;
  /**
   * Ends the current pass or command and releases the lease for the node with the name `next`. The actor then waits until
   * this node may take the account again. Returns false when the lease was not released.
   */
  handOver(next: string): Promise<boolean>;
  /** Ends the actor after its current pass or command, and releases the lease. */
  stop(): Promise<void>;
};

type HandOver = { readonly next: string; readonly ended: (isReleased: boolean) => void };

type Runtime = {
  readonly deps: ActorDeps;
  readonly accountId: string;
  readonly mailbox: Mailbox;
  readonly refusedKeys: EventKeys;
  memory: AccountMemory;
  isStopped: boolean;
  handOver: HandOver | null;
  wake: () => void; // Ends the present pause, and calculates the next pause again.
  isWoken: boolean; // True when a pass became due since the flag was cleared. The next pause then ends immediately.
};

/** Starts the actor of an account. The actor takes the lease, restores its memory from the journal, and runs passes until it is stopped. */
export function startAccountActor(deps: ActorDeps, accountId: string): AccountActor {
  const runtime: Runtime = {
    deps,
    accountId,
    mailbox: createMailbox(() => wake(runtime)),
    refusedKeys: new Map(),
    memory: emptyMemory(accountId, deps.clock.now()),
    isStopped: false,
    handOver: null,
    wake: () => undefined,
    isWoken: false,
  };
  const ended = run(runtime);
  return {
    memory: () => runtime.memory,
    sizes: () =>
      boundedSizes(runtime.memory, { commands: runtime.mailbox.size(), refusedKeys: runtime.refusedKeys.size }),
    post: (message) => runtime.mailbox.post(message),
    take: () => wake(runtime),
    handOver(next) {
      if (runtime.isStopped) return Promise.resolve(true);
      return new Promise((ended) => {
        runtime.handOver = { next, ended };
        wake(runtime);
      });
    },
    async stop() {
      runtime.isStopped = true;
      runtime.mailbox.close();
      wake(runtime);
      await ended;
      runtime.mailbox.refuseWaiting();
    },
  };
}

async function run(runtime: Runtime): Promise<void> {
  const { clock } = runtime.deps;
  let delay = restartFirstMs;
  while (!runtime.isStopped) {
    const beganAt = clock.now();
    try {
      const hadLease = await runUnderLease(runtime);
      delay = hadLease ? restartFirstMs : leaseRetryMs;
    } catch (cause) {
      runtime.deps.log.write('error', 'account.restarts', {
        accountId: runtime.accountId,
        cause: cause instanceof Error ? cause.message : String(cause),
      });
      if (cause instanceof StoredEventsError) noteRefusedKeys(runtime.refusedKeys, cause.events);
      // Only failures that follow each other shortly make the pause longer.
      delay = clock.now() - beganAt >= restartLastMs ? restartFirstMs : Math.min(delay * 2, restartLastMs);
    }
    runtime.isWoken = runtime.isStopped;
    await pause(runtime, delay);
  }
  endHandOver(runtime, true);
}

// Takes the lease and runs passes until the lease is lost or handed over, the actor is stopped, or an error is thrown. Returns
// false when this node may not take the lease or another node holds it.
async function runUnderLease(runtime: Runtime): Promise<boolean> {
  const { deps, accountId } = runtime;
  // The time is read before the request, because the lease begins at this time or later.
  const takenAt = deps.clock.now();
  const lease = deps.share.mayTake(accountId) ? await deps.journal.acquire(accountId, leaseTtlMs) : null;
  deps.share.note(accountId, lease !== null);
  if (lease === null) {
    endHandOver(runtime, true);
    return false;
  }
  const memory = emptyMemory(accountId, takenAt);
  memory.epoch = lease.epoch;
  memory.renewedAt = takenAt;
  const stopRenewal = deps.leases.add({ accountId, epoch: lease.epoch }, leaseEvents(runtime, memory));
  try {
    await restoreAndRun(runtime, memory, lease.heldUntil);
  } finally {
    stopRenewal();
    if (isLeaving(runtime)) await release(runtime, memory);
  }
  return true;
}

function isLeaving({ isStopped, handOver }: Runtime): boolean {
  return isStopped || handOver !== null;
}

// Releases the lease. The messages that wait are refused, and the node that takes the lease reads them from the database.
async function release(runtime: Runtime, memory: AccountMemory): Promise<void> {
  const { deps, accountId, mailbox } = runtime;
  let isReleased = false;
  memory.isLeaseLost = true;
  try {
    await deps.journal.release(accountId, memory.epoch, runtime.handOver?.next);
    deps.share.note(accountId, false);
    isReleased = true;
  } finally {
    if (runtime.handOver !== null) {
      mailbox.refuseWaiting();
      runtime.memory = emptyMemory(accountId, deps.clock.now());
    }
    endHandOver(runtime, isReleased);
  }
}

function endHandOver(runtime: Runtime, isReleased: boolean): void {
  runtime.handOver?.ended(isReleased);
  runtime.handOver = null;
}

function leaseEvents(runtime: Runtime, memory: AccountMemory): LeaseEvents {
  return {
    onRenewed: (at) => void (memory.renewedAt = at),
    onLost() {
      memory.isLeaseLost = true;
      wake(runtime);
    },
  };
}

async function restoreAndRun(runtime: Runtime, memory: AccountMemory, heldUntil: number | undefined): Promise<void> {
  const { deps, mailbox } = runtime;
  const options = { foldVersion, events: foldPageEvents, keys: rememberedEventsMax };
  const journal = await deps.journal.load(memory.accountId, options);
  const stale = await restore(memory, journal, deps);
  addRefusedKeys(memory, runtime.refusedKeys);
  runtime.memory = memory;
  const tasks = createReadingTasks((kind) => (kind === 'finished' ? wake(runtime) : runtime.wake()));
  const running = createRunningCommands(() => wake(runtime));
  const context: ActorContext = { ...deps, memory, tasks, running };
  const facts = beginFacts(context);
  closeStaleIntents(facts, stale);
  applyFills(
    facts,
    journal.unappliedFills.map((fill) => unappliedFill(memory, fill)),
  );
  freezeFailed(facts, deps.log);
  declareGap(facts, deps.log, heldUntil);
  await commit(context, facts);
  startCheckpointCheck(context, journal.bots);
  const watched = new Set(instrumentsOf(memory).map((instrument) => instrument.id));
  const stream = deps.exchange.listen((hint) => receive(runtime, hint), instrumentsOf(memory), streamNeeds(memory));
  const input: PassInput = {
    mailbox,
    isStopped: () => isLeaving(runtime),
    deliverTickers: () => stream.deliverTickers(),
  };
  try {
    while (!input.isStopped()) {
      runtime.isWoken = false;
      await followRules(context, stream);
      const result = await runPass(context, input);
      if (result === 'lost') return;
      watchNew(memory, watched, stream);
      stream.need(streamNeeds(memory));
      await waitForNextPass(runtime, context, result === 'idle');
    }
  } finally {
    // The results of running readings are not used, because the next lease creates its own `tasks`.
    stream.close();
    await running.ended();
  }
  await recordOutcomes(context);
}

// Stores the outcomes of the last commands before the lease is released.
async function recordOutcomes(context: ActorContext): Promise<void> {
  const facts = beginFacts(context);
  for (const apply of context.running.takeOutcomes()) apply(facts);
  freezeFailed(facts, context.log);
  await commit(context, facts);
}

function watchNew(memory: AccountMemory, watched: Set<string>, stream: AccountStream): void {
  for (const instrument of instrumentsOf(memory)) {
    if (watched.has(instrument.id)) continue;
    watched.add(instrument.id);
    stream.watch(instrument);
  }
}

// Waits until a pass is due, and starts the readings that become due during the wait. A reading that starts changes no order
// and no bot, so it needs no pass. An idle account is due when its lease would expire, and a renewal during the wait moves this time.
async function waitForNextPass(runtime: Runtime, context: ActorContext, isIdle: boolean): Promise<void> {
  const { clock, memory } = context;
  const endedAt = clock.now();
  let readAt = endedAt;
  for (;;) {
    const { renewedAt } = memory;
    const at = nextPassAt(memory, { now: endedAt, isIdle });
    const readingAt = nextReadingAt(memory, readAt);
    await pause(runtime, Math.min(at, readingAt) - clock.now());
    if (runtime.isWoken) return;
    const now = clock.now();
    if (readingAt <= now) {
      startReadings(context);
      readAt = now;
    }
    if (at <= now && (at !== renewedAt + leaseTtlMs || memory.renewedAt === renewedAt)) return;
  }
}

// Waits for `delayMs` or until `runtime.wake` is called. Returns immediately when `isWoken` is true.
function pause(runtime: Runtime, delayMs: number): Promise<void> {
  return new Promise((resolve) => {
    if (runtime.isWoken) return resolve();
    const timer = runtime.deps.clock.after(delayMs, resolve);
    runtime.wake = () => {
      timer.cancel();
      resolve();
    };
  });
}

function wake(runtime: Runtime): void {
  runtime.isWoken = true;
  runtime.wake();
}

// A mark price does not wake the actor, because it is pushed continuously. A ticker wakes the actor only when a bot waits
// for a price. The stream delivers other tickers only before a decision of a pass. A balance wakes the actor only when a bot waits for margin. Positions wake the actor only when they make a
// reading due. They are compared immediately when no earlier hint waits, because an earlier hint may contain the fill that
// explains the positions. The memory stores these values, and the next pass uses them. All other hints wake the actor.
function receive(runtime: Runtime, hint: ExchangeHint): void {
  const { memory } = runtime;
  if (hint.kind === 'ticker') {
    memory.tickers.set(hint.ticker.instrumentId, hint.ticker);
    for (const bot of memory.bots.values()) if (needsPrice(bot.state)) return wake(runtime);
    return;
  }
  if (hint.kind === 'mark') {
    memory.marks.set(hint.mark.instrumentId, hint.mark);
    return;
  }
  if (hint.kind === 'instrument') {
    memory.instruments.set(hint.instrument.instrumentId, hint.instrument);
    return wake(runtime);
  }
  if (hint.kind === 'balance') {
    memory.balance = { value: hint.balance, readAt: runtime.deps.clock.now() };
    if ([...memory.bots.values()].some((bot) => bot.blocks.size > 0)) wake(runtime);
    return;
  }
  if (hint.kind === 'positions' && memory.hints.length === 0) {
    if (notePushedPositions(memory, hint.positions, runtime.deps.clock.now())) wake(runtime);
    return;
  }
  queueHint(memory, hint);
  wake(runtime);
}

// The fill of a bot that was frozen when it arrived, in the present units of the bot.
function unappliedFill(memory: AccountMemory, fill: StoredFill): FillReport {
  const bot = memory.bots.get(fill.botId ?? '');
  return bot === undefined ? fill : fillInUnits(bot, fill);
}

// Closes the amend and cancel intents from before a restart whose order is not open any more.
function closeStaleIntents(facts: FactContext, intentIds: readonly string[]): void {
  for (const id of intentIds) setIntentState(facts.batch, id, { state: 'done', evidence: 'order had ended' });
}
