// Creates the engine with the journal of the store, and the interface for routes: snapshots of accounts, changes, and commands to bots.
import { createHmac } from 'node:crypto';
import { createEngine, type CopyOrder, type Engine, type KeyedHash } from '@rondo/engine';
import type { Chance, Clock, Exchange, Log } from '@rondo/engine/ports';
import type { Store } from '@rondo/store';
import { schedule, type Schedule } from '../async/scheduler.ts';
import { serverLimits } from '../limits.ts';
import { streamFigures, type StreamFigures } from './stream-figures.ts';
import type { Installation } from '../ops/installation.ts';
import { causeOf } from '../ops/log.ts';
import type { LinkMeters } from '../link-health/link-meters.ts';
import { createAccountViews, readAccount, type AccountViews } from './account-views.ts';
import { createCommandDispatcher, type CommandDispatcher } from './command-dispatcher.ts';
import type { LiveAccounts } from './live-accounts.ts';
import { createPictureWriter } from './picture-writer.ts';
import type { AccountHints } from '../nodes/account-hints.ts';
import { createRecordedWork } from '../nodes/recorded-work.ts';
import { startViewPublisher } from '../nodes/view-publisher.ts';
import { createRemoteAccounts } from './remote-accounts.ts';

export interface EngineAccountsDeps {
  readonly clock: Clock;
  readonly chance: Chance;
  readonly log: Log;
  readonly store: Store;
  readonly exchangeFor: (accountId: string) => Exchange;
  /** Makes the client of an account ready. Returns false when this venue does not serve the account. */
  readonly prepare: (accountId: string) => Promise<boolean>;
  /** Removes the client of an unlinked account. */
  readonly forget: (accountId: string) => void;
  /** Replaces the clients of accounts whose key was changed through another node. */
  readonly followKeys: () => Promise<void>;
  readonly installation: Installation;
  /** False while the account waits for a new key or the exchange refuses its key. */
  readonly hasWorkingKey: (accountId: string) => boolean;
  readonly meters: Pick<LinkMeters, 'now' | 'figures'>;
  /** False for a node that trades no account. */
  readonly runsEngine: boolean;
  /** True when other nodes may use the database. The node then writes pictures of its accounts. */
  readonly isShared: boolean;
  /** True when this node is one of several, so that it waits for the others before it takes accounts. */
  readonly startsWithOthers: boolean;
  /** The hints to and from the other nodes. */
  readonly hints: AccountHints;
}

export interface EngineAccounts extends LiveAccounts, AccountViews {
  readonly engine: Engine;
  /** Reads the recorded commands and new bots of the account now, when this node trades the account. */
  wake(accountId: string): void;
  /** Starts the engine for every linked account, and dispatches the recorded commands that the engine has not executed. */
  start(): Promise<void>;
  /** Returns whether every account with a working key was read within `snapshotMaxAgeMs` or belongs to another node that runs. */
  isFresh(): boolean;
  /** Returns whether `start` has ended, so that the engine trades the accounts of this node. */
  isStarted(): boolean;
  /** Returns how many linked accounts have a key that cannot be opened. Their bots are not managed. */
  unreadableKeys(): number;
  /** Returns whether another running node traded the account at the last poll. */
  isElsewhere(accountId: string): boolean;
  /** Ends the trading of all accounts and drops their keys, because the installation is frozen. */
  freeze(): Promise<void>;
  /** Returns how many orders of other copies of this installation were seen since the start. */
  copyOrders(): number;
  /** Returns the figures of the streams of all accounts of this node with a working key. */
  streams(): StreamFigures;
  stop(): Promise<void>;
}

