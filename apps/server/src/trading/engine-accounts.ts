// The engine as the rest of the server sees it: bots taken up, recorded commands passed on until they are settled.
import { createHmac } from 'node:crypto';
import { createEngine, type Engine, type KeyedHash } from '@rondo/engine';
import type { Chance, Clock, Exchange, Log } from '@rondo/engine/ports';
import type { BotCommand, BotRecord, Store } from '@rondo/store';
import { serverLimits } from '../limits.ts';
import type { LiveAccounts } from './live-accounts.ts';
import { causeOf } from '../ops/log.ts';
import { drainQueue } from '../async/retry-queue.ts';
import { withTimeout } from '../async/with-timeout.ts';
import { schedule, type Schedule } from '../async/scheduler.ts';
import { createServedAccounts } from './served-accounts.ts';

export interface EngineAccountsDeps {
  readonly clock: Clock;
  readonly chance: Chance;
  readonly log: Log;
  readonly store: Store;
  readonly exchangeFor: (accountId: string) => Exchange;
  /** Makes the client of an account ready; false when this venue does not serve it. */
  readonly prepare: (accountId: string) => Promise<boolean>;
  readonly masterKey: Uint8Array;
  /** Whether the exchange answers for the account: not while it waits for a new key, or its key is refused. */
  readonly hasWorkingKey: (accountId: string) => boolean;
}

export interface EngineAccounts extends LiveAccounts {
  readonly engine: Engine;
  /** Begins to run every linked account and to carry commands that wait from before. */
  start(): Promise<void>;
  /** True when every linked account that has a working key was read lately. */
  isFresh(): Promise<boolean>;
  stop(): Promise<void>;
}

/** An engine over the store's journal. Commands are durable first: one that the engine could not take yet is offered again. */
export function createEngineAccounts(deps: EngineAccountsDeps): EngineAccounts {
  const { clock, chance, log, store, exchangeFor } = deps;
  const clientIdKey = keyedHash(deps.masterKey);
  const engine = createEngine({ clock, chance, log, journal: store.journal, exchangeFor, clientIdKey });
  const courier = createCommandDispatcher(deps, engine);
  return {
    engine,
    startBot: (bot) => courier.startBot(bot),
    command: (command) => courier.dispatch(command),
    account: (accountId) => readAccount(engine, accountId),
    end: (accountId) => engine.end([accountId]),
    onChange(listener) {
      const close = engine.onChange(({ accountId, botIds }) => {
        listener({ kind: 'account', accountId });
        for (const botId of botIds) listener({ kind: 'bot', botId, accountId });
      });
      return { close };
    },
    start: () => courier.start(),
    async isFresh() {
      const accounts = await store.accounts.listAll();
      return accounts.every((account) => {
        // One person's dead key is theirs to mend; it says nothing of the product.
        const isServed = engine.accountSnapshot(account.id) !== null && deps.hasWorkingKey(account.id);
        return !isServed || readAccount(engine, account.id).balance !== null;
      });
    },
    async stop() {
      courier.stop();
      await engine.stop();
    },
  };
}

interface CommandDispatcher {
  startBot(bot: BotRecord): Promise<void>;
  dispatch(command: BotCommand): Promise<void>;
  /** Offers what is recorded and not yet taken, now and then again and again. */
  start(): Promise<void>;
  stop(): void;
}

function createCommandDispatcher(deps: EngineAccountsDeps, engine: Engine): CommandDispatcher {
  const { clock, log, store } = deps;
  let isStopped = false;
  let rounds: readonly Schedule[] = [];
  let served: readonly string[] = [];
  const readServed = createServedAccounts({ accounts: store.accounts, prepare: deps.prepare, log });
  const startBot = async (bot: BotRecord): Promise<void> => {
    const { id, botNumber, accountId, instrumentId, config, createdAt } = bot;
    const taken = engine.startBot({ botId: id, botNumber, accountId, instrumentId, config, createdAt });
    await withTimeout(clock, taken, serverLimits.engineTimeoutMs);
  };
  const offer = async (command: BotCommand): Promise<void> => {
    const order =
      command.kind === 'set_last'
        ? ({ kind: 'setLast', isLast: command.isLast ?? false } as const)
        : ({ kind: 'stop', closePosition: command.kind === 'stop_close' } as const);
    const answer = await withTimeout(
      clock,
      engine.command(command.botId, order, command.id),
      serverLimits.engineTimeoutMs,
    );
    if (answer === 'done' || answer === 'refused') await store.bots.settleCommand(command.id, clock.now());
  };
  // Approval withdrawn: entries stop, exits stay; given again: entries go on (decision 21). All at once when keys are revoked.
  const carryGrants = (): Promise<void> =>
    drainQueue(clock, {
      read: (after) => store.bots.listGrantChanges(served, after),
      positionOf: ({ botNumber }) => botNumber,
      async dispatch({ botId, mayEnter }) {
        const order = { kind: mayEnter ? 'resume' : 'pause' } as const;
        await withTimeout(clock, engine.command(botId, order), serverLimits.engineTimeoutMs);
      },
    });
  // The engine takes what is asked of one bot in the order in which it was offered.
  const carryCommands = (): Promise<void> =>
    drainQueue(clock, {
      read: (after) => store.bots.pendingCommands(served, after),
      positionOf: ({ sequence }) => sequence,
      dispatch: offer,
    });
  const carryBots = (): Promise<void> => {
    const before = clock.now() - serverLimits.botStartRetryMs;
    return drainQueue(clock, {
      read: (after) => store.bots.listUntaken(served, before, after),
      positionOf: ({ botNumber }) => botNumber,
      dispatch: async (bot) => (engine.botSnapshot(bot.id) === null ? startBot(bot) : undefined),
    });
  };
  const serveAccounts = async (): Promise<void> => {
    served = await readServed();
    if (!isStopped) engine.start(served);
  };
  const carryOn = async (): Promise<void> => {
    await serveAccounts();
    if (isStopped) return;
    const onError = (error: unknown): void => log.write('warn', 'commands.deferred', { cause: causeOf(error) });
    // None of them waits for another: an engine that is slow to answer one keeps the others from nothing.
    const works = [serveAccounts, carryGrants, carryCommands, carryBots];
    rounds = works.map((work) => schedule(clock, { everyMs: serverLimits.commandRetryMs, work, onError }));
  };
  const stop = (): void => {
    isStopped = true;
    for (const round of rounds) void round.stop();
  };
  return { startBot, dispatch: offer, start: carryOn, stop };
}

function readAccount(engine: Engine, accountId: string) {
  const snapshot = engine.accountSnapshot(accountId);
  if (snapshot === null) return { balance: null, positions: null, permissions: null, addresses: null };
  const isRecent = (ageMs: number | null) => ageMs !== null && ageMs <= serverLimits.snapshotMaxAgeMs;
  return {
    balance: isRecent(snapshot.balanceAgeMs) ? snapshot.balance : null,
    positions: isRecent(snapshot.positionsAgeMs) ? snapshot.positions : null,
    permissions: snapshot.account?.permissions ?? null,
    addresses: snapshot.account?.addresses ?? null,
  };
}

/** Marks client order ids as ours: HMAC-SHA-256 under a key of its own, made from the master key. */
function keyedHash(masterKey: Uint8Array): KeyedHash {
  const key = createHmac('sha256', masterKey).update('client order ids').digest();
  return (text) => createHmac('sha256', key).update(text).digest('hex');
}
