// The engine. It starts one actor per linked account, passes messages to the actors, and returns their current state to
// other parts of the product.
import { formatDecimal, isZero, lots, sizeOf, zero, type Decimal } from '@rondo/decimal';
import { openSize } from '@rondo/strategy';
import { createLeaseRenewal } from './lease-renewal.ts';
import { createShare, wholeShare, type Share, type ShareFigures } from './share.ts';
import { startAccountActor, type AccountActor } from '../actor/account-actor.ts';
import type { CheckpointOptions } from '../actor/context.ts';
import { loneInstance, type Instance } from '../actor/instance.ts';
import type { CommandMessage, CommandResult } from '../actor/mailbox.ts';
import { viewOf } from '../facts/batch.ts';
import { surplusOf } from '../facts/outside-changes.ts';
import { shownWaitOf } from '../gate/entry-wait.ts';
import type { KeyedHash } from '../orders/client-order-id.ts';
import { checkpointCheckedShare, checkpointEveryEvents, leaseTtlMs } from '../limits.ts';
import type { BoundedSize } from '../memory/bounded-sizes.ts';
import { coveredLossOf, instrumentsOf, reservedOf, type AccountMemory } from '../memory/account-memory.ts';
import type { BotMemory, EntryWait } from '../memory/bot-memory.ts';
import type {
  AccountReport,
  BalanceReport,
  BotView,
  Chance,
  Clock,
  Exchange,
  Journal,
  Log,
  Nodes,
  PositionReport,
} from '../ports/index.ts';

/** A position with its size in contracts. The size has the sign of `lots`. */
export type ShownPosition = PositionReport & { readonly size: Decimal };

/** The dependencies of the engine. All accounts use one `journal`. */
export type EngineDeps = {
  readonly clock: Clock;
  readonly chance: Chance;
  readonly log: Log;
  readonly journal: Journal;
  /** Returns the live client of one linked account. The engine calls this function once per account. */
  readonly exchangeFor: (accountId: string) => Exchange;
  /**
   * Computes HMAC-SHA-256 as hex with the key that marks client order ids as ours. The key must not change while stored
   * data exist.
   */
  readonly clientIdKey: KeyedHash;
  /** Returns the instance of the product. Without it the instance has no mark and no other copy. */
  readonly instance?: () => Instance;
  /** The other nodes of the installation. Without them the engine takes every account. */
  readonly nodes?: Nodes;
  /** True when this node may start together with others, so that it waits for them before it takes accounts. */
  readonly startsWithOthers?: boolean;
  /** Is called after the lease of an account was released for the node with the name `next`. */
  readonly moved?: (accountId: string, next: string) => void;
  /** Replaces the usual policy, for tests. */
  readonly checkpoints?: CheckpointOptions;
};

/** A change: the id of an account, and the ids of its bots that have changed. */
export type EngineChange = { readonly accountId: string; readonly botIds: readonly string[] };

/**
 * The data of an account that the engine has read. An age is in ms, and is null when the data were not read yet.
 * `reserved` is the sum of the reservations of all running and frozen bots in USDT. `frozenBots` is the number of bots
 * that are not managed. `orphanOrders` is the number of open orders with a client id of ours and without an intent.
 */
export type AccountSnapshot = {
  readonly account: AccountReport | null;
  readonly balance: BalanceReport | null;
  readonly positions: readonly ShownPosition[];
  readonly reserved: string;
  readonly frozenBots: number;
  readonly orphanOrders: number;
  readonly isConnected: boolean;
  /** Whether this node holds the lease of the account. Another node may hold it while this value is false. */
  readonly isLeaseHeld: boolean;
  /** The epoch of the lease. */
  readonly epoch: bigint;
  readonly balanceAgeMs: number | null;
  readonly positionsAgeMs: number | null;
  /**
   * Time since the start of the last complete snapshot. Before the first snapshot, the time since the start of the
   * actor.
   */
  readonly readingAgeMs: number;
  /** Time without the private stream. Null while the stream is connected or this node does not hold the lease. */
  readonly blindMs: number | null;
  readonly hasPosition: boolean;
  /** The reasons why entries have waited for `entryWaitShownAfterMs`, by bot id. A bot whose entries do not wait is absent. */
  readonly waits: Readonly<Record<string, EntryWait>>;
  /** The losses of open rounds that the reservations cover, in USDT, by bot id. A bot without such a loss is absent. */
  readonly coveredLosses: Readonly<Record<string, string>>;
  /** The contracts of the user on the instrument and side of a bot beside those of the bot, by bot id. A bot without such contracts is absent. */
  readonly surpluses: Readonly<Record<string, string>>;
};

