// One exchange account, live: a mailbox, one event at a time, one pass after another. Nothing is decided in a socket callback.
import { askAboutOrders } from '../orders/order-lookup.ts';
import { tell, type Batch, type FactContext } from '../facts/batch.ts';
import { beginFacts, commit, type ActorContext } from './context.ts';
import { applyFills, applyOrderReport } from '../facts/facts.ts';
import { gateOf } from '../gate/gate.ts';
import {
  commandQueueMax,
  commandsPerPassMax,
  finishedOrdersMax,
  hintQueueMax,
  leaseRenewMs,
  leaseRetryMs,
  leaseTtlMs,
  priceAskAgeMs,
  restartFirstMs,
  restartLastMs,
  tickMs,
} from '../limits.ts';
import { releaseBlocks } from '../gate/margin-block.ts';
import {
  emptyMemory,
  instrumentsOf,
  newBotMemory,
  tracksOf,
  type AccountMemory,
  type Bot,
} from '../memory/account-memory.ts';
import type { BotRow, Exchange, ExchangeHint } from '../ports/index.ts';
import { mayDo } from '@rondo/strategy';
import { addsExposure, rankOf, reconcile, type Command } from '../orders/reconcile.ts';
import { restore } from '../memory/restore.ts';
import { sendCommand } from '../orders/send.ts';
import { settleBots } from '../facts/bot-progress.ts';
import { closeLooseIntents, isSnapshotDue, prepareLeverage, readSnapshot } from './snapshot.ts';

/** What a user or the operator may tell a running bot. */
export type BotOrder =
  | { readonly kind: 'stop'; readonly closePosition: boolean }
  | { readonly kind: 'setLast'; readonly isLast: boolean }
  | { readonly kind: 'pause' }
  | { readonly kind: 'resume' }
  | { readonly kind: 'signal' };

/** `refused`: the bot does not accept it in its phase. `unknownBot`: it does not run here. `overloaded`: ask again. */
export type CommandAnswer = 'done' | 'refused' | 'unknownBot' | 'overloaded';

export type AccountActor = {
  readonly memory: () => AccountMemory;
  /** False until the journal was read: what is posted before waits for that. */
  readonly isRestored: () => boolean;
  addBot(row: BotRow): Promise<CommandAnswer>;
  /** The same wish id again changes nothing and answers `done`. */
  command(botId: string, order: BotOrder, wishId?: string): Promise<CommandAnswer>;
  stop(): Promise<void>;
};

type Letter = {
  readonly apply: (batch: Batch, memory: AccountMemory) => CommandAnswer;
  readonly answer: (answer: CommandAnswer) => void;
};

type Runtime = {
  readonly deps: Omit<ActorContext, 'memory'>;
  readonly accountId: string;
  readonly letters: Letter[];
  memory: AccountMemory;
  isStopped: boolean;
  isRestored: boolean;
  wake: () => void;
};

/** Starts an account's actor: takes the lease, restores, reconciles, then lives until stopped. */
export function startAccountActor(deps: Omit<ActorContext, 'memory'>, accountId: string): AccountActor {
  const runtime: Runtime = {
    deps,
    accountId,
    letters: [],
    memory: emptyMemory(accountId, deps.clock.now()),
    isStopped: false,
    isRestored: false,
    wake: () => undefined,
  };
  const done = live(runtime);
  const post = (apply: Letter['apply']): Promise<CommandAnswer> =>
    new Promise((answer) => {
      if (runtime.letters.length >= commandQueueMax || runtime.isStopped) return answer('overloaded');
      runtime.letters.push({ apply, answer });
      runtime.wake();
    });
  return {
    memory: () => runtime.memory,
    isRestored: () => runtime.isRestored,
    addBot: (row) => post((batch, memory) => addBot(batch, memory, row)),
    command: (botId, order, wishId) =>
      post((batch, memory) => applyOrder(batch, memory.bots.get(botId), { order, wishId })),
    async stop() {
      runtime.isStopped = true;
      runtime.wake();
      await done;
      for (const letter of runtime.letters.splice(0)) letter.answer('overloaded');
    },
  };
}

