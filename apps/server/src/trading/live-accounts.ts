// What the server asks of the running engine: start a bot, pass a command on, and what an account looks like now.
import type { BalanceReport, PositionReport } from '@rondo/engine/ports';
import type { BotCommand, BotRecord } from '@rondo/store';

/** A linked account as the exchange last told it. `null` parts were never read or are too old to act on. */
export interface LiveAccount {
  readonly balance: BalanceReport | null;
  readonly positions: readonly PositionReport[] | null;
  /** What the key may do and the addresses it is bound to; null until the account was read. */
  readonly permissions: readonly string[] | null;
  readonly addresses: readonly string[] | null;
}

/** A thing that changed: a screen that shows it reads it again. */
export type LiveChange =
  | { readonly kind: 'bot'; readonly botId: string; readonly accountId: string }
  | { readonly kind: 'account'; readonly accountId: string };

export interface LiveAccounts {
  /** Takes up a bot that the store holds. Idempotent. */
  startBot(bot: BotRecord): Promise<void>;
  /** Passes on a recorded command. Idempotent: the engine reads unsettled ones again after a restart. */
  command(command: BotCommand): Promise<void>;
  account(accountId: string): LiveAccount | null;
  /** Ends the actor of an account that was unlinked. */
  end(accountId: string): Promise<void>;
  onChange(listener: (change: LiveChange) => void): { close(): void };
}
