// Creates the engine with the journal of the store, and the interface for routes: snapshots of accounts, changes, and commands to bots.
import { createHmac } from 'node:crypto';
import { createEngine, type Engine, type Instance, type KeyedHash } from '@rondo/engine';
import type { Chance, Clock, Exchange, Log } from '@rondo/engine/ports';
import type { Store } from '@rondo/store';
import { serverLimits } from '../limits.ts';
import { streamFigures, type StreamFigures } from './stream-figures.ts';
import { createCommandDispatcher } from './command-dispatcher.ts';
import type { LiveAccounts } from './live-accounts.ts';

export interface EngineAccountsDeps {
  readonly clock: Clock;
  readonly chance: Chance;
  readonly log: Log;
  readonly store: Store;
  readonly exchangeFor: (accountId: string) => Exchange;
  /** Makes the client of an account ready. Returns false when this venue does not serve the account. */
  readonly prepare: (accountId: string) => Promise<boolean>;
  readonly masterKey: Uint8Array;
  /** False while the account waits for a new key or the exchange refuses its key. */
  readonly hasWorkingKey: (accountId: string) => boolean;
}

export interface EngineAccounts extends LiveAccounts {
  readonly engine: Engine;
  /** Starts the engine for every linked account, and dispatches the recorded commands that the engine has not executed. */
  start(): Promise<void>;
  /** Returns whether every account with a working key was read within `snapshotMaxAgeMs` or belongs to another node that runs. */
  isFresh(): boolean;
  /** Returns whether `start` has ended, so that the engine trades the accounts of this node. */
  isStarted(): boolean;
  /** Returns the figures of the streams of all accounts of this node with a working key. */
  streams(): StreamFigures;
  stop(): Promise<void>;
}

/** Creates the engine and its dispatcher. Commands are stored first, so a command that the engine did not accept is dispatched again. */
export function createEngineAccounts(deps: EngineAccountsDeps): EngineAccounts {
  const { clock, chance, log, store, exchangeFor } = deps;
  const clientIdKey = keyedHash(deps.masterKey);
  let instance: Instance = { mark: null, isConfirmed: false };
  const engine = createEngine({
    clock,
    chance,
    log,
    journal: store.journal,
    exchangeFor,
    clientIdKey,
    instance: () => instance,
  });
  let isStarted = false;
  const dispatcher = createCommandDispatcher({ clock, log, store, engine, prepare: deps.prepare });
  // An account with a refused key is ignored, because the key of one person must not make the health report unhealthy.
  const watched = (): readonly string[] => {
    const elsewhere = dispatcher.heldElsewhere();
    return engine.accountIds().filter((accountId) => deps.hasWorkingKey(accountId) && !elsewhere.has(accountId));
  };
  return {
    engine,
    startBot: dispatcher.startBot,
    command: dispatcher.command,
    account: (accountId) => readAccount(engine, accountId),
    end: (accountId) => engine.end([accountId]),
    onChange(listener) {
      const close = engine.onChange(({ accountId, botIds }) => {
        listener({ kind: 'account', accountId });
        for (const botId of botIds) listener({ kind: 'bot', botId, accountId });
      });
      return { close };
    },
    async start() {
      instance = await store.instances.read();
      if (!instance.isConfirmed) log.write('error', 'instance.unconfirmed', {});
      await dispatcher.start();
      isStarted = true;
    },
    isStarted: () => isStarted,
    isFresh: () => watched().every((accountId) => readAccount(engine, accountId).balance !== null),
    streams: () => streamFigures(watched().flatMap((accountId) => engine.accountSnapshot(accountId) ?? [])),
    async stop() {
      dispatcher.stop();
      await engine.stop();
    },
  };
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

/** Marks client order ids as ours with HMAC-SHA-256. The key of the HMAC is derived from the master key. */
function keyedHash(masterKey: Uint8Array): KeyedHash {
  const key = createHmac('sha256', masterKey).update('client order ids').digest();
  return (text) => createHmac('sha256', key).update(text).digest('hex');
}