function addBot(_batch: Batch, memory: AccountMemory, row: BotRow): CommandAnswer {
  if (!memory.bots.has(row.botId)) memory.bots.set(row.botId, newBotMemory(row));
  memory.isSnapshotWanted = true;
  return 'done';
}

type Wish = { readonly order: BotOrder; readonly wishId: string | undefined };

/** What a user's wish does. It is offered until it is settled, so it may come twice: the second time it must not undo a later one. */
export function applyOrder(batch: Batch, bot: Bot | undefined, { order, wishId }: Wish): CommandAnswer {
  if (bot === undefined) return 'unknownBot';
  const key = wishId === undefined ? `${order.kind}:${bot.position + 1}` : `wish:${wishId}`;
  if (bot.keys.has(key)) return 'done';
  if (order.kind === 'stop' && bot.state.stop !== null && (!order.closePosition || bot.state.stop.closePosition))
    return 'done';
  const before = bot.state;
  const event = order.kind === 'signal' ? { kind: 'signal' as const, stepDistance: null } : order;
  const isAsWished = order.kind === 'setLast' && before.isLast === order.isLast && mayDo(before, 'setLast');
  tell(batch, bot, { key, event });
  return isAsWished || bot.state !== before ? 'done' : 'refused';
}

async function live(runtime: Runtime): Promise<void> {
  let delay = restartFirstMs;
  while (!runtime.isStopped) {
    try {
      const hasLived = await liveUnderLease(runtime);
      delay = hasLived ? restartFirstMs : leaseRetryMs;
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

// One life: from taking the lease until it is lost, the actor stops, or its work fails. False when another node holds the lease.
async function liveUnderLease(runtime: Runtime): Promise<boolean> {
  const { deps, accountId } = runtime;
  const lease = await deps.journal.acquire(accountId, leaseTtlMs);
  if (lease === null) return false;
  const memory = emptyMemory(accountId, deps.clock.now());
  memory.epoch = lease.epoch;
  memory.renewedAt = deps.clock.now();
  const loose = restore(memory, await deps.journal.load(accountId), deps.keyedHash);
  runtime.memory = memory;
  runtime.isRestored = true;
  const context: ActorContext = { ...deps, memory };
  const facts = beginFacts(context);
  closeLooseIntents(facts, loose);
  await commit(context, facts);
  const watched = new Set(instrumentsOf(memory).map((instrument) => instrument.id));
  const feed = deps.exchange.listen((hint) => receive(runtime, hint), instrumentsOf(memory));
  try {
    while (!runtime.isStopped) {
      if (!(await pass(runtime, context))) return true;
      watchNew(memory, watched, feed);
      if (runtime.letters.length === 0 && memory.hints.length === 0) await pause(runtime, tickMs);
    }
    return true;
  } finally {
    feed.close();
    if (runtime.isStopped) await deps.journal.release(accountId, memory.epoch);
  }
}

function watchNew(memory: AccountMemory, watched: Set<string>, feed: ReturnType<Exchange['listen']>): void {
  for (const instrument of instrumentsOf(memory)) {
    if (watched.has(instrument.id)) continue;
    watched.add(instrument.id);
    feed.watch(instrument);
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

// One pass: commands, facts, readings, questions, then the difference is carried out. False when the lease is lost.
async function pass(runtime: Runtime, context: ActorContext): Promise<boolean> {
  if (!(await keepLease(context))) return false;
  await takeMail(runtime, context);
  for (const read of [readIfDue, askPrices, prepareLeverage, askAboutOrders]) {
    await read(context);
    // A slow exchange must not cost the lease: what was read would be read again for ever.
    if (!(await keepLease(context))) return false;
  }
  // What came meanwhile is taken now: on a slow exchange something always has, and nothing would ever be carried out.
  await takeMail(runtime, context);
  const facts = beginFacts(context);
  releaseBlocks(context.memory, context.clock.now());
  settleBots(facts);
  await commit(context, facts);
  forgetFinished(context.memory);
  return carryOut(runtime, context);
}

async function readIfDue(context: ActorContext): Promise<void> {
  if (isSnapshotDue(context)) await readSnapshot(context);
}

async function keepLease(context: ActorContext): Promise<boolean> {
  const { memory, clock, journal } = context;
  const now = clock.now();
  if (now < memory.renewedAt + leaseRenewMs) return true;
  if (!(await journal.renew(memory.accountId, memory.epoch, leaseTtlMs))) return false;
  // The time before the request: the lease is at least that fresh.
  memory.renewedAt = now;
  return true;
}

async function takeMail(runtime: Runtime, context: ActorContext): Promise<void> {
  const { memory } = context;
  const facts = beginFacts(context);
  const letters = runtime.letters.splice(0);
  const answers = letters.map((letter) => ({ letter, answer: letter.apply(facts.batch, memory) }));
  for (const hint of memory.hints.splice(0)) applyHint(facts, hint);
  try {
    await commit(context, facts);
  } catch (cause) {
    // The next life applies them to what the journal holds then.
    runtime.letters.unshift(...letters);
    throw cause;
  }
  // Answered only now: what the caller is told is durable.
  for (const { letter, answer } of answers) letter.answer(answer);
}

function applyHint(facts: FactContext, hint: ExchangeHint): void {
  const { memory } = facts;
  switch (hint.kind) {
    case 'order':
      if (hint.fill !== null) applyFills(facts, [hint.fill]);
      return applyOrderReport(facts, hint.order);
    case 'connected':
      memory.isConnected = true;
      memory.isSnapshotWanted = true;
      return;
    case 'disconnected':
      memory.isConnected = false;
      return;
    case 'positions':
      memory.isSnapshotWanted = true;
      return;
    case 'ticker':
    case 'balance':
      return;
    default:
      return hint satisfies never;
  }
}

async function askPrices(context: ActorContext): Promise<void> {
  const { memory, clock, exchange } = context;
  for (const bot of memory.bots.values()) {
    const { instrument } = bot.config;
    const ticker = memory.tickers.get(instrument.id);
    if (bot.state.status !== 'active' || (ticker !== undefined && clock.now() - ticker.receivedAt < priceAskAgeMs))
      continue;
    const report = await exchange.ticker(instrument);
    if (report.ok) memory.tickers.set(instrument.id, report.value);
  }
}

async function carryOut(runtime: Runtime, context: ActorContext): Promise<boolean> {
  const { memory, clock } = context;
  const commands = [...memory.bots.values()].flatMap((bot) =>
    reconcile({ bot, tracks: tracksOf(memory, bot.row.botId), now: clock.now(), keyedHash: context.keyedHash }),
  );
  for (const command of commands.sort((a, b) => rankOf(a) - rankOf(b)).slice(0, commandsPerPassMax)) {
    // New facts and wishes come first: the rest of the plan may be wrong by now.
    if (runtime.letters.length > 0 || memory.hints.length > 0 || runtime.isStopped) return true;
    if (!mayAct(context, command)) continue;
    if ((await sendCommand(context, command)) !== 'sent') return false;
  }
  return true;
}

function mayAct(context: ActorContext, command: Command): boolean {
  if (!addsExposure(command)) return true;
  const answer = gateOf({
    memory: context.memory,
    bot: command.bot,
    venue: context.exchange.venue,
    now: context.clock.now(),
  });
  if (answer !== command.bot.lastGate) {
    command.bot.lastGate = answer;
    context.log.write('info', 'gate', { botId: command.bot.row.botId, answer });
  }
  return answer === 'open';
}

function forgetFinished(memory: AccountMemory): void {
  for (const bot of memory.bots.values()) {
    if (bot.endedAt !== null) memory.bots.delete(bot.row.botId);
  }
  const finished = [...memory.tracks.values()].filter((track) => track.isEndTold);
  for (const track of finished.slice(0, Math.max(0, finished.length - finishedOrdersMax)))
    memory.tracks.delete(track.clientId);
}
