// The interface of the running engine for routes: start a bot, dispatch a command, read an account, listen for changes.
import type { AccountSnapshot, ShownPosition } from '@rondo/engine';
import type { BalanceReport } from '@rondo/engine/ports';
import type { BotCommand, BotRecord } from '@rondo/store';

/** The last reading of a linked account. A value is null when it was never read or is too old to be used. */
export interface LiveAccount {
  readonly balance: BalanceReport | null;
  readonly positions: readonly ShownPosition[] | null;
  /** The permissions of the key and the addresses to which the key is bound, or null when the account was not read yet. */
  readonly permissions: readonly string[] | null;
  readonly addresses: readonly string[] | null;
  /** The reasons why entries wait, by bot id. A bot whose entries do not wait is absent. */
  readonly waits: AccountSnapshot['waits'];
  /** The losses of open rounds that the reservations of their bots cover, in USDT, by bot id. A bot without such a loss is absent. */
  readonly coveredLosses: AccountSnapshot['coveredLosses'];
  /** The contracts of the user on the instrument and side of a bot beside those of the bot, by bot id. A bot without such contracts is absent. */
  readonly surpluses: AccountSnapshot['surpluses'];
}

/** A change of a bot or an account. The feed reads the changed bot or account again. */
export type LiveChange =
  | { readonly kind: 'bot'; readonly botId: string; readonly accountId: string }
  | { readonly kind: 'account'; readonly accountId: string };

export interface LiveAccounts {
  /** Starts a stored bot. Idempotent. */
  startBot(bot: BotRecord): Promise<void>;
  /** Dispatches a recorded command to the bot. Idempotent. Returns false when the engine has not accepted the command in time. Such a command is repeated later. */
  command(command: BotCommand): Promise<boolean>;
  /** Returns the last reading of the account. For an account of another node, it is the reading that `see` or `watch` has fetched. */
  account(accountId: string): LiveAccount | null;
  /** Fetches the readings of the accounts that another node trades. Resolves immediately for accounts of this node. */
  see(accountIds: readonly string[]): Promise<void>;
  /** Reads the stored readings of the accounts that another node trades, without a wait for newer ones. */
  glance(accountIds: readonly string[]): Promise<void>;
  /** Returns whether the account was read recently, by this node or, as far as `glance` or `see` has found, by another node. */
  isRead(accountId: string): boolean;
  /** Keeps the reading of an account of another node fresh and reports its changes until the watch is closed. */
  watch(accountId: string): { close(): void };
  /** Ends the actor of an unlinked account. */
  end(accountId: string): Promise<void>;
  onChange(listener: (change: LiveChange) => void): { close(): void };
}
