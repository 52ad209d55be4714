// The engine: one actor per linked account, one entry point for commands to them, and their current state for other parts.
import { add, formatDecimal, zero } from '@rondo/decimal';
import { startAccountActor, type AccountActor } from '../actor/account-actor.ts';
import type { CommandMessage, CommandResult } from '../actor/mailbox.ts';
import { viewOf } from '../facts/batch.ts';
import type { KeyedHash } from '../orders/client-order-id.ts';
import { instrumentsOf } from '../memory/account-memory.ts';
import type {
  AccountReport,
  BalanceReport,
  BotView,
  Chance,
  Clock,
  Exchange,
  Journal,
  Log,
  PositionReport,
  TickerReport,
} from '../ports/index.ts';

/** The dependencies of the engine. `journal` is shared by all accounts. */
export type EngineDeps = {
  readonly clock: Clock;
  readonly chance: Chance;
  readonly log: Log;
  readonly journal: Journal;
  /** The live client of one linked account. Called once per account. */
  readonly exchangeFor: (accountId: string) => Exchange;
  /** HMAC-SHA-256 as hex under the key that marks client order ids as ours; the same key for the life of the data. */
  readonly clientIdKey: KeyedHash;
};

/** A change: an account, and those of its bots that changed, by id. */
export type EngineChange = { readonly accountId: string; readonly botIds: readonly string[] };

/** The account as last read. Ages are in ms; null: not read yet. `reserved` is USDT of all running bots. */
export type AccountSnapshot = {
  readonly account: AccountReport | null;
  readonly balance: BalanceReport | null;
  readonly positions: readonly PositionReport[];
  readonly tickers: readonly TickerReport[];
  readonly reserved: string;
  readonly isConnected: boolean;
  readonly balanceAgeMs: number | null;
  readonly positionsAgeMs: number | null;
};

/** The engine: one actor for each account that runs here. */
export type Engine = {
  /** Starts an actor for each account that has none yet. */
  start(accountIds: readonly string[]): void;
  /** Ends the actors of accounts that are no longer linked. Their orders, if any, stay on the exchange. */
  end(accountIds: readonly string[]): Promise<void>;
  /**
   * Passes a message to the actor of its account and resolves when its effect is durable; carrying it out continues after that.
   * Sending the same message again is harmless, if it has a command id.
   */
  dispatch(message: CommandMessage): Promise<CommandResult>;
  /** Null when the account does not run here. */
  accountSnapshot(accountId: string): AccountSnapshot | null;
  /** The bot as of now; null when it does not run here (then its stored view is the latest). */
  botSnapshot(botId: string): BotView | null;
  /** Adds a listener. Returns the function that removes it. */
  onChange(listener: (change: EngineChange) => void): () => void;
  /** Ends every actor after its current step and releases the leases. Orders stay on the exchange. */
  stop(): Promise<void>;
};

/** Makes an engine; nothing runs until `start`. */
export function createEngine(deps: EngineDeps): Engine {
  const actors = new Map<string, AccountActor>();
  const listeners = new Set<(change: EngineChange) => void>();
  const changed =
    (accountId: string) =>
    (botIds: readonly string[]): void => {
      for (const listener of listeners) listener({ accountId, botIds });
    };
  const begin = (accountId: string): AccountActor => {
    const running = actors.get(accountId);
    if (running !== undefined) return running;
    const { clock, chance, log, journal, clientIdKey } = deps;
    const actor = startAccountActor(
      {
        clock,
        chance,
        log,
        journal,
        exchange: deps.exchangeFor(accountId),
        keyedHash: clientIdKey,
        counter: { value: 0 },
        changed: changed(accountId),
      },
      accountId,
    );
    actors.set(accountId, actor);
    return actor;
  };
  const actorOf = (botId: string): AccountActor | undefined =>
    [...actors.values()].find((actor) => actor.memory().bots.has(botId));
  return {
    start: (accountIds) => accountIds.forEach(begin),
    async end(accountIds) {
      const ending = accountIds.flatMap((accountId) => actors.get(accountId) ?? []);
      for (const accountId of accountIds) actors.delete(accountId);
      await Promise.all(ending.map((actor) => actor.stop()));
    },
    async dispatch(message) {
      if (message.kind === 'startBot') return begin(message.row.accountId).post(message);
      return actors.get(message.accountId)?.post(message) ?? 'unknownBot';
    },
    accountSnapshot: (accountId) => snapshotOf(actors.get(accountId), deps.clock.now()),
    botSnapshot(botId) {
      const bot = actorOf(botId)?.memory().bots.get(botId);
      return bot === undefined ? null : viewOf(bot, deps.clock.now());
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async stop() {
      await Promise.all([...actors.values()].map((actor) => actor.stop()));
      actors.clear();
    },
  };
}

function snapshotOf(actor: AccountActor | undefined, now: number): AccountSnapshot | null {
  if (actor === undefined) return null;
  const memory = actor.memory();
  const watched = new Set(instrumentsOf(memory).map((instrument) => instrument.id));
  return {
    account: memory.account?.value ?? null,
    balance: memory.balance?.value ?? null,
    positions: memory.snapshot?.positions ?? [],
    tickers: [...memory.tickers.values()].filter((ticker) => watched.has(ticker.instrumentId)),
    reserved: formatDecimal([...memory.bots.values()].reduce((sum, bot) => add(sum, bot.state.reservation), zero)),
    isConnected: memory.isConnected,
    balanceAgeMs: memory.balance === null ? null : now - memory.balance.readAt,
    positionsAgeMs: memory.snapshot === null ? null : now - memory.snapshot.startedAt,
  };
}
