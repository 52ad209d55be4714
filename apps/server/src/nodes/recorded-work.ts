// Passes a recorded bot or a recorded command to the engine of this node, or tells the node that trades the account.
import type { CommandDispatcher } from '../trading/command-dispatcher.ts';
import type { LiveAccounts } from '../trading/live-accounts.ts';
import type { RemoteAccounts } from '../trading/remote-accounts.ts';
import type { AccountHints } from './account-hints.ts';

export interface RecordedWorkDeps {
  readonly dispatcher: Pick<CommandDispatcher, 'startBot' | 'command'>;
  readonly remote: Pick<RemoteAccounts, 'awaitCommand'>;
  /** Returns whether this node holds the lease of the account. */
  readonly isOwn: (accountId: string) => boolean;
  readonly hints: Pick<AccountHints, 'wakeOwner'>;
}

/** Creates the two calls of the routes. Both calls come after the record in the database. */
export function createRecordedWork(deps: RecordedWorkDeps): Pick<LiveAccounts, 'startBot' | 'command'> {
  const { dispatcher, remote, isOwn, hints } = deps;
  return {
    startBot: async (bot) => (isOwn(bot.accountId) ? dispatcher.startBot(bot) : hints.wakeOwner(bot.accountId)),
    command(command) {
      if (isOwn(command.accountId)) return dispatcher.command(command);
      hints.wakeOwner(command.accountId);
      return remote.awaitCommand(command.id);
    },
  };
}