/** Creates the engine and its dispatcher. Commands are stored first, so a command that the engine did not accept is dispatched again. */
export function createEngineAccounts(deps: EngineAccountsDeps): EngineAccounts {
  const { clock, log, store, installation } = deps;
  const copies = createCopyOrders(deps);
  const engine = openEngine(deps, copies.report);
  let isStarted = false;
  let keys: Schedule | null = null;
  const endAccounts = async (accountIds: readonly string[]): Promise<void> => {
    await engine.end(accountIds);
    for (const accountId of accountIds) deps.forget(accountId);
  };
  const { accountStates: states } = store;
  const dispatcher = createCommandDispatcher({
    clock,
    log,
    store,
    engine,
    prepare: deps.prepare,
    endAccounts,
    writePictures: deps.isShared ? createPictureWriter({ clock, engine, states, meters: deps.meters }) : null,
  });
  const isOwn = (accountId: string): boolean => engine.holdsLease(accountId);
  const remote = createRemoteAccounts({ clock, log, store, isOwn, hints: deps.hints });
  const views = createAccountViews({ engine, remote, isOwn });
  const publisher = deps.isShared && deps.runsEngine ? startViewPublisher({ ...deps, engine }) : null;
  // An account with a refused key is ignored, because the key of one person must not make the health report unhealthy.
  const watched = (): readonly string[] => {
    const elsewhere = dispatcher.heldElsewhere();
    const isHere = (id: string): boolean => (isOwn(id) || engine.mayTake(id)) && !elsewhere.has(id);
    return engine.accountIds().filter((accountId) => isHere(accountId) && deps.hasWorkingKey(accountId));
  };
  return {
    engine,
    ...createRecordedWork({ dispatcher, remote, isOwn, hints: deps.hints }),
    wake: (accountId) => dispatcher.wake(accountId),
    ...views,
    isElsewhere: (accountId) => !isOwn(accountId) && dispatcher.heldElsewhere().has(accountId),
    end: (accountId) => engine.end([accountId]),
    async start() {
      if (deps.isShared) keys = startKeyFollower(deps);
      // A frozen installation trades no account: its orders rest at the exchange until the operator has confirmed it.
      if (deps.runsEngine && installation.frozen() === null) await dispatcher.start();
      installation.watch.begin(engine.accountIds().length);
      isStarted = true;
    },
    isStarted: () => isStarted,
    unreadableKeys: () => dispatcher.unreadable().size,
    isFresh: () => watched().every((accountId) => readAccount(engine, accountId).balance !== null),
    freeze: () => endAccounts(stopTrading(dispatcher, engine)),
    copyOrders: copies.count,
    streams: () => streamFigures(watched().flatMap((accountId) => engine.accountSnapshot(accountId) ?? [])),
    async stop() {
      dispatcher.stop();
      remote.stop();
      publisher?.stop();
      await keys?.stop();
      await engine.stop();
    },
  };
}

/** Stops the dispatcher. Returns the accounts whose actors still run. */
function stopTrading(dispatcher: Pick<CommandDispatcher, 'stop'>, engine: Engine): readonly string[] {
  dispatcher.stop();
  return engine.accountIds();
}

/**
 * Counts the orders of other copies of the installation. An order of an earlier copy freezes this installation. While another program listens to an account, any
 * order of another copy freezes it, because copies that started again have marks in any sequence.
 */
function createCopyOrders({ log, installation }: Pick<EngineAccountsDeps, 'log' | 'installation'>) {
  let count = 0;
  const onError = (error: unknown): void => log.write('error', 'instance.notStored', { cause: causeOf(error) });
  return {
    count: () => count,
    report: (order: CopyOrder): void => {
      count += 1;
      log.write('error', 'instance.copyOrder', { ...order });
      const accountIds = [order.accountId];
      if (order.isFromEarlier || installation.watch.suspects() > 0)
        installation.freeze({ reason: 'orders', accountIds }).catch(onError);
    },
  };
}

function openEngine(deps: EngineAccountsDeps, reportCopy: (order: CopyOrder) => void): Engine {
  const { clock, chance, log, store, installation, exchangeFor, hints, startsWithOthers } = deps;
  const clientIdKey = store.keys.trading === null ? refuseHash : keyedHash(store.keys.trading.clientOrderIds);
  const { mark, confirmedAt, watch } = installation;
  const permission = { commandsLeft: () => watch.commandsLeft(), takeCommand: () => watch.takeCommand() };
  const instance = () => ({
    mark,
    confirmedAt,
    ...permission,
    reportCopy,
    isFrozen: installation.frozen() !== null,
  });
  const parts = { clock, chance, log, journal: store.journal, exchangeFor, clientIdKey, instance, moved: hints.moved };
  // With the embedded database there are no other nodes.
  return createEngine(deps.isShared && deps.runsEngine ? { ...parts, nodes: store.nodes, startsWithOthers } : parts);
}

function startKeyFollower({ clock, log, followKeys }: EngineAccountsDeps): Schedule {
  return schedule(clock, {
    everyMs: serverLimits.commandRetryMs,
    work: followKeys,
    onError: (error) => log.write('warn', 'keys.unseen', { cause: causeOf(error) }),
  });
}

/** Marks client order ids as ours with HMAC-SHA-256. */
function keyedHash(key: Uint8Array): KeyedHash {
  return (text) => createHmac('sha256', key).update(text).digest('hex');
}

/** A node with the people key trades no account, so it makes no client order id. */
function refuseHash(): string {
  throw new Error('a node with the people key has no key of client order ids');
}