/** The engine. It has one actor for each account that was started. */
export type Engine = {
  /** Starts an actor for each account that has no actor yet. */
  start(accountIds: readonly string[]): void;
  /** Ends the actors of accounts that are no longer linked. Open orders of the accounts stay on the exchange. */
  end(accountIds: readonly string[]): Promise<void>;
  /**
   * Passes a message to the actor of its account. Resolves when the effect of the message is durable. The commands to
   * the exchange follow later. A message whose command id was applied before has no second effect.
   */
  dispatch(message: CommandMessage): Promise<CommandResult>;
  /** Returns the ids of the accounts that have an actor in this engine. */
  accountIds(): readonly string[];
  /** Returns true while this engine has the lease of the account. */
  holdsLease(accountId: string): boolean;
  /** Returns the state of the account. Returns null when the account has no actor in this engine. */
  accountSnapshot(accountId: string): AccountSnapshot | null;
  /**
   * Returns the current view of the bot. Returns null when no actor of this engine runs the bot. The stored view of the
   * bot is then the latest view.
   */
  botSnapshot(botId: string): BotView | null;
  /** Returns the sizes of all bounded collections of the accounts of this engine (I31). */
  boundedSizes(): readonly BoundedSize[];
  /** Adds a listener. Returns a function that removes the listener. */
  onChange(listener: (change: EngineChange) => void): () => void;
  /** Reads the other nodes now, because an account may have been handed over to this node. */
  look(): void;
  /**
   * Hands all accounts over to other nodes and takes no account any more. Resolves when no account is left, or when no other
   * node can take an account.
   */
  drain(): Promise<void>;
  /** Returns whether this node may take the lease of the account now. It may also have the lease already. */
  mayTake(accountId: string): boolean;
  /** Returns whether this node hands its accounts over, and how many other nodes there are. */
  share(): ShareFigures;
  /** Ends every actor after its current pass or command, and releases the leases. Open orders stay on the exchange. */
  stop(): Promise<void>;
};

const usualCheckpoints = { everyEvents: checkpointEveryEvents, checkedShare: checkpointCheckedShare };

/** Creates an engine. The engine runs no actor until `start` or a `startBot` message. */
export function createEngine(deps: EngineDeps): Engine {
  const actors = new Map<string, AccountActor>();
  const listeners = new Set<(change: EngineChange) => void>();
  const leases = createLeaseRenewal(deps);
  const share = shareOf(deps, actors);
  const report = (change: EngineChange): void => listeners.forEach((listener) => listener(change));
  const begin = (accountId: string): AccountActor => {
    const running = actors.get(accountId);
    if (running !== undefined) return running;
    const { clock, chance, log, journal, clientIdKey: keyedHash } = deps;
    const ports = { clock, chance, log, journal, keyedHash, leases, share };
    const actor = startAccountActor(
      {
        ...ports,
        exchange: deps.exchangeFor(accountId),
        instance: deps.instance ?? (() => loneInstance),
        counter: { value: 0 },
        checkpoints: deps.checkpoints ?? usualCheckpoints,
        changed: (botIds) => report({ accountId, botIds }),
      },
      accountId,
    );
    actors.set(accountId, actor);
    return actor;
  };
  return {
    start(accountIds) {
      accountIds.forEach(begin);
      share.start();
    },
    async end(accountIds) {
      const ending = accountIds.flatMap((accountId) => actors.get(accountId) ?? []);
      for (const accountId of accountIds) actors.delete(accountId);
      await Promise.all(ending.map((actor) => actor.stop()));
    },
    async dispatch(message) {
      if (message.kind === 'startBot') return begin(message.row.accountId).post(message);
      return actors.get(message.accountId)?.post(message) ?? 'unknownBot';
    },
    accountIds: () => [...actors.keys()],
    holdsLease: (accountId) => holdsLease(actors.get(accountId), deps.clock.now()),
    accountSnapshot: (accountId) => snapshotOf(actors.get(accountId), deps.clock.now()),
    botSnapshot(botId) {
      const actor = [...actors.values()].find((each) => each.memory().bots.has(botId));
      const bot = actor?.memory().bots.get(botId);
      return bot === undefined ? null : viewOf(bot, deps.clock.now());
    },
    boundedSizes: () => [...actors.values()].flatMap((actor) => actor.sizes()),
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    ...shareCalls(share),
    async stop() {
      share.stop();
      await Promise.all([...actors.values()].map((actor) => actor.stop()));
      actors.clear();
    },
  };
}

function shareCalls(share: Share): Pick<Engine, 'look' | 'drain' | 'mayTake' | 'share'> {
  return {
    look: () => share.look(),
    drain: () => share.drain(),
    mayTake: (accountId) => share.mayTake(accountId),
    share: () => share.figures(),
  };
}

function shareOf(deps: EngineDeps, actors: ReadonlyMap<string, AccountActor>): Share {
  const { clock, log, nodes, startsWithOthers = false, moved } = deps;
  if (nodes === undefined) return wholeShare;
  return createShare({
    clock,
    log,
    nodes,
    startsWithOthers,
    isKnown: (accountId) => actors.has(accountId),
    take: (accountId) => actors.get(accountId)?.take(),
    async handOver(accountId, next) {
      const isReleased = (await actors.get(accountId)?.handOver(next)) ?? true;
      if (isReleased) moved?.(accountId, next);
      return isReleased;
    },
  });
}

// The lots of a position are in the units of the bot on its instrument.
function contractsOf(memory: AccountMemory, { instrumentId, lots: count }: PositionReport): Decimal {
  const instrument = instrumentsOf(memory).find(({ id }) => id === instrumentId);
  return instrument === undefined ? zero : sizeOf(lots(count), instrument.lotSz);
}

function holdsLease(actor: AccountActor | undefined, now: number): boolean {
  return actor !== undefined && isLeaseHeld(actor.memory(), now);
}

function isLeaseHeld({ epoch, isLeaseLost, renewedAt }: AccountMemory, now: number): boolean {
  return !isLeaseLost && epoch > 0n && now - renewedAt < leaseTtlMs;
}

function snapshotOf(actor: AccountActor | undefined, now: number): AccountSnapshot | null {
  if (actor === undefined) return null;
  const memory = actor.memory();
  return {
    account: memory.account?.value ?? null,
    balance: memory.balance?.value ?? null,
    positions: (memory.positions?.value ?? []).map((position) => ({
      ...position,
      size: contractsOf(memory, position),
    })),
    reserved: formatDecimal(reservedOf(memory)),
    frozenBots: memory.frozen.size,
    orphanOrders: memory.orphans.size,
    isConnected: memory.isConnected,
    isLeaseHeld: isLeaseHeld(memory, now),
    epoch: memory.epoch,
    balanceAgeMs: memory.balance === null ? null : now - memory.balance.readAt,
    positionsAgeMs: memory.positions === null ? null : now - memory.positions.readAt,
    readingAgeMs: now - (memory.snapshot?.startedAt ?? memory.firstReadAt),
    blindMs: memory.streamLostAt === null || !isLeaseHeld(memory, now) ? null : now - memory.streamLostAt,
    hasPosition: [...memory.bots.values()].some((bot) => openSize(bot.state) > 0n),
    waits: isLeaseHeld(memory, now) ? waitsOf(memory, now) : {},
    coveredLosses: lossesOf(memory),
    surpluses: surplusesOf(memory, now),
  };
}

function surplusesOf(memory: AccountMemory, now: number): Readonly<Record<string, string>> {
  return byBot(memory, (bot) => {
    const surplus = surplusOf(bot, now);
    return surplus === 0n ? null : formatDecimal(sizeOf(surplus, bot.config.instrument.lotSz));
  });
}

function lossesOf(memory: AccountMemory): Readonly<Record<string, string>> {
  return byBot(memory, (bot) => {
    const loss = coveredLossOf(memory, bot);
    return isZero(loss) ? null : formatDecimal(loss);
  });
}

function waitsOf(memory: AccountMemory, now: number): Readonly<Record<string, EntryWait>> {
  return byBot(memory, (bot) => shownWaitOf(bot, now));
}

/** Returns the values of the bots by bot id. A bot whose value is null is absent. */
function byBot<Value>(
  { bots }: AccountMemory,
  valueOf: (bot: BotMemory) => Value | null,
): Readonly<Record<string, Value>> {
  const values: Record<string, Value> = {};
  for (const [botId, bot] of bots) {
    const value = valueOf(bot);
    if (value !== null) values[botId] = value;
  }
  return values;
}
